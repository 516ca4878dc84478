"""The agent's own sentences, for what the task has no wording for."""

from __future__ import annotations

from rut_tui.play.scripted.agent_labels import action, definite, label, needed, options
from rut_tui.play.scripted.plan import Blank, PlanStep

PURPOSE = (
    "What can I do for you?",
    "How can I help you?",
    "What is it about?",
    "Please tell me what I can do for you.",
)
MORE = (
    "Is there anything else I can do for you?",
    "Can I help you with anything else?",
    "Anything else I can do?",
    "What else can I do for you?",
    "Do you need anything else?",
)
FAREWELL = (
    "You're welcome. Have a good day!",
    "Gladly. All the best to you!",
    "All right, then. Goodbye!",
    "Thank you for getting in touch. Take care!",
    "My pleasure. Have a nice day!",
)
LEFT = (
    "All right, I leave it as it is. I am here if you need me.",
    "Fine, then nothing is changed. Just write if there is something else.",
    "As you wish; nothing has been changed. Take care!",
)
PARTING = (
    "A colleague will take over here shortly; please stay in this window.",
    "You have been handed over; a colleague will be with you in a moment.",
    "My colleague takes it from here. Please wait a moment.",
    "You will be served by a colleague soon. Thank you for your patience.",
)
HANDED_OVER = (
    "I have handed you over: a colleague takes over here shortly.",
    "You are being transferred; a colleague will take over in a moment.",
    "I have transferred you to a colleague, who will be with you soon.",
)
RULES = (
    "Those are our rules, I am sorry; I cannot bend them.",
    "I understand that it is not what you hoped for, but the rule holds for everybody.",
    "I am sorry, there is no way around it.",
)
LIMIT = (
    "That is as far as I can go here, I am sorry.",
    "I am sorry, more than this is not possible.",
    "I'm afraid that is all that I can offer.",
)
OUTSIDE = (
    "I am sorry, that is nothing I can do here.",
    "I'm afraid I cannot help with that.",
    "That lies outside of what I can do, I am sorry.",
)
GREETED = ("Hello!", "Hello and welcome!", "Hi there!", "Good to hear from you!")
THANKED = ("You're welcome.", "Gladly.", "My pleasure.", "No problem at all.")
SMALL_TALK = (
    "I am fine, thank you.",
    "All well here, thanks for asking.",
    "Very well, thank you.",
)
BOT = (
    "I am the automated service here, and I can see to your matter.",
    "You are talking to an automated service; I will do what I can.",
    "I am a program of the customer service, but I do understand plain words.",
)
CALM = (
    "I understand that this is annoying; let us sort it out.",
    "I am sorry for the trouble. Let me try to put it right.",
    "I can see why you are upset, and I want to help.",
)
STAY = (
    "I can see to this myself; let me try first.",
    "Let me try to help you here before anybody else is called in.",
    "I would like to sort this out with you right away.",
)
NO_HANDOVER = (
    "I am sorry, I cannot put you through to somebody else in this matter.",
    "Unfortunately I may not hand this over to a colleague.",
    "A colleague could not do more for you here, so I cannot transfer you.",
)
DECLINED = (
    "All right, I will not do that.",
    "Understood, then I leave that.",
    "Fine, I have not changed anything.",
    "OK, I won't go ahead with that.",
)
CHANGE = (
    "What would you like me to change?",
    "What should be different?",
    "Which part is not right?",
    "How would you like it instead?",
)
GO_ON = (
    "How would you like to go on?",
    "What would you like to do, then?",
    "What shall we do instead?",
    "How shall I proceed?",
)
CHANGED = (
    "Thank you, I have put that right.",
    "Noted.",
    "All right, I have taken that over.",
    "Of course.",
)
TAKEN_AS = (
    "I put that down as {value}.",
    "I take that as {value}.",
    "That counts as {value} here.",
)
UNCLEAR = (
    "Sorry, I did not quite get that.",
    "I am not sure I understood you.",
    "I'm afraid I did not follow.",
    "Pardon me, that was not clear to me.",
    "I could not make out what I need from that.",
)
YES_OR_NO = (
    "I need a clear yes or no before I go on.",
    "Please tell me yes or no, so that I make no mistake.",
    "I only go on with your yes.",
)
UNKNOWN_TO_USER = (
    "No problem, take a moment to look.",
    "That is all right; perhaps you can look it up.",
    "It may stand in an e-mail or on your papers from us.",
)
PATIENCE = (
    "Of course, take your time.",
    "No hurry.",
    "Sure, I will wait.",
)
REASON = (
    "I need that to find the right entry and to be sure about it.",
    "That way I change nothing for the wrong person or the wrong entry.",
    "Without it I cannot look anything up.",
)
NO_ANSWER = (
    "I am sorry, I cannot tell you that from what I see here.",
    "That is something I have no information about.",
    "I'm afraid I do not see that in what I have here.",
)
NOT_HERE = (
    "I am sorry, I cannot {request} for you here.",
    "Unfortunately {request} is not something I can do in this conversation.",
    "I'm afraid I can't {request} for you now.",
)
CAN_DO = (
    "What I can do is: {what}.",
    "I can help you with this: {what}.",
    "What is possible here: {what}.",
)
BARRED = (
    "I am sorry, our rules do not allow this: {what}.",
    "I'm afraid this is not possible here: {what}.",
    "Unfortunately I may not do this: {what}.",
)
FAILED = (
    "I'm afraid that did not work: {error}.",
    "Sorry, the system answers: {error}.",
    "I get an error there: {error}.",
    "That was not possible: {error}.",
)
NOTHING_MORE = (
    "As it stands there is nothing more that I can do in this matter.",
    "I have no other way to do that, I am sorry.",
    "I'm afraid that is as far as I can go with this.",
)
FOUND = (
    "Here is what I see: {what}.",
    "I have looked it up: {what}.",
    "The system shows this: {what}.",
)
REPORTED = ("Thank you.", "Thanks for telling me.", "Good, thank you.", "I see, thank you.")
REPORT_NEEDED = (
    "Please tell me when it is done and what you see.",
    "Let me know what happens when you have done it.",
    "Tell me, please, what it shows then.",
)
HELP_STEP = (
    "Take it slowly; you find it on the device itself, usually in its settings or menu.",
    "I cannot see your side, so please look around for it and tell me what you find.",
    "Have a calm look at it; it should be where such things are on your side.",
)
STEP_NEEDED = (
    "I cannot do this part from here, it has to be done on your side.",
    "Without this step I cannot go on, and only you can do it.",
    "That is the next thing we have to rule out.",
)
STEP_LEFT = (
    "All right, then we leave that and go on.",
    "Never mind, let us go on without it.",
    "OK, we skip that.",
)
ONCE_MORE = (
    "Let us go through it once more.",
    "Then let us check again, one thing at a time.",
    "I am sorry it is not right yet; let us look again.",
)
NEED_LEADS = ("To go on I need", "What I still need is", "For the next step I need")
AGAIN = ("Once more: ", "Again: ", "To say it again: ", "As I asked: ", "I repeat: ")


