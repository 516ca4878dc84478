"""What the sheet asks, with the questions of HEDS 3.0 and the items of GRRAS that ask the same.

The wording is ours. Numbers and names of HEDS fields are those of the published form, and only
those that were read there; the items of GRRAS are numbered as in its table.
"""

from __future__ import annotations

from dataclasses import dataclass

from rut_exports.report.evaluation.model import HedsField, Reference

REFERENCES: tuple[Reference, ...] = (
    Reference(
        name="HEDS 3.0",
        citation="Belz and Thomson, 2024, arXiv:2412.07940",
        read_from="https://nlp-heds.github.io, file index.html of the repository "
        "nlp-heds/nlp-heds.github.io at commit 16f0ce9625d8183ee8bddebb29065b48941a1493",
        use="number and field name the question of the form; option is that of a list of choices",
    ),
    Reference(
        name="GRRAS",
        citation="Kottner et al., 2011, Journal of Clinical Epidemiology 64(1), 96-106, table 1",
        read_from="https://www.scribd.com/document/719511171/GRRAS-checklist, after that table",
        use="numbers of the items, 1 to 15",
    ),
)
_PEOPLE = "heds-paper_and_resources-names_and_affiliations"
_SAMPLE = "heds-sample_evaluators_design-sample"
_RATERS = "heds-sample_evaluators_design-evaluators"
_DESIGN = "heds-sample_evaluators_design-experimental_design"
_QUALITY = "heds-criteria-criterion-criteria"
_MODE = "heds-criteria-criterion-evaluation_mode"
_ANSWER = "heds-criteria-criterion-response_elicitation"


@dataclass(frozen=True)
class Question:
    """One thing that is asked; `heds` is written `NUMBER FIELD` or `NUMBER FIELD OPTION`."""

    id: str
    question: str
    heds: str = ""
    grras: tuple[int, ...] = ()

    def field(self) -> HedsField | None:
        """Return the question of HEDS that asks the same."""
        if not self.heds:
            return None
        number, name, *option = self.heds.split()
        return HedsField(number=number, field=name, option=int(option[0]) if option else None)


STUDY: tuple[Question, ...] = (
    Question("title", "Which kind of agreement title or abstract have to name", grras=(1,)),
    Question("paper", "Paper that reports the study"),
    Question(
        "resources",
        "Where the material can be had",
        "1.2 heds-paper_and_resources-resources-links",
    ),
    Question(
        "author.name",
        "Who filled in this sheet",
        f"1.3.1.1 {_PEOPLE}-person_completing_this_sheet-name",
    ),
    Question(
        "author.affiliation",
        "Where that person works",
        f"1.3.1.2 {_PEOPLE}-person_completing_this_sheet-affiliation",
    ),
    Question(
        "author.email",
        "Their address",
        f"1.3.1.3 {_PEOPLE}-person_completing_this_sheet-email",
    ),
    Question("contact.name", "Whom to ask", f"1.3.2.1 {_PEOPLE}-contact_author-name"),
    Question(
        "contact.affiliation",
        "Where that person works",
        f"1.3.2.2 {_PEOPLE}-contact_author-affiliation",
    ),
    Question("contact.email", "Their address", f"1.3.2.3 {_PEOPLE}-contact_author-email"),
    Question("background", "What was known before, and why the study was made", grras=(5,)),
    Question("instrument", "Instrument with which dialogues were judged", grras=(2,)),
    Question("system.sources", "Systems whose conduct was judged", grras=(12,)),
    Question("system.input", "What these systems take as input", "2.1 heds-system-input_types"),
    Question("system.language", "Languages of that input", "2.4 heds-system-input_languages"),
    Question("sample.population", "Dialogues that the judged ones stand for", grras=(3,)),
    Question(
        "sample.per_source",
        "Dialogues judged of each system",
        f"3.1.1 {_SAMPLE}-number_of_system_outputs",
        (6, 11),
    ),
    Question(
        "sample.selection",
        "How dialogues were chosen",
        f"3.1.2 {_SAMPLE}-system_output_selection",
        (7,),
    ),
    Question(
        "sample.power_method",
        "How the number of dialogues was arrived at",
        f"3.1.3.1 {_SAMPLE}-statistical_power-method",
        (6,),
    ),
    Question("sample.power", "Power of the sample", f"3.1.3.2 {_SAMPLE}-statistical_power-value"),
    Question(
        "sample.power_code",
        "Where the computation of power can be had",
        f"3.1.3.3 {_SAMPLE}-statistical_power-script",
    ),
    Question(
        "raters.number",
        "Raters whose judgements count",
        f"3.2.1 {_RATERS}-number_of_evaluators",
        (6, 11),
    ),
    Question("raters.population", "Raters that these stand for", grras=(4,)),
    Question(
        "raters.expertise",
        "Whether raters know the domain",
        f"3.2.2.1 {_RATERS}-evaluators-expertise",
        (12,),
    ),
    Question("raters.pay", "What raters got for it", f"3.2.2.2 {_RATERS}-evaluators-payment"),
    Question(
        "raters.known",
        "Whether authors knew raters before",
        f"3.2.2.3 {_RATERS}-evaluators-known_to_authors",
    ),
    Question(
        "raters.authors",
        "Whether authors were raters",
        f"3.2.2.4 {_RATERS}-evaluators-are_authors",
    ),
    Question(
        "raters.recruitment",
        "How raters were found",
        f"3.2.3 {_RATERS}-recruitment_method",
        (7,),
    ),
    Question(
        "raters.training",
        "How raters were trained",
        f"3.2.4 {_RATERS}-training_practice",
        (12,),
    ),
    Question(
        "raters.characteristics",
        "What else is known of the raters",
        f"3.2.5 {_RATERS}-characteristics",
        (12,),
    ),
    Question("design.registered", "Whether it was registered", f"3.3.1 {_DESIGN}-preregistered"),
    Question("design.medium", "How verdicts were collected", f"3.3.2 {_DESIGN}-collection_method"),
    Question(
        "design.checks",
        "Kinds of checks on the raters' work",
        f"3.3.3.1 {_DESIGN}-quality_assurance-method",
    ),
    Question(
        "design.check_details",
        "How these checks were made, and what came out",
        f"3.3.3.2 {_DESIGN}-quality_assurance-description",
    ),
    Question(
        "design.screen",
        "Where the raters' screen can be seen",
        f"3.3.4.1 {_DESIGN}-what_evaluators_see-link",
    ),
    Question(
        "design.shown",
        "What raters see while they judge",
        f"3.3.4.2 {_DESIGN}-what_evaluators_see-description",
        (8,),
    ),
    Question("design.blinding", "What was hidden, and where that failed", grras=(8,)),
    Question("design.order", "In which order dialogues were judged", grras=(8,)),
    Question("design.independence", "Whether raters judged by themselves", grras=(9,)),
    Question("design.times", "When, and how fast, raters judged", grras=(8,)),
    Question(
        "design.freedom", "How free raters were in time", f"3.3.5 {_DESIGN}-evaluator_freedom"
    ),
    Question(
        "design.feedback",
        "Whether raters could ask or comment",
        f"3.3.6 {_DESIGN}-evaluators_can_ask_questions",
    ),
    Question(
        "design.place",
        "Under which conditions raters worked",
        f"3.3.7 {_DESIGN}-experimental_conditions",
    ),
    Question(
        "design.differences",
        "In what these differed between raters",
        f"3.3.8 {_DESIGN}-evaluators_place_of_choosing",
    ),
    Question("analysis", "How numbers were computed", grras=(10,)),
    Question("counts", "What there was in the end", grras=(11,)),
    Question("left_out", "What was left out, by rule", grras=(11,)),
    Question("relevance", "What the results mean in practice", grras=(14,)),
    Question("details", "Where all results can be had", grras=(15,)),
    Question("ethics.review", "Who approved the study", "5.1 heds-ethics-review_body"),
    Question("ethics.personal", "Whether data are personal", "5.2 heds-ethics-personal_data"),
    Question(
        "ethics.special",
        "Whether data are of a special category",
        "5.3 heds-ethics-special_category_data",
    ),
    Question("ethics.impact", "What impact was assessed", "5.4 heds-ethics-impact_assessments"),
)

