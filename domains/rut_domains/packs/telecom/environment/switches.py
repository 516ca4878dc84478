"""The phone as its owner works it: switches, restart, SIM, approvals."""

from __future__ import annotations

from typing import Literal

from rut_env import user_tool, write

from environment.radio import HOME_APN
from environment.records import Record, done, refused, today
from environment.screen import MODE_NAMES, App, Screen


class Switches(Screen):
    """The user's tools that change something. `screen` is what the phone says after it."""

    @user_tool
    @write
    def set_airplane_mode(self, on: bool) -> Record:
        """Turn airplane mode on or off; on, it cuts all radio, Wi-Fi too.

        Args:
            on: True for on.
        """
        self.phone["airplane_mode"] = on
        if on:
            self.phone["wifi"] = False
            now = self._settle()
        else:
            now = self._attach()
        return done({"on": on, "screen": f"Airplane mode {_word(on)}. Status: {now['banner']}"})

    @user_tool
    @write
    def set_mobile_data(self, on: bool) -> Record:
        """Turn mobile data on or off.

        Args:
            on: True for on.
        """
        return self._switch("mobile_data", "Mobile data", on=on)

    @user_tool
    @write
    def set_data_roaming(self, on: bool) -> Record:
        """Let the phone use data abroad, or not. The line must allow it as well.

        Args:
            on: True for on.
        """
        return self._switch("data_roaming", "Data roaming", on=on)

    @user_tool
    @write
    def set_wifi(self, on: bool) -> Record:
        """Turn Wi-Fi on or off.

        Args:
            on: True for on.
        """
        return self._switch("wifi", "Wi-Fi", on=on)

    @user_tool
    @write
    def set_data_saver(self, on: bool) -> Record:
        """Turn the data saver on or off; on, it holds apps back.

        Args:
            on: True for on.
        """
        return self._switch("data_saver", "Data saver", on=on)

    @user_tool
    @write
    def set_network_mode(
        self, mode: Literal["automatic", "4g_only", "3g_only", "2g_only"]
    ) -> Record:
        """Choose which networks the phone looks for.

        Args:
            mode: The preferred network.
        """
        self.phone["network_mode"] = mode
        now = self._attach()
        name = MODE_NAMES[mode]
        return done({"mode": name, "screen": f"Preferred network {name}. Status: {now['banner']}"})

    @user_tool
    @write
    def reset_apn_settings(self) -> Record:
        """Put the access point back to the operator's own; it counts after a restart."""
        self.phone["apn"] = dict(HOME_APN)
        self._settle()
        return done({"restart_needed": True, "screen": "Access points reset. Restart to apply"})

    @user_tool
    @write
    def restart_phone(self) -> Record:
        """Switch the phone off and on again."""
        self.phone["apn_in_use"] = dict(self.phone["apn"])
        now = self._attach()
        data = "mobile data works" if now["mobile_data"] else "no mobile data"
        return done(
            {
                "banner": now["banner"],
                "mobile_data": now["mobile_data"],
                "screen": f"{now['banner']}, {data}",
            }
        )

    @user_tool
    @write
    def reseat_sim(self) -> Record:
        """Take the SIM card out and put it back in."""
        if self.phone["sim"]["kind"] == "esim":
            return refused("the phone uses an eSIM; there is no card to take out")
        self.phone["sim"]["seat"] = "seated"
        now = self._attach()
        return done({"banner": now["banner"], "screen": f"SIM card read. Status: {now['banner']}"})

    @user_tool
    @write
    def download_esim(self) -> Record:
        """Download the eSIM that the operator has made ready for this phone."""
        if self._connection()["internet"] == "none":
            return refused("the phone has no internet; Wi-Fi will do")
        for line in self.lines.values():
            order = line["sim_order"]
            if order.get("kind") != "esim" or order["eid"] != self.phone["eid"]:
                continue
            sim = {"iccid": f"8955{order['eid']}{line['line_id'][2:]}", "kind": "esim"}
            line["sim"] = dict(sim)
            line["sim_order"] = {}
            self.phone["sim"] = {**sim, "seat": "seated"}
            now = self._attach()
            screen = f"eSIM for {line['number']} is ready. Status: {now['banner']}"
            return done({"number": line["number"], "banner": now["banner"], "screen": screen})
        return refused("no eSIM is waiting for this phone")

    @user_tool
    @write
    def grant_app_permission(
        self, app: App, permission: Literal["photos", "location", "notifications"]
    ) -> Record:
        """Let an app use something.

        Args:
            app: The app.
            permission: What it may use from now on.
        """
        granted = self.phone["permissions"][app]
        if permission not in granted:
            return refused(f"{app} has no permission called {permission}")
        granted[permission] = True
        self._settle()
        screen = f"{app.capitalize()} may now use {permission}"
        return done({"app": app, "permission": permission, "screen": screen})

    @user_tool
    @write
    def approve_payment_request(self) -> Record:
        """Approve the payment request that waits in the Petrel app; it is paid at once."""
        request = self._waiting()
        if request is None:
            return refused("no payment request is waiting")
        request["status"] = "approved"
        bill = self.bills[request["bill_id"]]
        bill["status"] = "settled"
        bill["settled_on"] = today()
        amount = f"{request['amount']:.2f} euros"
        return done({"amount": request["amount"], "screen": f"Paid: {amount} to Petrel Mobile"})

    @user_tool
    @write
    def decline_payment_request(self) -> Record:
        """Decline the payment request that waits in the Petrel app."""
        request = self._waiting()
        if request is None:
            return refused("no payment request is waiting")
        request["status"] = "declined"
        return done({"amount": request["amount"], "screen": "Payment declined"})

    def _switch(self, name: str, title: str, *, on: bool) -> Record:
        self.phone[name] = on
        now = self._settle()
        return done({"on": on, "screen": f"{title} {_word(on)}. Status: {now['banner']}"})


def _word(on: bool) -> str:
    return "on" if on else "off"
