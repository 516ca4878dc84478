"""What the slugs of validity's numbers say, in words."""

from __future__ import annotations

REASONS: dict[str, str] = {
    "no_shared_units": "no unit was judged by both",
    "nothing_judged_fail": "the judge failed nothing",
    "nothing_judged_pass": "the judge passed nothing",
    "no_fails": "people failed nothing",
    "no_passes": "people passed nothing",
    "one_category": "one category alone was used, so there is nothing to correct chance by",
    "one_human": "fewer than two people judged a unit that the judge judged, too",
    "few_humans": "fewer than two people judged enough units",
    "few_units": "fewer units than the test asks of each person",
    "raters_interchangeable": "the table does not tell the raters of its units apart",
    "no_numbers": "the categories are no numbers",
    "no_ratings": "there are no ratings",
    "no_human_labels": "no sampled unit has a human verdict",
    "no_judged_units": "the judge judged nothing",
    "stratum_without_labels": "a stratum has no human verdict",
    "judge_uninformative": "the judge fails what people pass as often as what they fail",
    "label_switching": "the fitted classes do not answer to the categories",
    "no_guesses": "nobody guessed",
    "empty_arm": "one of the arms has no guess",
    "no_evidence": "no unit has evidence of two raters",
    "no_repeats": "no rater judged a unit twice",
    "no_order": "it is not known in which order the ratings were made",
    "constant_values": "one of the two values is the same everywhere",
    "no_choices": "nobody chose a side",
    "no_swaps": "no pair was judged with its sides both ways round",
    "no_criteria": "no criterion of the group has a value",
    "no_shared_criteria": "the criteria of the group have no value together",
    "not_an_interval": "a judged share has no interval of its own: a judge's errors are not chance",
    "see_hajek": "its error depends on how the sample's size was fixed: see the Hájek estimate",
    "share_of_tests": "a share of tests, not a sample",
    "one_cluster": "only one cluster to resample",
    "no_variation": "all resamples give the same value",
    "degenerate_replicates": "most resamples have no value",
    "degenerate_jackknife": "without one of the clusters there is no value",
}

WARNINGS: dict[str, str] = {
    "few_units": "fewer than 30 units",
    "few_clusters": "fewer than 20 clusters: the interval may be too narrow",
    "few_clusters_paired": (
        "fewer than 50 clusters: the interval of a paired difference may be too narrow"
    ),
    "few_minority_units": "the rarer verdict stands on fewer than 10 units",
    "degenerate_replicates": "more than 5% of the resamples have no value",
    "two_humans": "two people only: each is the other's whole reference; three are better",
    "unequal_humans": "some people judged too few units and were not tested",
    "few_raters": "fewer than three raters: the model cannot be told from others that fit as well",
    "few_ratings_per_class": "a rater has fewer than 20 expected ratings of a class",
    "not_converged": "the fit did not settle",
    "not_monotone": "the likelihood fell in the course of the fit",
    "few_minority_labels": (
        "labels of the rarer kind, or disagreements, are worth fewer than 20: the interval may be "
        "too narrow"
    ),
    "weak_judge": "recall and specificity add up to little more than chance",
    "cut_to_range": "the value was outside 0 and 1 and was cut",
    "partial_group": "some criteria of the group have no value and were left out",
}

RULES: dict[str, str] = {
    "quotient": "a quotient: the delete-one jackknife, which covers where a bootstrap does not",
    "joined_strata": "the strata's Wilson intervals joined by squares",
    "few_clusters_paired": "a paired difference, fewer than 50 clusters: the delete-one jackknife",
    "joined": "recall's and specificity's intervals joined by squares",
    "few_clusters": "fewer than 15 clusters: the delete-one jackknife, which is less narrow",
    "enough_clusters": "15 clusters or more: bias-corrected and accelerated bootstrap",
    "no_acceleration": "one cluster alone gives the value: percentiles of the resamples",
    "one_unit_a_cluster": "a share, one unit a cluster: Wilson's interval",
    "clustered_share": "a share: Wilson's interval with as many units as the clusters are worth",
    "extreme_share": "a share of 0% or 100%: exact, over clusters",
    "linearised": "linearised, summed by cluster, with Student's t",
    "published": "the published form: normal quantile, variance over n",
    "multinomial": "one guess a cluster: the multinomial's variance",
}

# Why one of the corrected rates is the headline.
HEADLINES: dict[str, str] = {
    "few_minority_labels": (
        "human verdicts of the rarer kind are worth fewer than 10 (20 if units were not equally "
        "likely to be sampled): the human verdicts alone"
    ),
    "few_disagreements": (
        "disagreements of judge and people are worth fewer than 10 (20 if units were not equally "
        "likely to be sampled): the human verdicts alone"
    ),
    "stratified_sample": "the sample was drawn by stratum: the stratified estimate",
    "enough_labels": "enough human verdicts of both kinds and disagreements: PPI++",
    "stratum_without_labels": "a stratum has no human verdict: the human verdicts alone",
    "no_human_labels": "without human verdicts no rate can be corrected",
}
