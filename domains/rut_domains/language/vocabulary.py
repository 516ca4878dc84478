"""Word data: contractions, irregular forms, stop words and groups of words that mean the same."""

from __future__ import annotations

from rut_domains.language.lists import word_set

CONTRACTIONS: dict[str, str] = {
    "won't": "will not",
    "can't": "can not",
    "cannot": "can not",
    "shan't": "shall not",
    "ain't": "is not",
    "let's": "let us",
    "y'all": "you all",
    "'tis": "it is",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have to",
    "gimme": "give me",
    "lemme": "let me",
    "kindly": "please",
    "pls": "please",
    "plz": "please",
    "u": "you",
    "r": "are",
    "ur": "your",
    "thx": "thanks",
    "ty": "thanks",
    "ok": "okay",
    "k": "okay",
    "alright": "okay",
    "w/o": "without",
    "dunno": "do not know",
    "yep": "yes",
    "yeah": "yes",
    "yup": "yes",
    "nope": "no",
    "nah": "no",
    "dont": "do not",
    "doesnt": "does not",
    "didnt": "did not",
    "cant": "can not",
    "wont": "will not",
    "isnt": "is not",
    "wasnt": "was not",
    "havent": "have not",
    "hasnt": "has not",
    "couldnt": "could not",
    "wouldnt": "would not",
    "whats": "what is",
    "wheres": "where is",
    "thats": "that is",
    "youre": "you are",
    "im": "i am",
    "ive": "i have",
    "youve": "you have",
    "weve": "we have",
    "theres": "there is",
    "heres": "here is",
}

ENDINGS: tuple[tuple[str, str], ...] = (
    ("n't", " not"),
    ("'re", " are"),
    ("'ve", " have"),
    ("'ll", " will"),
    ("'d", " would"),
    ("'m", " am"),
)

# After these words 's is a verb; after all others it marks the owner and is dropped.
VERB_AFTER = word_set(
    "it that this what who where when why how there here he she everything all one long exactly"
)

IRREGULAR: dict[str, str] = {
    form: base
    for base, forms in {
        "buy": "bought",
        "send": "sent",
        "pay": "paid",
        "choose": "chose chosen",
        "give": "gave given",
        "take": "took taken",
        "tell": "told",
        "say": "said",
        "see": "saw seen",
        "go": "went gone goes",
        "do": "did done does",
        "make": "made",
        "get": "got gotten",
        "find": "found",
        "know": "knew known",
        "break": "broke broken",
        "lose": "lost",
        "write": "wrote written",
        "hold": "held",
        "keep": "kept",
        "leave": "left",
        "speak": "spoke spoken",
        "think": "thought",
        "bring": "brought",
        "come": "came",
        "begin": "began begun",
        "withdraw": "withdrew withdrawn",
        "use": "uses using used",
        "wear": "wore worn",
        "remind": "reminder reminders",
        "travel": "travelling travelled",
        "fall": "fell fallen",
        "hear": "heard",
        "mean": "meant",
        "meet": "met",
        "sell": "sold",
        "sleep": "slept",
        "spend": "spent",
        "stand": "stood",
        "steal": "stole stolen",
        "stick": "stuck",
        "tear": "tore torn",
        "feel": "felt",
        "fly": "flew flown",
        "catch": "caught",
        "drive": "drove driven",
        "forget": "forgot forgotten",
        "freeze": "froze frozen",
        "hang": "hung",
        "lend": "lent",
        "ride": "rode ridden",
        "win": "won",
        "run": "ran",
        "ship": "shipment",
        "deliver": "delivery deliveries",
        "cancel": "cancelled canceled cancelling canceling cancellation cancellations",
        "replace": "replacement replacements",
        "activate": "activation",
        "confirm": "confirmation",
        "complete": "completion",
        "suspend": "suspension",
        "upgrade": "upgrading",
        "child": "children",
        "person": "people",
    }.items()
    for form in forms.split()
}

# Words that look inflected and are not.
INVARIABLE = word_set(
    "pine address process access business status always plus previous various bus gas news "
    "wireless series nothing something anything everything evening morning during thing king "
    "ring spring string bring need speed feed indeed hundred yes this his its thus us less "
    "billing shipping roaming"
)

STOP_WORDS = word_set(
    "a an the this that these those some any each every such i me my mine myself you your "
    "yours yourself we us our ours he him his she her hers it its they them their theirs am "
    "is are was were be been being do does did doing have has had having will would shall "
    "should can could may might must of for to with in at by from into onto about as than "
    "then so too very just also please kindly and or but if there here now again what which "
    "whose whom let got get go going want need like okay well really actually exactly "
    "currently still even only kind sort bit up around"
)

