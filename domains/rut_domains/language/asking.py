"""Data: the forms of questions, requests and proposals, in normalised text."""

from __future__ import annotations

from rut_domains.language.forms import forms, one_of
from rut_domains.language.lists import OPENERS

START = rf"^(?:(?:{'|'.join(sorted(OPENERS))}|hi|hello|hey|so|well|of course|no problem|and)[ ,]+)*"
INFO_VERB = one_of(
    "tell|give|send|share|provide|confirm|verify|type|enter|spell|state|specify|describe|explain|"
    "supply|submit|indicate|mention|list|repeat|remind|let (?:me|us) (?:know|have)|drop|pop|quote|"
    "write|read|clarify|elaborate|detail|pass|offer|furnish|remember|recall|help|add|include|jot|"
    "key|fill|note|attach|hand|text|message|bring|state|fire|shoot"
)
WH = one_of("what which who whom whose where when why how")
WHERETO = r"(?:(?:under|on|in|for|to|at|by|from|with|since|of|about|until) )?"
AUX = one_of("am is are was were did do does would should can could will have has")
TAKE = one_of(
    "have|get|ask|know|take|see|grab|bother|trouble|borrow|note|collect|request|confirm|verify|"
    "double check|check"
)
GERUND = one_of(
    "telling giving sharing sending providing confirming letting spelling repeating verifying "
    "reading describing typing entering"
)

OPEN_QUESTION = forms(rf"{START}{WHERETO}{WH}\b")
UNMARKED_QUESTION = forms(
    rf"{START}{WHERETO}{WH}(?: \w+){{0,3}}? {AUX} (?:your|you|the|it|i|we|that|this)\b"
)
INDIRECT_QUESTION = forms(
    r"""
    (?:can|could|would|will|may|might) you (?:\w+ ){0,4}?<verb>\b
    (?:may|can|could|might) (?:i|we) (?:\w+ ){0,3}?<take>\b
    do you (?:\w+ ){0,3}?(?:have|know|remember|recall|happen)\b
    you (?:would not )?happen to (?:have|know|remember)\b
    have you got\b
    (?:mind|care|object to|able to|kind enough to|so kind as to) (?:\w+ ){0,2}?<verb>
    mind (?:\w+ )?(?:<gerund>|if i ask)\b
    trouble you for\b
    (?:wondering|curious)\b
    (?:what|how) about\b
    any (?:idea|chance)\b
    is there an?\b.*\b(?:number|email|address|name)
    <gerund> (?:me|us) (?:your|the|what|which)\b
    """,
    verb=INFO_VERB,
    take=TAKE,
    gerund=GERUND,
)
NEED = forms(
    r"""
    (?:i|we|it) (?:\w+ ){0,4}?<want>\b(?! to (?!<learn>))
    (?:i|we) (?:would|should) (?:\w+ ){0,2}?(?:like|love|appreciate)\b(?! to (?!<learn>))
    (?:needed|required|missing|lacking)\b
    (?:all|what|only thing|last thing|thing) (?:i|we) (?:\w+ ){0,2}?<want>
    (?:do|did|does) not (?:yet |currently |quite )?(?:have|catch|get|see) (?:your|the|an?|any)\b
    (?:helpful|help|help me|great|good|useful|handy|nice|lovely)\b(?: \w+){0,3} <have>\b
    (?:start|begin) with\b
    without (?:your|an?|the)\b
    (?:looking for|after) (?:your|the)\b
    (?:is|are|would be|will be) (?:enough|sufficient|all (?:i|we) need)\b
    (?:will|would) (?:do|suffice)\b
    """,
    want=one_of("need require want lack miss missing"),
    learn=one_of("know|have|get|ask|see|hear|confirm|verify|collect|take|identify|double check"),
    have=one_of("know have get tell give share see"),
)
GIVES_FIRST = forms(
    r"(?:you|i|we) (?:\w+ ){0,3}?(?:give|tell|share|send|provide|have|let|confirm|know|supply)\b"
)
COMMAND = forms(
    rf"""
    {START}(?:(?:please|go ahead and|feel free to|be so kind as to|remember to) )*<verb>\b
    {START}(?:(?:please|go ahead and|feel free to|be so kind as to|remember to) )*name\b
    please (?:\w+ )?<verb>\b
    let (?:me|us) (?:know|have)\b
    let us (?:start|begin) with\b
    """,
    verb=INFO_VERB,
)
NO_QUESTION = forms(
    rf"""
    {START}(?:thank you|thanks|cheers|got it|perfect|noted)\b
    thank(?:s| you) for\b
    ^what an?\b
    ^how (?:nice|lovely|great|kind)
    (?:can|could|may|shall|should) (?:i|we) (?:help|do for|assist)\b
    anything else\b
    let me know (?:if|when|once|whether|should)\b
    how (?:to|it works)\b
    \byes or no\b
    (?:need|want) (?:an?|your) (?:clear |plain )?(?:yes|no|answer)\b
    """
)

