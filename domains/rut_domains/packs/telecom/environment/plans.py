"""What a line is worth: plans, top-ups, passes."""

from __future__ import annotations

from typing import Literal

from rut_env import read, write

from environment.records import Record, Records, done, refused


class Plans(Records):
    """Tools on plans and data."""

    @read
    def list_plans(self) -> Record:
        """Show the plans on sale, and what it costs to change to one of them today."""
        plans = {key: plan for key, plan in self.plans.items() if plan["on_sale"]}
        return done({"change_today_fee": self.tariff["change_today_fee"], "plans": plans})

    @read
    def list_top_ups(self, line_id: str) -> Record:
        """Show the data top-ups and world passes that a line can have, with their prices.

        Args:
            line_id: The line's id, for example L-2041.
        """
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        return done(self._offered(line))

    @write
    def add_top_up(self, line_id: str, top_up_id: str) -> Record:
        """Add a data top-up or world pass to a line; the price goes on the next bill.

        Args:
            line_id: The line's id.
            top_up_id: One that list_top_ups shows for this line, for example data_5.
        """
        line = self._line(line_id)
        if line is None:
            return self._no_line(line_id)
        top_up = self._offered(line).get(top_up_id)
        if top_up is None:
            return refused(f"this line cannot have the top-up {top_up_id!r}")
        if line["status"] != "active":
            return refused(f"the line is {line['status']}")
        pool = "world_pass_gb" if top_up["kind"] == "world_pass" else "extra_gb"
        line["data"][pool] += top_up["gb"]
        charge = self._charge(line, top_up["name"], top_up["price"])
        self._settle()
        return done({"line_id": line["line_id"], "data": line["data"], "charge": charge})

    @write
    def change_plan(
        self, line_id: str, plan_id: str, start: Literal["today", "next_bill"]
    ) -> Record:
        """Move a line to another plan, today for a fee or free of charge from the next bill.

        Args:
            line_id: The line's id.
            plan_id: A plan on sale, for example gannet.
            start: When the new plan begins.
        """
        line = self._line(line_id)
        plan = self.plans.get(plan_id)
        if line is None:
            return self._no_line(line_id)
        if plan is None or not plan["on_sale"]:
            return refused(f"there is no plan {plan_id!r} on sale")
        if plan_id == line["plan_id"]:
            return refused("the line is on this plan already")
        if line["status"] != "active":
            return refused(f"the line is {line['status']}")
        fee = 0.0
        if start == "today":
            line["plan_id"] = plan_id
            line["next_plan_id"] = ""
            fee = self.tariff["change_today_fee"]
            self._charge(line, f"Change to {plan['name']} before the next bill", fee)
        else:
            line["next_plan_id"] = plan_id
        self._settle()
        return done({"line_id": line["line_id"], "plan": plan["name"], "start": start, "fee": fee})

    def _offered(self, line: Record) -> dict[str, Record]:
        plan = self._plan(line)
        return {
            key: top_up
            for key, top_up in self.top_ups.items()
            if line["plan_id"] not in top_up["not_for"]
            and not (plan["unlimited"] and top_up["kind"] == "data")
        }
