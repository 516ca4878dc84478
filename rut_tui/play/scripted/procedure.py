"""Word lists: what proposals are made of, whatever they are about."""

from __future__ import annotations

from rut_domains.language.words import content

# Words by which something is put up for a yes; alone they name nothing.
FORMULA = frozenset(
    content(
        "shall go ahead proceed continue okay fine right correct confirm agree happy suit sound "
        "good yes no please reply let know do work acceptable sure ready agreed agreement want "
        "like that this it all everything cool deal great alright sort thing so way now then "
        "first next would i you me just thank sorry hello hi hey mind interested comfortable "
        "begin start "
        "whole entire usual prefer choose decide think part rather option instead"
    )
)
# What happens at any desk while something wanted is brought about.
PROCEDURE = frozenset(
    content(
        "arrange book set put place make take give get send ship post mail email message text "
        "label link ticket note record form request submit process apply save register start "
        "order item product parcel package box delivery address account customer phone number "
        "line card method payment pay price refund original method charge fee policy system file "
        "check look search find pull verify review see ask question wait hold moment minute "
        "second transfer colleague team hand pass call network signal settings side reset "
        "refresh restart switch enable disable activate deactivate test screen app bill data "
        "plan notification permission photo day week today tomorrow working business courier "
        "driver collect drop office shop warehouse stock new old step detail correct change "
        "update details change swap return cancel replace exchange issue credit back turn add "
        "remove receive accept pick print pack cost free total amount gift option contact help "
        "fix repair solve resolve try again profile service code birth name identity"
    )
)
