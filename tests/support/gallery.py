"""A small, fixed world for pictures of the screens: a pack, three dialogues, a rater's order."""

from __future__ import annotations

from pathlib import Path

from rut_annotations.rubric import load_rubric
from rut_domains.dialogue import Briefing, Chair, Dialogue, Origin
from rut_domains.pack import load_pack
from rut_domains.task import Task
from rut_tui.settings import Settings
from rut_tui.store import Place, Store
from rut_tui.ui.app import Opening, RutApp
from rut_tui.work.play import Session, resume_session
from rut_tui.work.rate import Desk
from tests.support.dialogues import Log, at, make_contract, make_tool
from tests.support.packs import make_pack

PLAYED = "0123456789abcdef"
CODES = ("AAAA-0001", "AAAA-0002")

POLICY = """\
# At the counter

Say only what the tools say.

## 1. Loans

| wish | allowed? |
|---|---|
| renew | **once**, for seven days |
| lend to a friend | no |

- Ask for the loan number before you look.
- Say what you will do, and wait for a yes.
"""


def open_gallery(folder: Path, theme: str = "") -> tuple[Store, Settings]:
    """Fill a database in the current folder, which must be `folder`, and return it."""
    pack = make_pack(folder / "packs")
    (pack / "policy.md").write_text(POLICY, "utf-8")
    settings = Settings(
        db=Path("rut.sqlite"),
        config=folder,
        sandbox="none",
        player="pat",
        theme=theme,
        packs=(folder / "packs",),
    )
    store = Store.open(settings.db)
    [task] = load_pack(pack).tasks.values()
    for dialogue in (_recorded(), _wide(), _played(task)):
        store.dialogues.add(dialogue)
    return store, settings


def make_gallery_app(store: Store, settings: Settings, opening: Opening | None = None) -> RutApp:
    """Return the app over the gallery, without anything that moves."""
    app = RutApp(store, settings, opening)
    app.animation_level = "none"
    return app


def open_played(store: Store, settings: Settings) -> Session:
    """Return the unfinished play: it is the agent's turn, so nothing happens by itself."""
    return resume_session(store, settings, PLAYED, trust=True)


def open_desk(store: Store, settings: Settings) -> Desk:
    """Return a rater's desk with an order and codes that are always the same."""
    ids = ("d-recorded", "d-wide")
    places = [
        Place(position=number, dialogue_id=name, code=code)
        for number, (name, code) in enumerate(zip(ids, CODES, strict=True))
    ]
    rubric = load_rubric("user_contract")
    store.orders.extend("ada", rubric.id, places)
    return Desk(store, settings, "ada", rubric)


def _played(task: Task) -> Dialogue:
    log = Log().agent("Welcome to the tool library. How can I help?")
    log.user("Hi, can I keep something I borrowed a little longer?")
    log.agent("Gladly. Which loan is it?").user("It's L-104.")
    found = {"success": True, "data": {"loan_id": "L-104", "tool": "floor sander", "renewals": 0}}
    log.call("agent", "get_loan", {"loan_id": "L-104"}, found)
    return log.dialogue(
        PLAYED,
        domain="library",
        task_id=task.id,
        task_hash=task.hash,
        created_at=at(86_400),
        user=Chair(kind="scripted", name="scripted-user"),
        agent=Chair(kind="human", name="pat"),
        briefing=Briefing(
            contract=task.contract,
            policy=POLICY,
            agent_tools=(make_tool("get_loan"), make_tool("renew_loan", writes=True)),
        ),
    )


def _recorded() -> Dialogue:
    log = Log().agent("Hello, how can I help?").user("Where is my parcel? It is late.")
    log.agent("May I have the number of the order?").user("W-1001, ordered by Ada Brandt.")
    log.call("agent", "get_order", {"order_id": "W-1001"}, {"success": True, "data": "in Ulm"})
    log.agent("It is in Ulm and comes tomorrow.").user("Thank you.").end("satisfied")
    return log.dialogue(
        "d-recorded",
        created_at=at(0),
        origin=Origin(system="tau2", source_id="1", file="results.json"),
        user=Chair(kind="model", name="model-u"),
        agent=Chair(kind="model", name="model-a"),
    )


def _wide() -> Dialogue:
    """Wide, joined and right-to-left characters, and text that looks like markup."""
    log = Log().agent("こんにちは。ご用件は？").user("[b]荷物[/b] はどこですか？ 👩‍👩‍👧 שלום")
    log.call("user", "restart_phone", {}, {"success": False, "error": "[red]no[/red]"}, error=True)
    log.agent("調べます。" * 12).user("ありがとう。").end("abandoned", detail="長い")
    return log.dialogue(
        "d-wide",
        domain="telecom",
        task_id="[mms]a|b[PERSONA:None]",
        created_at=at(60),
        origin=Origin(system="tau2", source_id="2", file="results.json"),
        user=Chair(kind="model", name="模型"),
        agent=Chair(kind="model", name="[b]model"),
        briefing=Briefing(
            contract=make_contract(reason="荷物が遅れています。"),
            user_tools=(make_tool("restart_phone", writes=True),),
        ),
    )
