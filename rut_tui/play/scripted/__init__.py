"""Scripted seats: a user driven by the contract, an agent driven by the oracle trace."""
