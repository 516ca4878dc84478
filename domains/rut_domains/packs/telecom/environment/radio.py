"""What a phone can do, from its settings, its line and the place where it is.

This is where account and phone meet. Nothing here changes anything.
"""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]

HOME_APN = {"name": "petrel.net", "mmsc": "http://mms.petrel.example"}
OPERATOR = "Petrel"
# Megabits a second that a technology gives in full signal; 3G was switched off for good.
SPEEDS = {"5G": 180.0, "4G": 46.0, "2G": 0.1}
MODES = {
    "automatic": ("5G", "4G", "2G"),
    "4g_only": ("4G",),
    "3g_only": (),
    "2g_only": ("2G",),
}
ROAMING_SPEED = 24.0
SAVER_SPEED = 2.0
USED_UP_SPEED = 0.4


def find_line(phone: Record, lines: dict[str, Record]) -> Record | None:
    """Return the line whose SIM is in the phone, or None if the network knows no such SIM."""
    sim = phone["sim"]["iccid"]
    return next((line for line in lines.values() if line["sim"]["iccid"] == sim), None)


def data_left(line: Record, plan: Record) -> float | None:
    """Return the gigabytes left of allowance and top-ups, or None where there is no limit."""
    if plan["unlimited"]:
        return None
    total = plan["data_gb"] + line["data"]["extra_gb"] - line["data"]["used_gb"]
    return round(max(total, 0.0), 2)


def measure(
    phone: Record, lines: dict[str, Record], plans: dict[str, Record], around: Record
) -> Record:
    """Return the phone's connection.

    `banner` is what the status bar shows, `network` the technology or "none", `bars` 0 to 5,
    `mobile_data` and `picture_messages` whether they work, `internet` "mobile", "wifi" or "none",
    `mbps` the speed of that.
    """
    line = find_line(phone, lines)
    banner, network = _service(phone, line, around)
    mobile = network != "none" and line is not None and _carries_data(phone, line, plans, around)
    wifi = phone["wifi"] and around["wifi_mbps"] > 0
    mbps = 0.0
    if wifi:
        mbps = around["wifi_mbps"]
    elif mobile and line is not None:
        mbps = _speed(phone, line, plans, around, network)
    return {
        "banner": banner,
        "network": network,
        "bars": around["coverage"][network] if network != "none" else 0,
        "mobile_data": mobile,
        "internet": "wifi" if wifi else "mobile" if mobile else "none",
        "mbps": mbps,
        "picture_messages": mobile and picture_problem(phone) == "",
    }


def picture_problem(phone: Record) -> str:
    """Return what in the phone, apart from its connection, keeps pictures from being sent."""
    if phone["apn_in_use"]["mmsc"] != HOME_APN["mmsc"]:
        return "the message centre cannot be found"
    if not phone["permissions"]["messages"]["photos"]:
        return "Messages has no access to photos"
    return ""


def reaches_operator(phone: Record, around: Record) -> bool:
    """Tell whether a notice from the operator reaches the phone; a barred line still gets it."""
    wifi = phone["wifi"] and around["wifi_mbps"] > 0
    radio = (
        not phone["airplane_mode"]
        and phone["sim"]["seat"] == "seated"
        and bool(_heard(phone, around))
    )
    return wifi or radio


def _heard(phone: Record, around: Record) -> str:
    """Return the best technology that the phone may use and that can be received here."""
    allowed = MODES[phone["network_mode"]]
    return next((each for each in allowed if around["coverage"][each] > 0), "")


def _service(phone: Record, line: Record | None, around: Record) -> tuple[str, str]:
    if phone["airplane_mode"]:
        return "Airplane mode", "none"
    if phone["sim"]["seat"] != "seated":
        return "No SIM card", "none"
    if line is None:
        return "SIM not valid", "none"
    network = _heard(phone, around)
    if not network:
        return "No service", "none"
    abroad = around["zone"] != "home"
    if line["status"] != "active" or (abroad and not line["roaming"]):
        return "Emergency calls only", "none"
    return f"{OPERATOR} (roaming)" if abroad else OPERATOR, network


def _carries_data(phone: Record, line: Record, plans: dict[str, Record], around: Record) -> bool:
    if not phone["mobile_data"] or phone["apn_in_use"]["name"] != HOME_APN["name"]:
        return False
    if line["profile_fault"] or phone["registered_profile"] != line["profile"]:
        return False
    if around["zone"] != "home" and not phone["data_roaming"]:
        return False
    if around["zone"] == "world":
        return bool(line["data"]["world_pass_gb"] > 0)
    plan = plans[line["plan_id"]]
    return data_left(line, plan) != 0 or plan["when_used_up"] == "slow"


def _speed(
    phone: Record, line: Record, plans: dict[str, Record], around: Record, network: str
) -> float:
    limits = [SPEEDS[network], around["mast_mbps"]]
    if around["zone"] != "home":
        limits.append(ROAMING_SPEED)
    if around["zone"] != "world" and data_left(line, plans[line["plan_id"]]) == 0:
        limits.append(USED_UP_SPEED)
    if phone["data_saver"]:
        limits.append(SAVER_SPEED)
    return float(min(limits))