def ask_forms(blank: Blank) -> tuple[str, ...]:
    """Return questions for a blank: the task's own first, then ours."""
    return tuple(dict.fromkeys([*blank.slot.ask, *own_asks(blank)]))


def own_asks(blank: Blank) -> tuple[str, ...]:
    """Return our own questions for a blank."""
    what = definite(blank)
    if blank.kind == "flag":
        return (f"About {what}: yes or no?", f"Is it yes or no for {what}?")
    if blank.choices:
        return (
            f"About {what}: {options(blank)}?",
            f"Which of these is it for {what}: {options(blank)}?",
            f"Please choose {what}: {options(blank)}.",
            f"If none fits quite, which comes nearest for {what}: {options(blank)}?",
        )
    return (
        f"Could you tell me {what}?",
        f"What is {what}, please?",
        f"May I have {what}?",
        f"Please give me {what}.",
        f"Would you let me know {what}?",
    )


def list_forms(blank: Blank, listed: str) -> tuple[str, ...]:
    """Return questions for a blank that name what there is to choose from."""
    what = label(blank)
    return (
        f"For the {what} I see: {listed}. Which one do you mean?",
        f"I have these for the {what}: {listed}. Which one is it?",
        f"There is a choice for the {what}: {listed}. Which shall it be?",
    )


def list_leads(blank: Blank) -> tuple[str, ...]:
    """Return how the questions of `list_forms` begin."""
    return tuple(form.partition("\0")[0] for form in list_forms(blank, "\0"))


def check_forms(blank: Blank) -> tuple[str, ...]:
    """Return requests to look at a value again that led to an error."""
    what = definite(blank)
    return (
        f"Could you check {what} and tell me again?",
        f"Is {what} right? Please give it to me once more.",
        f"Please have another look at {what}; which is it?",
        f"What should I try for {what} instead?",
    )


def wait_forms(blank: Blank) -> tuple[str, ...]:
    """Return what to say to somebody who is still looking for a value."""
    what = definite(blank)
    return (
        f"I am here when you have {what}.",
        f"Just write {what} when you have found it.",
        f"Tell me {what} as soon as you have it.",
    )


def need_forms(blanks: tuple[Blank, ...]) -> tuple[str, ...]:
    """Return statements of all that is needed, in full."""
    items = "; ".join(needed(blank) for blank in blanks)
    return tuple(f"{lead} {items}." for lead in NEED_LEADS)


def proposal_forms(step: PlanStep, details: str) -> tuple[str, ...]:
    """Return our own proposals of a step."""
    what = f"{action(step)} ({details})" if details else action(step)
    return (
        f"I would now do this: {what}. Shall I go ahead?",
        f"So the next thing is: {what}. Is that right?",
        f"To be sure, this is what I would do: {what}. Do you agree?",
        f"May I go ahead with this: {what}?",
    )


def proposal_leads(step: PlanStep) -> tuple[str, ...]:
    """Return how the proposals of `proposal_forms` begin."""
    return tuple(
        form.partition(action(step))[0] + action(step) for form in proposal_forms(step, "")
    )


def done_forms(step: PlanStep, details: str) -> tuple[str, ...]:
    """Return our own reports of a step done."""
    what = f"{action(step)} ({details})" if details else action(step)
    return (
        f"Done: {what}.",
        f"That is done now: {what}.",
        f"I have taken care of it: {what}.",
    )


def tell_forms(step: PlanStep) -> tuple[str, ...]:
    """Return our own requests for a step of the user."""
    given = ", ".join(
        f"{name.replace('_', ' ')} {_state(value)}" for name, value in step.step.arguments.items()
    )
    what = f"{action(step)} ({given})" if given else action(step)
    return (
        f"On your side, please do this: {what}. Tell me what you see then.",
        f"I need your help with one step: {what}. What do you see after it?",
        f"Could you do this now, please: {what}? Then tell me what it shows.",
        f"The step that I mean is: {what}. Please tell me how it went.",
    )


def tell_leads(step: PlanStep) -> tuple[str, ...]:
    """Return how the requests of `tell_forms` begin."""
    return tuple(form.partition(action(step))[0] + action(step) for form in tell_forms(step))


def _state(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).replace("_", " ")
