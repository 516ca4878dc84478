"""The bundle as one zip file, from which every number of a report can be made again."""

from __future__ import annotations