NEGATIONS = word_set("not no never none neither nor without nothing nobody unable")

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMERALS: dict[str, int] = {word: value for value, word in enumerate(_UNITS.split())} | {
    word: 10 * value for value, word in enumerate(_TENS.split(), start=2)
}

# Words of one row count as the same word. The first one names the row.
SAME: tuple[str, ...] = (
    "not no never none neither nor without unable",
    "order purchase",
    "number num nr id identifier reference ref digits",
    "phone telephone mobile cell cellphone handset smartphone tel",
    "postcode zip zipcode",
    "colour color shade hue",
    "product item article piece",
    "exchange swap trade replace",
    "refund reimburse reimbursement",
    "cancel void annul",
    "modify change update amend edit alter correct",
    "fee surcharge",
    "ship dispatch",
    "enable activate",
    "disable deactivate kill",
    "restart reboot",
    "check verify inspect examine",
    "why reason motive",
    "when date",
    "broken damage defective faulty crack",
    "human representative rep",
    "bill invoice",
    "plan subscription tariff",
    "big large",
    "signal reception",
    "birthdate dob birthday",
    "buy acquire",
    "see spot",
    "shop store retailer",
    "notice discover",
    "close terminate",
    "cheap inexpensive",
    "photo picture image",
    "gb gigabyte gig",
    "quid pound",
    "bar block",
    "send post",
    "deduct subtract withhold",
)

# Runs of words that count as one word; longer runs first.
RUNS: tuple[tuple[str, str], ...] = (
    ("power cycle", "restart"),
    ("start over", "restart"),
    ("date of birth", "birthdate"),
    ("birth date", "birthdate"),
    ("what for", "why"),
    ("at what time", "when"),
    ("what time", "when"),
    ("what day", "when"),
    ("which day", "when"),
    ("what date", "when"),
    ("which date", "when"),
    ("how come", "why"),
    ("what made you", "why"),
    ("what makes you", "why"),
    ("what led you", "why"),
    ("what prompted", "why"),
    ("zip code", "postcode"),
    ("post code", "postcode"),
    ("postal code", "postcode"),
    ("e mail", "email"),
    ("e mails", "email"),
    ("cell phone", "phone"),
    ("mobile phone", "phone"),
    ("send back", "return"),
    ("sent back", "return"),
    ("sending back", "return"),
    ("give back", "return"),
    ("take back", "return"),
    ("call off", "cancel"),
    ("called off", "cancel"),
    ("money back", "refund"),
    ("paid back", "refund"),
    ("pay back", "refund"),
    ("change over", "exchange"),
    ("air plane", "airplane"),
    ("flight mode", "airplane mode"),
    ("aeroplane mode", "airplane mode"),
    ("into flight mode", "enable airplane mode"),
    ("into airplane mode", "enable airplane mode"),
    ("onto flight mode", "enable airplane mode"),
    ("speed check", "speed test"),
    ("wi fi", "wifi"),
    ("sim card", "sim"),
    ("log in", "login"),
    ("sign in", "login"),
    ("set up", "setup"),
    ("gift voucher", "gift card"),
    ("giftcard", "gift card"),
    ("gift certificate", "gift card"),
    ("how many", "quantity"),
    ("given name", "first name"),
    ("christian name", "first name"),
    ("family name", "last name"),
    ("sur name", "last name"),
    ("put back", "reinsert"),
    ("take out", "remove"),
    ("taken out", "remove"),
    ("no longer", "not"),
)

# Written as one word, these stand for two.
SPLIT: dict[str, str] = {
    "surname": "last name",
    "lastname": "last name",
    "forename": "first name",
    "firstname": "first name",
    "reseat": "remove reinsert",
    "speedtest": "speed test",
    "retest": "test again",
    "auto": "automatic",
    "pic": "picture",
    "pics": "pictures",
    "flightmode": "airplane mode",
    "esims": "esim",
    "unused": "not used",
    "unworn": "not worn",
    "unopened": "not opened",
}

_COLOURS = (
    "black white red blue green yellow orange purple violet pink brown grey gray beige silver "
    "gold golden navy teal turquoise cream ivory maroon burgundy khaki olive lilac mint charcoal "
    "coral magenta cyan bronze copper indigo tan"
)
COLOURS: tuple[str, ...] = tuple(_COLOURS.split())
_SIZES = "xxs xs small medium large xl xxl xxxl"
SIZES: tuple[str, ...] = tuple(_SIZES.split())
