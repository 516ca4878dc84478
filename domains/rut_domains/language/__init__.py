"""The language room: how scripted seats and outcomes read free text. Pure, rule based, English.

- `words`: normal form of text, tokens, light stemmer, content words
- `clauses`: sentences and clauses, with their mood
- `matching`: whether a clause says a phrase ("all content words of one phrase")
- `concepts`: common attributes that people ask for, and their values in text
- `money`: amounts and numbers, in digits and in words
- `moods`: completion, promise, conditional, negation of one clause
- `acts`: what a message does: asks, offers, refuses, transfers, greets, closes...
- `values`: whether a text names a value or says a phrase, as outcomes and checks need it
- `choices`: alternatives laid out in a message
- `topics`, `catalogue`, `hits`: what a contract holds to be asked for, and which of it is asked
- `answers`: yes, no, ignorance and correction
- `vocabulary`, `lists`: the word data that all of these share
"""