FINE = one_of("okay fine good right correct acceptable agreeable accurate cool")
ACTION = one_of(
    "go ahead|proceed|continue|process|place|book|cancel|exchange|return|refund|change|update|"
    "submit|send|issue|apply|charge|transfer|switch|reset|activate|enable|disable|arrange|finalise|"
    "finalize|start|set|add|remove|swap|order|ship|credit|make|move|upgrade|downgrade|connect|put|"
    "pass|hand|file|open|close|complete|do|replace|schedule|register|block|bar|pay|waive"
)
LEAVE = one_of(
    "go-ahead|go ahead|okay|confirmation|consent|approval|permission|green light|yes|nod|"
    "agreement|blessing|authorisation|authorization|say-so|thumbs up"
)
OFFER_QUESTION = forms(
    r"""
    (?:shall|should) (?:i|we)\b
    (?:like|want|prefer|wish|need) (?:me|us) to\b
    (?:would|do|will|did) you (?:still |also |perhaps |then |now |rather )?<want>\b
    ^(?:\w+ )?(?:is|are|was|were|does|do|would|will|did) (?:\w+ ){1,6}?<fine>\b
    (?:sounds?|looks?|works?) (?:good|okay|right|fine|for you)\b
    (?:does|do|would|will|did) <all> (?:\w+ ){0,2}?(?:work|suit|sound|look|seem|do)\b
    how (?:does|would) that (?:sound|be|suit)\b
    (?:okay|fine|good|right|happy|comfortable|cool) (?:with|for|by|if) (?:you|me|us|that|it|i|we)\b
    (?:okay|alright) if (?:i|we)\b
    are you (?:\w+ )?(?:okay|fine|good|happy|sure|ready|willing|comfortable|interested)\b
    are you (?:\w+ )?(?:content|satisfied|agreeable)\b
    are (?:you|we) (?:in agreement|agreed|on the same page)\b
    ^(?:(?:and|so|then|okay|now|just) )*<action> (?:it|them|this|that|these|the|your|you|both|all)
    ^(?:(?:and|so|then|okay|now|just) )*(?:go ahead|proceed|continue)$
    ^(?:(?:and|so|then|okay|now|just) )*<deed> (?:<many>|order \w|\d)\b(?: \w+){0,4}$
    ^(?:(?:would|do) you )?mind$
    do you (?:\w+ )?(?:agree|confirm|accept|authorise|authorize|approve|consent|want|wish)\b
    (?:can|may|could|do|might) (?:i|we) (?:\w+ )?(?:have|get) (?:your )?<leave>\b
    (?:can|may|could|might) (?:i|we) (?:(?:just|now|then|please|also) )*(?!<take>|<else>)\w+
    (?:ready|good|okay|safe|free) (?:for me )?to (?:<action>|go)\b
    what do you say\b
    (?:is|was) (?:that|this|it) what you\b
    yes or no\b
    yes ?/ ?no\b
    (?:can|could) i interest you\b
    how about (?:i|we|if)\b
    have i got (?:that|this|it|everything) (?:right|correct)
    did i (?:get|understand|hear) (?:that|this|you|it|everything)\b
    """,
    want=one_of("like|want|prefer|wish|care|accept|be (?:interested|happy|okay|willing|open)"),
    fine=FINE,
    all=one_of("that|this|it|these|those|everything|all (?:of )?(?:that|this)"),
    leave=LEAVE,
    action=ACTION,
    many=one_of("everything both all half the an? another one two"),
    deed=one_of("cancel return refund exchange swap replace block bar pay"),
    take=TAKE,
    **{"else": one_of("help|assist|be|do anything|do for|speak|talk|reach|call|contact|guess")},
)
OPINION = forms(
    r"""
    how (?:does|would|do) (?:that|this|it|you feel)\b
    how would you like (?:that|this|it)$
    how about (?:i|we|if)\b
    what (?:do you say|would you say|if (?:i|we))\b
    why not\b
    """
)
OFFER_TAG = forms(
    r"""
    (?:correct|right|okay|agreed|deal|yes|go ahead|proceed|confirm|fine|happy|ready|alright)$
    ^(?:\w+ ){0,2}go$
    (?:good|cool|great|yeah|happy with that|good to go|up for (?:it|that)|any objections?)$
    (?:may|shall|can|should|could) (?:i|we)$
    (?:is|are) (?:it|that|they|you) not$
    """
)
# Pieces without a verb that put something up for a yes: "gift card then?", "so 5 GB for 9?".
OFFER_FRAGMENT = forms(
    r"""
    ^(?:okay |and |well )?so\b
    then$
    """
)
OFFER_STATED = forms(
    r"""
    ^(?:(?:and|so|then|okay|now|just) )*<action> (?:both|everything|all)\b
    (?:please|just|could you|can you|will you) (?:\w+ )?<reply>(?: (?:with|by))? [\"']?<yes>(?!\w)
    (?:please )?confirm(?: for me)?$
    ^(?:just )?(?:reply|answer|type|respond) (?:with )?[\"']?yes\b
    say (?:yes|the word)\b
    let me know (?:if|whether) (?:that|this|you|it|i should|everything|i may|all)\b
    <await_> (?:\w+ )?your (?:\w+ )?<leave>\b
    (?:with|on|like) your (?:go-ahead|go ahead|okay|consent|approval|permission|agreement)\b
    (?:if|once|when|as soon as) you (?:\w+ )?(?:agree|confirm|say so|give me the|approve|okay)\b
    if (?:that|this|all this|it|everything|all of this) (?:is|looks|sounds|works|suits)\b
    if you (?:would )?(?:like|want|wish|prefer|are happy|are okay|agree)\b
    (?:i|we) (?:can|could|may|am able to) (?:\w+ )?(?:offer|propose|suggest)\b
    """,
    reply=one_of("confirm reply say answer type respond"),
    await_=one_of("await|awaiting|need|require|want|have|waiting for"),
    action=ACTION,
    yes=one_of("yes|that|if|whether|so|and|you|this|these|below|to|the word|okay|for me$|$"),
    leave=LEAVE,
)
