"""The line itself: showing, barring, roaming, provisioning, SIMs."""

from __future__ import annotations

from typing import Literal

from rut_env import read, write

from environment.records import Record, Records, digits, done, refused, today


class Lines(Records):
    """Tools on a line and the network behind it."""

    @read
    def get_line(self, line_id: str) -> Record:
        """Show a line: status, plan, data left, roaming, SIM, network profile, unbilled charges.

        Args:
            line_id: The line's id, for example L-2041.
        """
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        plan = self._plan(line)
        left = self._left(line)
        return done(
            {
                "line_id": line["line_id"],
                "number": line["number"],
                "label": line["label"],
                "status": line["status"],
                "barred_for": line["barred_for"],
                "plan": plan["name"],
                "monthly_price": plan["monthly_price"],
                "next_plan": self.plans[line["next_plan_id"]]["name"]
                if line["next_plan_id"]
                else "",
                "bound_until": line["bound_until"],
                "data_left_gb": "no limit" if left is None else left,
                "when_used_up": plan["when_used_up"],
                "world_pass_gb": line["data"]["world_pass_gb"],
                "roaming": "on" if line["roaming"] else "off",
                "sim": {"kind": line["sim"]["kind"], "ends_in": line["sim"]["iccid"][-4:]},
                "network_profile": "faulty" if line["profile_fault"] else "in order",
                "charges": line["charges"],
            }
        )

    @read
    def get_network_incidents(self, area: str) -> Record:
        """Show known faults and works of the network in an area.

        Args:
            area: A town, for example Skerrow.
        """
        wanted = area.strip().casefold()
        return done([each for each in self.incidents.values() if each["area"].casefold() == wanted])

    @write
    def enable_roaming(self, line_id: str) -> Record:
        """Let a line use networks abroad.

        Args:
            line_id: The line's id.
        """
        return self._set_roaming(line_id, on=True)

    @write
    def disable_roaming(self, line_id: str) -> Record:
        """Keep a line from using networks abroad.

        Args:
            line_id: The line's id.
        """
        return self._set_roaming(line_id, on=False)

    @write
    def suspend_line(self, line_id: str, reason: Literal["lost", "stolen", "pause"]) -> Record:
        """Bar a line: no calls, no messages, no data until it is resumed.

        Args:
            line_id: The line's id.
            reason: Why it is barred.
        """
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        if line["status"] != "active":
            return refused(f"the line is {line['status']} already")
        line["status"] = "suspended"
        line["barred_for"] = reason
        line["barred_on"] = today()
        self._settle()
        return done({"line_id": line["line_id"], "status": "suspended", "reason": reason})

    @write
    def resume_line(self, line_id: str) -> Record:
        """Put a barred line back into service; the phone must be restarted after it.

        Args:
            line_id: The line's id.
        """
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        if line["status"] != "suspended":
            return refused(f"the line is {line['status']}, not suspended")
        overdue = [
            bill["bill_id"]
            for bill in self.bills.values()
            if bill["customer_id"] == line["customer_id"] and bill["status"] == "overdue"
        ]
        if line["barred_for"] == "unpaid" and overdue:
            return refused(f"overdue and still unpaid: {', '.join(overdue)}")
        line["status"] = "active"
        line["barred_for"] = ""
        line["barred_on"] = ""
        line["profile"] += 1
        self._settle()
        return done({"line_id": line["line_id"], "status": "active", "restart_needed": True})

    @write
    def refresh_provisioning(self, line_id: str) -> Record:
        """Write a line's network profile anew; the phone takes it over when it is restarted.

        Args:
            line_id: The line's id.
        """
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        line["profile_fault"] = False
        line["profile"] += 1
        self._settle()
        return done(
            {"line_id": line["line_id"], "network_profile": "in order", "restart_needed": True}
        )

    @write
    def replace_sim(
        self, line_id: str, kind: Literal["card", "esim"], eid: str | None = None
    ) -> Record:
        """Order a new SIM card by post, or make an eSIM ready for the phone to download.

        Args:
            line_id: The line's id.
            kind: A card goes to the address on file; an eSIM is downloaded by the phone.
            eid: For an eSIM: the phone's EID, ten digits that its SIM page shows.
        """
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        fee = self.tariff["sim_card_fee"] if kind == "card" else self.tariff["esim_fee"]
        if kind == "card":
            line["sim_order"] = {"kind": "card", "eid": "", "on": today()}
        else:
            if len(digits(eid or "")) != 10:
                return refused("an eSIM needs the phone's EID, ten digits")
            line["sim_order"] = {"kind": "esim", "eid": digits(eid or ""), "on": today()}
        if fee:
            self._charge(line, "New SIM card", fee)
        return done({"line_id": line["line_id"], "ordered": line["sim_order"], "fee": fee})

    def _set_roaming(self, line_id: str, *, on: bool) -> Record:
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        line["roaming"] = on
        self._settle()
        return done({"line_id": line["line_id"], "roaming": "on" if on else "off"})
