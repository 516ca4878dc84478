"""How far the dialogue is: what was asked, declined, refused, reported, and what is believed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise

from rut_domains.language.clauses import sentences
from rut_domains.language.matching import find_phrase, says
from rut_domains.language.words import content, words
from rut_domains.task import Refusal
from rut_tui.play.scripted.agent_acts import Reply, Report, read_reply, read_report
from rut_tui.play.scripted.agent_beliefs import Beliefs, Listening, settled_writes
from rut_tui.play.scripted.agent_candidates import singular
from rut_tui.play.scripted.agent_choosing import live_part, without_questions
from rut_tui.play.scripted.agent_labels import label
from rut_tui.play.scripted.agent_matters import own_keys, speaks_of
from rut_tui.play.scripted.agent_memory import Memory, Turn
from rut_tui.play.scripted.agent_prompts import Prompt, PromptReader
from rut_tui.play.scripted.agent_wordings import REPORT_NEEDED
from rut_tui.play.scripted.plan import Plan, PlanStep

# After this many "I can't" or "I won't" a step of the user is left out.
_MOST_TROUBLES = 2
_BARE_WORDS = 4
_HINTS = 2


@dataclass
class Story:
    """What the log tells, folded turn by turn.

    `objected` are steps whose proposal got a no and that may still be changed; `declined` those
    that the user does not want. `reported` and `skipped` are steps of the user. `refused` holds
    for each refusal of the task when it was last asked for and when it was last spoken.
    """

    plan: Plan
    memory: Memory
    reader: PromptReader
    prompts: dict[int, Prompt] = field(default_factory=dict)
    listening: dict[int, Listening] = field(default_factory=dict)
    objected: dict[int, int] = field(default_factory=dict)
    declined: dict[int, int] = field(default_factory=dict)
    reported: dict[int, int] = field(default_factory=dict)
    skipped: dict[int, int] = field(default_factory=dict)
    troubles: Counter[int] = field(default_factory=Counter)
    last_report: Report | None = None
    last_told: int | None = None
    refusals_heard: dict[int, int] = field(default_factory=dict)
    human_wishes: int = 0
    beliefs: Beliefs = field(init=False)

    def __post_init__(self) -> None:
        for turn in self.memory.turns:
            self._take(turn)
        self.beliefs = self._beliefs_at(None)

    @property
    def settled(self) -> dict[int, int]:
        """The writes that are done, with the position of their results."""
        return {index: outcome.seq for index, outcome in self.beliefs.settled.items()}

    @property
    def reply(self) -> Reply:
        """What the user's fresh words do."""
        return read_reply(self.memory.heard)

    @property
    def prompt(self) -> Prompt:
        """What the agent's last words were after."""
        return self.reader.read(self.memory.last_saying.text)

    def _beliefs_at(self, seq: int | None) -> Beliefs:
        memory = self.memory if seq is None else self.memory.until(seq)
        return Beliefs(self.plan, memory, self.listening)

    def _take(self, turn: Turn) -> None:
        prompt = self._prompt_of(turn)
        self.prompts[turn.seq] = prompt
        settled = {
            index: outcome.seq
            for index, outcome in settled_writes(self.plan, self.memory.outcomes).items()
            if outcome.seq < turn.seq
        }
        refused = self._hear_refusals(turn)
        asked = self._asked(prompt, settled)
        self.listening[turn.seq] = Listening(
            asked=asked,
            elsewhere=self._elsewhere(turn, asked),
            open=self._open(prompt, settled),
            anew=prompt.more or bool(prompt.refused),
            refused=refused,
        )
        reply = read_reply(turn.text)
        self.human_wishes += int(reply.human)
        self._take_report(turn, prompt, reply)
        self._take_answer(turn, prompt, reply, settled)

    def _prompt_of(self, turn: Turn) -> Prompt:
        """Return what a turn answers; "tell me when it is done" keeps what was to be done."""
        prompt = self.reader.read(turn.prompt)
        earlier = [each for each in self.prompts if each < turn.prompt_seq]
        waits = any(wording in " ".join(turn.prompt.split()) for wording in REPORT_NEEDED)
        if waits and earlier and not prompt.told:
            return replace(prompt, told=self.prompts[max(earlier)].told)
        return prompt

    @property
    def refusals_due(self) -> bool:
        """Whether the fresh words ask for something that the task refuses."""
        return any(self.listening[turn.seq].refused for turn in self.memory.fresh)

    def _hear_refusals(self, turn: Turn) -> bool:
        heard = [
            at
            for at, refusal in enumerate(self.plan.task.refusals)
            if _says_near(refusal.heard_as, turn.text) or self._hints_at(refusal, turn.text)
        ]
        self.refusals_heard.update(dict.fromkeys(heard, turn.seq))
        return bool(heard)

    def _elsewhere(self, turn: Turn, asked: frozenset[str]) -> frozenset[str]:
        """Return the blanks of the matters that a turn speaks of, but was not asked about."""
        keys = [(steps, own_keys(self.plan, steps)) for steps in self.plan.matters]
        return frozenset(
            key
            for steps, own in keys
            if asked and not own & asked and speaks_of(self.plan, turn.text, steps, own)
            for key in own
        )

    def _hints_at(self, refusal: Refusal, text: str) -> bool:
        """Whether a text has two words of a refusal's phrases that no step of the plan has."""
        spoken = {
            word for phrase in refusal.heard_as if phrase[:1] != "=" for word in content(phrase)
        }
        own = spoken - self.plan.vocabulary
        heard = {word for each in sentences(text) for word in content(each.text)}
        return len(own & heard) >= _HINTS

    def _asked(self, prompt: Prompt, settled: dict[int, int]) -> frozenset[str]:
        """Return the blanks asked for; where a wording fits several, the one that is next."""
        plan = self.plan
        chosen: dict[str, str] = {}
        for key in sorted(prompt.asked, key=plan.first_use):
            blank = plan.blanks[key]
            kind = f"{singular(blank.name)} {label(blank)}"
            if plan.is_closed(key, settled):
                continue
            chosen.setdefault(kind, key)
        return frozenset(chosen.values())

    def _open(self, prompt: Prompt, settled: dict[int, int]) -> frozenset[str]:
        """Return the blanks that a proposal or a question after some news leaves open."""
        keys: set[str] = set()
        proposed = self.pending(prompt.proposed, settled)
        if proposed is not None:
            keys.update(self.plan.steps[proposed].keys)
        news = [at for at in prompt.announced if not self.plan.steps[at].writes]
        if (news and prompt.question) or prompt.change:
            start = max([*news, *settled], default=-1)
            keys.update(key for step in self._matter(start + 1) for key in step.keys)
        return frozenset(keys)

    def _matter(self, start: int) -> list[PlanStep]:
        """Return the agent's steps from `start` on, up to the second write or the user's turn."""
        found: list[PlanStep] = []
        writes = 0
        for step in self.plan.steps[start:]:
            if step.by_user or writes == 2:
                break
            found.append(step)
            writes += int(step.writes)
        return found

    def pending(self, indexes: tuple[int, ...], settled: dict[int, int]) -> int | None:
        """Return the first of some steps that is neither done nor declined."""
        left = [at for at in indexes if at not in settled and at not in self.declined]
        return left[0] if left else None

    def _take_report(self, turn: Turn, prompt: Prompt, reply: Reply) -> None:
        open_steps = [
            at for at in prompt.told if at not in self.reported and at not in self.skipped
        ]
        self.last_report, self.last_told = None, None
        if not open_steps:
            return
        step = open_steps[0]
        report = read_report(reply, asked_as_question=self._is_question(step, turn.prompt))
        self.last_report, self.last_told = report, step
        if report == "report" or (report == "promise" and self._promised_before(step, turn)):
            self.reported[step] = turn.seq
            self.last_report = "report"
        elif report in ("trouble", "refusal", "question"):
            self.troubles[step] += 1
            if self.troubles[step] > _MOST_TROUBLES:
                self.skipped[step] = turn.seq

    def _is_question(self, step: int, prompt: str) -> bool:
        """Whether the user was asked how something is, not told to do something."""
        last = " ".join(prompt.split()).rstrip("\"') ")
        return last.endswith("?") and not any(
            word in last.lower().split() for word in ("please", "could", "can", "would")
        )

    def _promised_before(self, step: int, turn: Turn) -> bool:
        """Whether a second "ok" follows the request for a report: then it counts as done."""
        earlier = [each for each in self.memory.turns if each.seq < turn.seq]
        if not earlier or not read_reply(turn.text).bare:
            return False
        last = earlier[-1]
        return step in self.prompts[last.seq].told and read_reply(last.text).bare

    def _take_answer(
        self, turn: Turn, prompt: Prompt, reply: Reply, settled: dict[int, int]
    ) -> None:
        for at in list(self.objected):
            if self._changed(turn, self.plan.steps[at].keys):
                del self.objected[at]
        step = self._under_discussion(prompt, settled)
        if step is None:
            self._revive(turn, reply)
            return
        changed = self._changed(turn, self.plan.steps[step].keys)
        if step not in prompt.proposed and not prompt.change:
            # A no to a piece of news is one only if nothing else comes with it.
            later = [key for each in self._matter(step) for key in each.keys]
            bare = len(words(turn.text)) <= _BARE_WORDS or reply.closing or reply.drop
            changed = changed or not bare or self._changed(turn, tuple(later))
        if changed or (reply.answer == "yes" and not reply.but):
            self.objected.pop(step, None)
        elif step in self.objected and prompt.change:
            if (
                reply.answer == "no"
                or reply.drop
                or reply.closing
                or not self._names_part(step, turn)
            ):
                self.declined[step] = turn.seq
                del self.objected[step]
                self._revive(turn, reply)
        elif (
            reply.drop
            or (reply.answer == "no" and (reply.closing or reply.goodbye))
            or (reply.answer == "no" and self.listening[turn.seq].refused)
        ):
            self.declined[step] = turn.seq
        elif reply.answer == "no" and not self._restated(turn, self.plan.steps[step].keys):
            self.objected[step] = turn.seq

    def _under_discussion(self, prompt: Prompt, settled: dict[int, int]) -> int | None:
        """Return the write that the agent's last words put up for a yes or a no."""
        proposed = self.pending(prompt.proposed, settled)
        if proposed is not None:
            return proposed
        if prompt.change and self.objected:
            return max(self.objected, key=lambda at: self.objected[at])
        news = [at for at in prompt.announced if not self.plan.steps[at].writes]
        if news and prompt.question and not prompt.more:
            later = tuple(s.index for s in self.plan.steps[news[0] :] if s.needs_yes)
            return self.pending(later, settled)
        return None

    def _changed(self, turn: Turn, keys: tuple[str, ...]) -> bool:
        before, after = self._beliefs_at(turn.seq), self._beliefs_at(turn.seq + 1)
        return any(_value(before, key) != _value(after, key) for key in keys)

    def _restated(self, turn: Turn, keys: tuple[str, ...]) -> bool:
        """Whether a turn gives a value of a step again, the same as before."""
        after = self._beliefs_at(turn.seq + 1)
        return any(
            (belief := after.get(key)) is not None and belief.seq == turn.seq for key in keys
        )

    def _names_part(self, step: int, turn: Turn) -> bool:
        """Whether a turn names one of a step's blanks: "the address", "another size"."""
        heard = set(content(turn.text))
        return any(
            set(content(label(self.plan.blanks[key]))) & heard for key in self.plan.steps[step].keys
        )

    def _revive(self, turn: Turn, reply: Reply) -> None:
        """Take a declined step up again when the user comes back to it ("then the voucher")."""
        if reply.closing or reply.drop or reply.answer == "no":
            return
        live = without_questions(live_part(turn.text))
        heard = set(content(turn.text))
        for step in list(self.declined):
            if self.declined[step] >= turn.seq:
                continue
            again = speaks_of(self.plan, live, (self.plan.steps[step],), set())
            if again or (reply.answer == "yes" and "ahead" in heard):
                del self.declined[step]

    @property
    def gave_values(self) -> bool:
        """Whether the user's fresh words gave a value of any blank, new or again."""
        fresh = {turn.seq for turn in self.memory.fresh}
        known = (self.beliefs.get(key) for key in self.plan.blanks)
        return any(belief is not None and belief.seq in fresh for belief in known)

    def just_changed(self, step: PlanStep) -> bool:
        """Whether the user's fresh words have changed a value of a step."""
        return any(self._changed(turn, step.keys) for turn in self.memory.fresh)

    def confirmed(self, step: PlanStep) -> bool:
        """Whether the user's fresh words agree to a step exactly as it was proposed."""
        if not self.memory.fresh or step.index in self.objected:
            return False
        turn = self.memory.fresh[-1]
        prompt = self.prompts[turn.seq]
        settled = {at: seq for at, seq in self.settled.items() if seq < turn.seq}
        if self.pending(prompt.proposed, settled) != step.index:
            return False
        reply = self.reply
        if reply.answer != "yes" or self._asks_change(step, reply):
            return False
        return not self._changed(self.memory.fresh[0], step.keys)

    def _asks_change(self, step: PlanStep, reply: Reply) -> bool:
        """Whether a yes comes with a wish for something else that is not clear yet."""
        if not reply.but:
            return False
        if reply.but.rstrip().endswith("?"):
            return True
        turn = Turn(-1, reply.but, "", -1)
        return self._names_part(step.index, turn) or any(
            word in reply.but.split()
            for word in ("other", "another", "different", "instead", "else")
        )

    def changed_part(self, step: PlanStep) -> str | None:
        """Return the blank that a fresh no or yes-but names without giving a new value."""
        reply = self.reply
        text = reply.but or reply.text
        heard = set(content(text))
        for key in step.keys:
            if set(content(label(self.plan.blanks[key]))) & heard:
                return key
        return None


def _says_near(phrases: tuple[str, ...], text: str) -> bool:
    """Whether a clause says a phrase, or two sentences together: "It is a rug. I return it."."""
    if says(phrases, text):
        return True
    found = [each.text for each in sentences(text)]
    pairs = [f"{one} {other}" for one, other in pairwise(found)]
    return any(find_phrase(phrase, pair) is not None for phrase in phrases for pair in pairs)


def _value(beliefs: Beliefs, key: str) -> object:
    belief = beliefs.get(key)
    return None if belief is None else belief.value
