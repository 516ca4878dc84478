"""From verdicts and records to the tables of fidelity: agent by agent, contract and likeness."""
