"""`rut agree`: agreement over any file of ratings, no study needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rut_tui.cli.options import FilePath

if TYPE_CHECKING:
    from rut_annotations.ratings_files.options import Options

_SHAPES = [
    "long",
    "wide",
    "criteria",
    "triples",
    "rut",
    "label-studio",
    "argilla",
    "prodigy",
    "inspect",
]
_WEIGHTS = ["identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"]
_TREATMENTS = ["category", "missing", "applicability"]
_INTERVALS = ["auto", "bca", "percentile", "jackknife", "analytic"]


@click.command()
@click.argument("file", required=False, type=FilePath())
@click.option("--self-check", is_flag=True, help="Measure published cases and compare.")
@click.option("--shape", type=click.Choice(_SHAPES), help="What the file is, if not as found.")
@click.option(
    "--scale",
    "scales",
    multiple=True,
    metavar="SCALE",
    help="Such as ordinal:1..5, nominal:a,b,c or CRITERION=ordinal:low<mid<high; may be repeated.",
)
@click.option("--unit", metavar="COLUMN", help="What was rated; a+b joins columns.")
@click.option("--rater", metavar="COLUMN", help="Who rated.")
@click.option("--criterion", metavar="COLUMN", help="What was asked.")
@click.option("--value", metavar="COLUMN", help="The rating.")
@click.option("--cluster", metavar="COLUMN", help="What units were sampled with, or none.")
@click.option("--role", metavar="COLUMN", help="Whether the rater is human, model, gold, ...")
@click.option("--pass", "passes", metavar="COLUMN", help="Which time a rater rated the unit.")
@click.option("--raters", metavar="A,B,...", help="In a wide table: the columns of raters.")
@click.option("--criteria", metavar="A,B,...", help="The columns of criteria.")
@click.option("--role-of", "roles", multiple=True, metavar="RATER=ROLE", help="Of one rater.")
@click.option("--missing", multiple=True, metavar="TEXT", help="Stands for no answer.")
@click.option("--not-applicable", multiple=True, metavar="TEXT", help="Stands for that answer.")
@click.option("--cannot-tell", multiple=True, metavar="TEXT", help="Stands for that answer.")
@click.option("--skipped", multiple=True, metavar="TEXT", help="Stands for a skip.")
@click.option("--label", "labels", multiple=True, metavar="TEXT", help="Is an answer after all.")
@click.option("--delimiter", metavar="CHARACTER", help="Between cells.")
@click.option("--decimal", type=click.Choice([".", ","]), help="The decimal mark.")
@click.option("--encoding", metavar="NAME", help="Of the file.")
@click.option("--header/--no-header", default=None, help="Whether the first row has names.")
@click.option(
    "--na",
    "treatment",
    type=click.Choice(_TREATMENTS),
    help="How not applicable enters the headline; by default as a category, on ordered scales "
    "as missing. All three are given where it occurs.",
)
@click.option("--weights", type=click.Choice(_WEIGHTS), help="On ordered scales.")
@click.option(
    "--sets",
    type=click.Choice(["masi", "jaccard"]),
    default="masi",
    show_default=True,
    help="The distance of sets.",
)
@click.option(
    "--minimum-units",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="With fewer units rated by two no coefficient is given.",
)
@click.option(
    "--interval",
    "choice",
    type=click.Choice(_INTERVALS),
    default="auto",
    show_default=True,
    help="How intervals are made; auto picks by rule.",
)
@click.option("--seed", type=click.IntRange(0), default=0, help="Of the bootstrap.")
@click.option(
    "--replicates", type=click.IntRange(100, 100_000), default=2000, help="Of the bootstrap."
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print every number as a row.")
@click.option("--report", "page", type=FilePath(), help="Write a page: .html, .md, .json or .csv.")
@click.option("--force", is_flag=True, help="Replace the page if it is there.")
@click.pass_context
def agree(
    ctx: click.Context,
    /,
    file: Path | None,
    self_check: bool,
    as_json: bool,
    as_csv: bool,
    page: Path | None,
    force: bool,
    **said: Any,
) -> int:
    """Measure agreement between raters over a FILE of ratings.

    CSV of several shapes and the exports of annotation tools are told apart by what they hold,
    and it is said what was taken for what. --self-check needs no file.
    """
    from rut_domains.faults import UsageFault
    from rut_exports.agree.building import Wishes
    from rut_tui.cli.agree_tables import print_answer, print_check
    from rut_tui.cli.progress import ProgressBar
    from rut_tui.work import agree as work

    if self_check:
        return print_check(work.check_coefficients(), as_json=as_json)
    if file is None:
        raise UsageFault("no file was named", hint=f"Usage: {ctx.command_path} FILE")
    wishes = Wishes(
        treatment=said["treatment"],
        weights=said["weights"],
        sets=said["sets"],
        minimum_units=said["minimum_units"],
    )
    with ProgressBar() as bar:
        made = work.measure_file(
            file,
            _options(said),
            wishes,
            seed=said["seed"],
            replicates=said["replicates"],
            choice=said["choice"],
            tell=bar.show,
        )
    if page is not None:
        work.write_answer(made, page, force=force)
    if as_json or as_csv:
        click.echo(work.render_json(made) if as_json else work.render_csv(made), nl=False)
    else:
        print_answer(made, page)
    return 0


def _options(said: dict[str, Any]) -> Options:
    """Turn what was said about the file into options of the reader.

    Raises:
        UsageFault: A role names no rater.
        RatingsFileFault: A scale cannot be read.
    """
    from dataclasses import replace

    from rut_domains.faults import UsageFault
    from rut_tui.work.agree import declared_scales

    roles = dict(text.partition("=")[::2] for text in said["roles"])
    if "" in roles.values():
        raise UsageFault("--role-of takes RATER=ROLE", hint="Such as --role-of gpt-4=model.")
    kept = "shape encoding delimiter decimal header unit rater criterion value cluster role passes"
    tokens = "missing not_applicable cannot_tell skipped labels"
    return replace(
        declared_scales(said["scales"]),
        **{name: said[name] for name in kept.split()},
        **{name: said[name] for name in tokens.split()},
        raters=_names(said["raters"]),
        criteria=_names(said["criteria"]),
        roles=roles,
    )


def _names(listed: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (listed or "").split(",") if name.strip())
