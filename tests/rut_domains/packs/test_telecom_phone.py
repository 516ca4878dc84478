"""Account and phone hang together: each rule of the coupling, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.telecom import HOME_CENTRE, OWN, load_telecom, open_desk

TELECOM = load_telecom()
ABROAD = {"country": "Japan", "zone": "world", "coverage": {"5G": 0}}
EUROPE = {"country": "Portugal", "zone": "europe"}


def own(**changes: Any) -> dict[str, Any]:
    return {"lines": {OWN: changes}}


def test_airplane_mode_cuts_everything_and_its_end_brings_it_back() -> None:
    with open_desk(TELECOM, surroundings={"wifi_mbps": 50.0}) as desk:
        desk.phone("set_wifi", on=True)
        desk.phone("set_airplane_mode", on=True)
        assert desk.bar == ("Airplane mode", "no data")
        assert desk.phone("read_network_settings")["wifi"] == "off"
        desk.phone("set_airplane_mode", on=False)
        assert desk.bar == ("Petrel", "5G")


@pytest.mark.parametrize(
    ("mode", "banner", "mbps"),
    [
        ("automatic", "Petrel", 180.0),
        ("4g_only", "Petrel", 46.0),
        ("3g_only", "No service", 0.0),
        ("2g_only", "Petrel", 0.1),
    ],
)
def test_the_preferred_network(mode: str, banner: str, mbps: float) -> None:
    with open_desk(TELECOM) as desk:
        desk.phone("set_network_mode", mode=mode)
        assert (desk.bar[0], desk.mbps) == (banner, mbps)


def test_a_loose_card_is_no_card() -> None:
    with open_desk(TELECOM, phone={"sim": {"seat": "loose"}}) as desk:
        assert desk.bar == ("No SIM card", "no data")
        assert desk.phone("read_sim_details")["state"] == "no SIM"
        desk.phone("reseat_sim")
        assert desk.bar == ("Petrel", "5G")


def test_a_card_that_the_network_does_not_know() -> None:
    with open_desk(TELECOM, phone={"sim": {"iccid": "0"}}) as desk:
        assert desk.bar[0] == "SIM not valid"
        desk.phone("reseat_sim")
        assert desk.bar[0] == "SIM not valid"


def test_a_barred_line_leaves_the_phone_without_service_until_it_is_resumed_and_restarted() -> None:
    with open_desk(TELECOM) as desk:
        desk.agent("suspend_line", line_id=OWN, reason="pause")
        assert desk.bar == ("Emergency calls only", "no data")
        desk.agent("resume_line", line_id=OWN)
        assert desk.bar == ("Petrel", "no data")
        desk.phone("restart_phone")
        assert desk.bar == ("Petrel", "5G")


@pytest.mark.parametrize("way", ["restart_phone", "airplane_mode", "reseat_sim"])
def test_a_new_profile_reaches_the_phone_when_it_looks_for_its_network(way: str) -> None:
    with open_desk(TELECOM, **own(profile_fault=True)) as desk:
        assert desk.bar == ("Petrel", "no data")
        desk.phone("restart_phone")
        assert desk.bar == ("Petrel", "no data")
        desk.agent("refresh_provisioning", line_id=OWN)
        assert desk.bar == ("Petrel", "no data")
        if way == "airplane_mode":
            desk.phone("set_airplane_mode", on=True)
            desk.phone("set_airplane_mode", on=False)
        else:
            desk.phone(way)
        assert desk.bar == ("Petrel", "5G")


def test_mobile_data_has_a_switch() -> None:
    with open_desk(TELECOM) as desk:
        desk.phone("set_mobile_data", on=False)
        assert desk.bar == ("Petrel", "no data")
        desk.phone("set_mobile_data", on=True)
        assert desk.bar == ("Petrel", "5G")


def test_outside_europe_it_takes_line_phone_and_pass() -> None:
    with open_desk(TELECOM, surroundings=ABROAD) as desk:
        assert desk.bar[0] == "Emergency calls only"
        desk.agent("enable_roaming", line_id=OWN)
        assert desk.bar == ("Petrel (roaming)", "no data")
        desk.phone("set_data_roaming", on=True)
        assert desk.bar == ("Petrel (roaming)", "no data")
        desk.agent("add_top_up", line_id=OWN, top_up_id="world_1")
        assert desk.bar == ("Petrel (roaming)", "4G")
        assert desk.mbps == 24.0
        desk.agent("disable_roaming", line_id=OWN)
        assert desk.bar[0] == "Emergency calls only"


def test_in_europe_it_takes_no_pass() -> None:
    with open_desk(TELECOM, surroundings=EUROPE, **own(roaming=True)) as desk:
        assert desk.bar[1] == "no data"
        desk.phone("set_data_roaming", on=True)
        assert desk.bar == ("Petrel (roaming)", "5G")


@pytest.mark.parametrize(
    ("plan", "data", "mbps"), [("tern", "5G", 0.4), ("puffin", "no data", 0.0)]
)
def test_used_up_data_slows_or_stops(plan: str, data: str, mbps: float) -> None:
    with open_desk(TELECOM, **own(plan_id=plan, data={"used_gb": 20.0})) as desk:
        assert (desk.bar[1], desk.mbps) == (data, mbps)
        top_ups = ["data_10", "data_10"] if plan == "puffin" else ["data_2"]
        for top_up in top_ups:
            desk.agent("add_top_up", line_id=OWN, top_up_id=top_up)
        assert (desk.bar[1], desk.mbps) == ("5G", 180.0)


def test_a_plan_without_limit_is_never_used_up() -> None:
    with open_desk(TELECOM, **own(plan_id="albatross", data={"used_gb": 900.0})) as desk:
        assert desk.mbps == 180.0
        assert desk.agent("get_line", line_id=OWN)["data_left_gb"] == "no limit"


def test_the_data_saver_holds_mobile_data_back_and_wifi_hides_it() -> None:
    with open_desk(TELECOM, surroundings={"wifi_mbps": 50.0}) as desk:
        desk.phone("set_data_saver", on=True)
        assert desk.mbps == 2.0
        desk.phone("set_wifi", on=True)
        assert desk.phone("run_speed_test")["screen"] == "50 Mbps over Wi-Fi"
        desk.phone("set_wifi", on=False)
        desk.phone("set_data_saver", on=False)
        assert desk.mbps == 180.0


def test_wifi_that_is_not_there_is_no_internet() -> None:
    with open_desk(TELECOM, phone={"mobile_data": False, "wifi": True}) as desk:
        assert desk.phone("run_speed_test")["screen"] == "Test failed: no internet"


def test_an_access_point_counts_after_a_restart() -> None:
    wrong = {"name": "internet.other", "mmsc": ""}
    with open_desk(TELECOM, phone={"apn": wrong, "apn_in_use": wrong}) as desk:
        assert desk.bar == ("Petrel", "no data")
        assert "Message centre: empty" in desk.phone("read_apn_settings")["screen"]
        desk.phone("reset_apn_settings")
        assert desk.phone("read_apn_settings")["restart_needed"]
        assert desk.bar == ("Petrel", "no data")
        desk.phone("restart_phone")
        assert desk.bar == ("Petrel", "5G")
        assert desk.phone("read_apn_settings")["mmsc"] == HOME_CENTRE


def test_pictures_need_mobile_data_the_message_centre_and_the_photos() -> None:
    changes = {"permissions": {"messages": {"photos": False}}, "wifi": True, "mobile_data": False}
    with open_desk(TELECOM, phone=changes, surroundings={"wifi_mbps": 50.0}) as desk:
        assert desk.phone("try_picture_message")["screen"] == "Not sent: no mobile data"
        desk.phone("set_mobile_data", on=True)
        assert "photos" in desk.phone("try_picture_message")["screen"]
        desk.phone("grant_app_permission", app="messages", permission="photos")
        assert desk.phone("try_picture_message") == {"sent": True, "screen": "Delivered"}


def test_an_approved_payment_request_pays_the_bill() -> None:
    with open_desk(TELECOM, bills={"B-7102": {"status": "open", "settled_on": ""}}) as desk:
        assert not desk.phone("read_payment_requests")["waiting"]
        desk.agent("send_payment_request", bill_id="B-7102")
        assert desk.phone("read_payment_requests")["amount"] == 27.0
        desk.phone("approve_payment_request")
        bill = desk.agent("get_bill", bill_id="B-7102")
        assert (bill["status"], bill["settled_on"]) == ("settled", "2027-04-21")
        assert desk.refusal("user", "approve_payment_request") == "no payment request is waiting"


def test_a_declined_payment_request_leaves_the_bill_and_can_be_sent_again() -> None:
    with open_desk(TELECOM, bills={"B-7102": {"status": "open", "settled_on": ""}}) as desk:
        desk.agent("send_payment_request", bill_id="B-7102")
        assert "still waiting" in desk.refusal("agent", "send_payment_request", bill_id="B-7102")
        desk.phone("decline_payment_request")
        assert desk.agent("get_bill", bill_id="B-7102")["status"] == "open"
        desk.agent("send_payment_request", bill_id="B-7102")
        assert desk.phone("read_payment_requests")["waiting"]


def test_a_payment_request_of_somebody_else_is_not_on_this_phone() -> None:
    with open_desk(TELECOM) as desk:
        desk.agent("send_payment_request", bill_id="B-7114")
        assert not desk.phone("read_payment_requests")["waiting"]
        desk.refusal("user", "approve_payment_request")


def test_a_payment_request_reaches_a_barred_phone_but_none_in_airplane_mode() -> None:
    changes = {"bills": {"B-7102": {"status": "open", "settled_on": ""}}}
    with open_desk(TELECOM, surroundings={"wifi_mbps": 9.0}, **changes) as desk:
        desk.agent("suspend_line", line_id=OWN, reason="pause")
        desk.agent("send_payment_request", bill_id="B-7102")
        assert desk.phone("read_payment_requests")["waiting"]
        desk.phone("set_airplane_mode", on=True)
        assert desk.phone("read_payment_requests")["screen"] == "No connection to Petrel"
        desk.refusal("user", "approve_payment_request")
        desk.phone("set_wifi", on=True)
        desk.phone("approve_payment_request")


def test_an_esim_is_made_for_one_phone_and_ends_the_card() -> None:
    with open_desk(TELECOM, surroundings={"wifi_mbps": 50.0}) as desk:
        card = desk.line["sim"]["iccid"]
        eid = desk.phone("read_sim_details")["eid"]
        assert "no eSIM" in desk.refusal("user", "download_esim")
        desk.agent("replace_sim", line_id=OWN, kind="esim", eid="1111111111")
        assert "no eSIM" in desk.refusal("user", "download_esim")
        desk.agent("replace_sim", line_id=OWN, kind="esim", eid=f"{eid[:5]} {eid[5:]}")
        assert desk.bar[0] == "Petrel"
        desk.phone("download_esim")
        assert desk.line["sim"]["kind"] == "esim"
        assert desk.line["sim"]["iccid"] != card
        assert desk.bar[0] == "Petrel"
        assert "no card" in desk.refusal("user", "reseat_sim")


def test_the_old_card_is_dead_once_the_esim_is_elsewhere() -> None:
    with open_desk(TELECOM, **own(sim={"iccid": "895500000000000001", "kind": "esim"})) as desk:
        assert desk.bar[0] == "SIM not valid"


def test_an_esim_needs_internet_to_be_downloaded() -> None:
    changes = {"mobile_data": False, "sim": {"seat": "loose"}}
    with open_desk(TELECOM, phone=changes) as desk:
        desk.agent("replace_sim", line_id=OWN, kind="esim", eid="3104470012")
        assert "Wi-Fi" in desk.refusal("user", "download_esim")


def test_a_permission_that_an_app_does_not_have_cannot_be_granted() -> None:
    with open_desk(TELECOM) as desk:
        desk.refusal("user", "grant_app_permission", app="messages", permission="location")


def test_the_seats_cannot_use_each_others_tools() -> None:
    with open_desk(TELECOM) as desk:
        desk.refusal("agent", "set_airplane_mode", on=True)
        desk.refusal("user", "suspend_line", line_id=OWN, reason="pause")
