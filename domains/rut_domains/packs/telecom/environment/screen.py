"""The phone as its owner reads it: status bar, settings pages, tests."""

from __future__ import annotations

from typing import Literal

from rut_env import read, user_tool

from environment.radio import picture_problem, reaches_operator
from environment.records import Record, Records, done

App = Literal["messages", "camera", "maps"]
_ON = {True: "on", False: "off"}
MODE_NAMES = {
    "automatic": "Automatic",
    "4g_only": "4G only",
    "3g_only": "3G only",
    "2g_only": "2G only",
}


class Screen(Records):
    """The user's tools that look and change nothing. `screen` is what the phone says."""

    @user_tool
    @read
    def read_status_bar(self) -> Record:
        """Look at the top of the screen: operator, network, bars, data, battery."""
        now = self._connection()
        wifi = now["internet"] == "wifi"
        data = "Wi-Fi" if wifi else now["network"] if now["mobile_data"] else "no data"
        bars = f"{now['bars']} of 5 bars" if now["network"] != "none" else "no bars"
        return done(
            {
                "banner": now["banner"],
                "network": now["network"],
                "bars": now["bars"],
                "data": data,
                "battery": self.phone["battery"],
                "screen": f"{now['banner']}, {bars}, {data}",
            }
        )

    @user_tool
    @read
    def read_network_settings(self) -> Record:
        """Open the network page: airplane mode, mobile data, roaming, Wi-Fi, saver, mode."""
        phone = self.phone
        names = ("airplane_mode", "mobile_data", "data_roaming", "wifi", "data_saver")
        shown = {name: _ON[phone[name]] for name in names}
        mode = MODE_NAMES[phone["network_mode"]]
        screen = (
            f"Airplane mode {shown['airplane_mode']}, mobile data {shown['mobile_data']}, "
            f"data roaming {shown['data_roaming']}, Wi-Fi {shown['wifi']}, "
            f"data saver {shown['data_saver']}, preferred network {mode}"
        )
        return done({**shown, "network_mode": mode, "screen": screen})

    @user_tool
    @read
    def read_sim_details(self) -> Record:
        """Open the SIM page: the state of the SIM, and the EID of the phone."""
        phone, line = self.phone, self._own_line()
        seated = phone["sim"]["seat"] == "seated"
        state = "ready" if line and seated else "not valid" if seated else "no SIM"
        return done(
            {
                "kind": phone["sim"]["kind"],
                "state": state,
                "number": line["number"] if line and seated else "",
                "eid": phone["eid"],
                "screen": f"SIM: {state}. EID: {phone['eid']}",
            }
        )

    @user_tool
    @read
    def read_apn_settings(self) -> Record:
        """Open the access point page, with the message centre of picture messages."""
        apn = self.phone["apn"]
        centre = apn["mmsc"] or "empty"
        pending = apn != self.phone["apn_in_use"]
        note = ". Restart to apply" if pending else ""
        return done(
            {
                "name": apn["name"],
                "mmsc": apn["mmsc"],
                "restart_needed": pending,
                "screen": f"Access point: {apn['name']}. Message centre: {centre}{note}",
            }
        )

    @user_tool
    @read
    def read_app_permissions(self, app: App) -> Record:
        """See what an app may use.

        Args:
            app: The app.
        """
        granted = self.phone["permissions"][app]
        listed = ", ".join(
            f"{name} {'allowed' if on else 'denied'}" for name, on in granted.items()
        )
        return done({"app": app, **granted, "screen": f"{app.capitalize()}: {listed}"})

    @user_tool
    @read
    def read_payment_requests(self) -> Record:
        """Open the notices of the Petrel app: a payment request that waits, if there is one."""
        request = self._waiting()
        if request is None:
            reached = reaches_operator(self.phone, self.surroundings)
            screen = "No payment request" if reached else "No connection to Petrel"
            return done({"waiting": False, "screen": screen})
        asked = f"{request['amount']:.2f} euros for bill {request['bill_id']}"
        return done(
            {
                "waiting": True,
                "bill_id": request["bill_id"],
                "amount": request["amount"],
                "screen": f"Petrel Mobile asks you to pay {asked}",
            }
        )

    @user_tool
    @read
    def run_speed_test(self) -> Record:
        """Measure the speed of the connection in use."""
        now = self._connection()
        over = {"wifi": "Wi-Fi", "mobile": now["network"], "none": "nothing"}[now["internet"]]
        screen = f"{now['mbps']:g} Mbps over {over}" if now["mbps"] else "Test failed: no internet"
        return done({"over": over, "mbps": now["mbps"], "screen": screen})

    @user_tool
    @read
    def try_picture_message(self) -> Record:
        """Try whether a picture message gets through, with a picture to Petrel."""
        now = self._connection()
        if now["picture_messages"]:
            return done({"sent": True, "screen": "Delivered"})
        problem = picture_problem(self.phone) if now["mobile_data"] else "no mobile data"
        return done({"sent": False, "screen": f"Not sent: {problem}"})

    def _waiting(self) -> Record | None:
        if not reaches_operator(self.phone, self.surroundings):
            return None
        return next(
            (
                request
                for request in self.payment_requests.values()
                if request["customer_id"] == self.phone["customer_id"]
                and request["status"] == "waiting"
            ),
            None,
        )