CRITERION: tuple[Question, ...] = (
    Question("quality.kind", "Kind of quality", f"4.1.1 {_QUALITY}-quality_type"),
    Question("quality.aspect", "Form, content, or both", f"4.1.2 {_QUALITY}-output_aspect"),
    Question("mode.objective", "Objective or subjective", f"4.2.1 {_MODE}-objective_or_subjective"),
    Question("mode.absolute", "Each alone, or compared", f"4.2.2 {_MODE}-absolute_or_relative 1"),
    Question(
        "mode.intrinsic", "In itself, or by its effects", f"4.2.3 {_MODE}-intrinsic_or_extrinsic"
    ),
    Question(
        "name", "Name that raters see", f"4.3.1.1 {_ANSWER}-qc_name-participant_criterion_name"
    ),
    Question(
        "standard_name",
        "Name in a standard set of criteria",
        f"4.3.1.2 {_ANSWER}-qc_name-mapped_criterion_name",
    ),
    Question(
        "definition",
        "Definition that raters read",
        f"4.3.2 {_ANSWER}-participant_criterion_definiiton",
        (2,),
    ),
    Question("scale.size", "Number of possible answers", f"4.3.3 {_ANSWER}-size_of_scale"),
    Question("scale.values", "The possible answers", f"4.3.4 {_ANSWER}-list_or_range"),
    Question("scale.shown_as", "How answers are offered", f"4.3.5 {_ANSWER}-scale_presented_as 1"),
    Question("task", "Task, if there is no scale", f"4.3.6 {_ANSWER}-task_description"),
    Question("prompt", "Question in the raters' sight", f"4.3.7 {_ANSWER}-verbatim_question"),
    Question("response", "What kind of answer it is", f"4.3.8 {_ANSWER}-form_of_response"),
    Question("aggregation", "How verdicts become a score", f"4.3.9 {_ANSWER}-response_aggregation"),
    Question("tests", "Effect sizes and tests", f"4.3.10 {_ANSWER}-effect_size_method"),
    Question("counts", "Dialogues, verdicts, and what is missing", grras=(11,)),
    Question(
        "agreement.method",
        "How raters' agreement was measured",
        f"4.3.11.1 {_ANSWER}-inter_annotator-agreement",
        (10,),
    ),
    Question(
        "agreement.value",
        "How far raters agree",
        f"4.3.11.2 {_ANSWER}-inter_annotator-agreement_score",
        (13,),
    ),
    Question(
        "repeats.method",
        "How a rater's agreement with itself was measured",
        f"4.3.12.1 {_ANSWER}-intra_annotator-intra_annotator_agreement",
        (10,),
    ),
    Question(
        "repeats.value",
        "How far raters agree with themselves",
        f"4.3.12.2 {_ANSWER}-intra_annotator-intra_annotator_agreement_score",
        (13,),
    ),
)
