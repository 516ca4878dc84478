"""The report: from what is stored to one frozen bundle, and from that to its forms."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rut_annotations.judgement import Skip
from rut_annotations.rubric import Rubric, load_rubric
from rut_domains.faults import UsageFault
from rut_exports.archive.contents import make_archive
from rut_exports.archive.reading import read_bundle
from rut_exports.archive.verifying import Verification, verify_archive
from rut_exports.bundle import Bundle, DialogueSummary, summarise_dialogue
from rut_exports.destination import open_destination, write_bytes
from rut_exports.report.assembly import Tell, build_report, say_nothing
from rut_exports.report.evaluation.building import render_sheet
from rut_exports.report.html import render_html
from rut_exports.report.latex import render_latex
from rut_exports.report.machine import render_json
from rut_exports.report.markdown import render_markdown
from rut_exports.report.model import Report
from rut_exports.report.pages.whole import make_document
from rut_exports.report.sheets import render_tables
from rut_exports.report.terminal import render_text
from rut_tui import __version__
from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.work.rate import DEFAULT_RUBRIC
from rut_tui.work.tasks import TaskFinder

REPLICATES = 2000
FORMATS = ("text", "markdown", "html", "latex", "json", "csv", "sheet", "bundle")


def make_bundle(
    store: Store,
    settings: Settings,
    rubric: Rubric,
    *,
    seed: int = 0,
    replicates: int = REPLICATES,
    tell: Tell = say_nothing,
) -> Bundle:
    """Collect all that a report under `rubric` is made from.

    Args:
        store: Dialogues, judgements, orders, skips, imports.
        settings: Where packs are found, for the tasks' own criteria.
        rubric: What was asked.
        seed: Of the bootstrap.
        replicates: How often it draws.
        tell: Is told how far the reading is, from 0 to 1.
    """
    return Bundle(
        rubrics=(rubric,),
        dialogues=_summaries(store, settings, rubric, tell),
        judgements=store.judgements.history(),
        skips=_skips(store, rubric),
        integrity=_integrity(store),
        seed=seed,
        replicates=replicates,
        version=__version__,
    )


def make_report(
    store: Store,
    settings: Settings,
    rubric: str = DEFAULT_RUBRIC,
    *,
    seed: int = 0,
    replicates: int = REPLICATES,
    tell: Tell = say_nothing,
) -> tuple[Bundle, Report]:
    """Return the bundle and the report made from it.

    Raises:
        RubricFault: There is no such rubric, or it is broken.
    """
    bundle = make_bundle(
        store, settings, load_rubric(rubric), seed=seed, replicates=replicates, tell=tell
    )
    return bundle, build_report(bundle, tell)


def report_from(path: Path, tell: Tell = say_nothing) -> tuple[Bundle, Report]:
    """Return the bundle in a zip and the report made from it, without a database.

    Raises:
        ArchiveFault: It is no bundle, or not as it was written.
    """
    bundle = read_bundle(path)
    return bundle, build_report(bundle, tell)


def verify(path: Path) -> Verification:
    """Make everything in the zip of a bundle again and compare.

    Raises:
        ArchiveFault: It is no bundle, is damaged, or comes from a newer program.
    """
    return verify_archive(path, __version__)


def render(report: Report, form: str, width: int = 100) -> str:
    """Return a report as text, Markdown, HTML, the tables in LaTeX, JSON, or its sheet.

    Raises:
        UsageFault: The form is no text (csv, bundle), or unknown.
    """
    match form:
        case "text":
            return render_text(report, width)
        case "markdown":
            return render_markdown(make_document(report))
        case "html":
            return render_html(make_document(report))
        case "latex":
            return render_latex(make_document(report))
        case "json":
            return render_json(report)
        case "sheet":
            return render_sheet(report)
        case "csv":
            raise UsageFault(
                "csv is several tables", hint="Name a folder for them: --format csv -o FOLDER."
            )
        case "bundle":
            raise UsageFault("a bundle is a zip file", hint="Name it: --format bundle -o FILE.zip.")
    raise UsageFault(f"unknown form {form!r}", hint=f"One of: {', '.join(FORMATS)}.")


def write_report(
    bundle: Bundle, report: Report, form: str, to: Path, *, force: bool = False
) -> list[Path]:
    """Write a report to a file, or as csv its tables to a folder; return what was written.

    As bundle it is a zip with the data, the report and all tables.

    Raises:
        UsageFault: A file is there and `force` is not given.
        MissingFault: There is no permission or space.
    """
    if form == "bundle":
        write_bytes(to, make_archive(bundle, __version__), force=force)
        return [to]
    if form == "csv":
        files = render_tables(report, bundle)
        to.mkdir(parents=True, exist_ok=True)
        written = {to / name: text for name, text in files.items()}
    else:
        written = {to: render(report, form)}
    for path, text in written.items():
        with open_destination(path, force=force) as stream:
            stream.write(text)
    return list(written)


def _summaries(
    store: Store, settings: Settings, rubric: Rubric, tell: Tell
) -> tuple[DialogueSummary, ...]:
    tasks = TaskFinder(settings)
    codes: dict[str, dict[str, str]] = {}
    for rater in {made.rater for made in store.judgements.history()}:
        for place in store.orders.get(rater, rubric.id):
            codes.setdefault(place.dialogue_id, {})[rater] = place.code
    made = []
    rows = store.dialogues.list(ended=True)
    for number, row in enumerate(rows):
        tell("dialogues", number / len(rows))
        dialogue = store.dialogues.get(row.id)
        made.append(
            summarise_dialogue(dialogue, rubric, tasks.find(dialogue), codes.get(row.id, {}))
        )
    return tuple(made)


def _skips(store: Store, rubric: Rubric) -> tuple[Skip, ...]:
    """Return what each rater has put off and not taken back."""
    raters = sorted({mark.rater for mark in store.marks.all(rubric_id=rubric.id)})
    return tuple(
        Skip(dialogue_id=dialogue_id, rater=rater, rubric_id=rubric.id, reason=reason)
        for rater in raters
        for dialogue_id, reason in store.marks.skipped(rater=rater, rubric_id=rubric.id).items()
    )


def _integrity(store: Store) -> dict[str, int]:
    """Add up what the imports found, each file once: its last import counts."""
    last = {done.file_hash: done for done in store.imports.all()}
    found: Counter[str] = Counter()
    for done in last.values():
        counts = done.report.get("counts")
        if isinstance(counts, dict):
            found.update({str(kind): n for kind, n in counts.items() if isinstance(n, int)})
    return dict(found)
