"""What the slugs of fidelity's numbers say, in words."""

from __future__ import annotations

REASONS: dict[str, str] = {
    "no_dialogues": "no dialogue has what this needs",
    "no_domains": "the table names no domains",
    "domain_without_scores": "a domain has no scored dialogue of this source",
    "too_few_agents": "fewer than two agents were played by both",
    "no_requests_recorded": "it was not recorded what the agent asked for",
    "no_facts": "no fact was disclosed in this way",
    "no_cell_with_both": "no source has dialogues with and without this failure in one domain",
    "no_task_with_both": "no task has dialogues with and without this failure",
    "one_kind_only": "all dialogues are of one kind, so there is nothing to compare",
    "no_shared_tasks": "no task was played by both",
    "too_few_trials": "no task has so many trials",
    "too_few_sources": "too few sources have both values",
    "constant_values": "one of the two values is the same for every source",
    "perfect_correlation": "all points lie on one line, so the formula gives no interval",
    "no_source_reaches_it": "no source is so faithful",
    "no_lower_bounds": "no source has a lower bound",
    "no_sources": "no source has both a score and a price",
    "no_prevalence": "no shares of behaviours were given",
    "behaviour_without_dialogues": "a behaviour that occurs outside has no dialogue here",
    "cell_without_dialogues": "a behaviour has no dialogue in one of the modes",
    "no_human_repeats": "no task was played by two people and this source",
    "no_human_dialogues": "no human dialogue has every feature",
    "no_spread": "people do not vary here, so there is nothing to measure by",
    "no_fold_with_both": "too few tasks to train on some and test on others",
    "split_half_zero": "halves of the people do not differ, so there is nothing to divide by",
    "at_bound": "the value is at the end of its scale, where the formula gives no interval",
    "no_variation": "all resamples give the same value",
    "one_cluster": "only one task to resample",
    "degenerate_replicates": "most resamples have no value",
    "degenerate_jackknife": "without one of the tasks there is no value",
}

WARNINGS: dict[str, str] = {
    "few_dialogues": "fewer than 30 dialogues",
    "few_clusters": "fewer than 20 tasks: the interval may be too narrow",
    "degenerate_replicates": "more than 5% of the resamples have no value",
    "few_sources": "fewer than 10 sources: one of them can make or break a correlation",
    "few_rollouts": "a task has fewer than 5 simulated dialogues: its mean is hardly a rate",
}

RULES: dict[str, str] = {
    "all_or_none": "all or none: exact interval with tasks as n",
    "one_dialogue_a_task": "one dialogue a task: Wilson's interval",
    "clustered_share": "several dialogues a task: Wilson's interval of an effective n",
    "few_clusters": "fewer than 100 tasks: jackknife over tasks",
    "paired_binary": "one dialogue of each on every task: Tango's score interval",
    "fisher_z": "Fisher's z",
    "log_scale": "a value without upper end: jackknife of its logarithm over tasks",
}
