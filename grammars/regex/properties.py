r"""`\p{...}` of ECMAScript: general categories, binary properties, scripts and script extensions, by their exact names.

ECMA-262 lists which properties a pattern may name and how; case and underscores count. The names stand here, the
characters come from `unicode_tables`, which are asked by long names: some short ones mean blocks there.
"""

from __future__ import annotations

from functools import cache

from .ranges import EVERYTHING, Ranges, union
from .unicode_tables import matched


def _long_names(pairs: str) -> dict[str, str]:
    """The long name by each name in a list of `Short=Long=Other`, or of names that have one form only."""
    forms = [pair.split("=") for pair in pairs.split()]
    return {name: names[min(1, len(names) - 1)] for names in forms for name in names}


BINARY = _long_names(
    "ASCII AHex=ASCII_Hex_Digit Alpha=Alphabetic Any Assigned Bidi_C=Bidi_Control Bidi_M=Bidi_Mirrored "
    "CI=Case_Ignorable Cased CWCF=Changes_When_Casefolded CWCM=Changes_When_Casemapped CWL=Changes_When_Lowercased "
    "CWKCF=Changes_When_NFKC_Casefolded CWT=Changes_When_Titlecased CWU=Changes_When_Uppercased Dash "
    "DI=Default_Ignorable_Code_Point Dep=Deprecated Dia=Diacritic Emoji EComp=Emoji_Component EMod=Emoji_Modifier "
    "EBase=Emoji_Modifier_Base EPres=Emoji_Presentation ExtPict=Extended_Pictographic Ext=Extender "
    "Gr_Base=Grapheme_Base Gr_Ext=Grapheme_Extend Hex=Hex_Digit IDSB=IDS_Binary_Operator IDST=IDS_Trinary_Operator "
    "IDC=ID_Continue IDS=ID_Start Ideo=Ideographic Join_C=Join_Control LOE=Logical_Order_Exception Lower=Lowercase "
    "Math NChar=Noncharacter_Code_Point Pat_Syn=Pattern_Syntax Pat_WS=Pattern_White_Space QMark=Quotation_Mark "
    "Radical RI=Regional_Indicator STerm=Sentence_Terminal SD=Soft_Dotted Term=Terminal_Punctuation "
    "UIdeo=Unified_Ideograph Upper=Uppercase VS=Variation_Selector space=White_Space XIDC=XID_Continue XIDS=XID_Start"
)
CATEGORIES = _long_names(
    "LC=Cased_Letter Pe=Close_Punctuation Pc=Connector_Punctuation Cc=Control=cntrl Sc=Currency_Symbol "
    "Pd=Dash_Punctuation Nd=Decimal_Number=digit Me=Enclosing_Mark Pf=Final_Punctuation Cf=Format "
    "Pi=Initial_Punctuation L=Letter Nl=Letter_Number Zl=Line_Separator Ll=Lowercase_Letter M=Mark=Combining_Mark "
    "Sm=Math_Symbol Lm=Modifier_Letter Sk=Modifier_Symbol Mn=Nonspacing_Mark N=Number Ps=Open_Punctuation C=Other "
    "Lo=Other_Letter No=Other_Number Po=Other_Punctuation So=Other_Symbol Zp=Paragraph_Separator Co=Private_Use "
    "P=Punctuation=punct Z=Separator Zs=Space_Separator Mc=Spacing_Mark Cs=Surrogate S=Symbol Lt=Titlecase_Letter "
    "Cn=Unassigned Lu=Uppercase_Letter"
)
SCRIPTS = (
    "Adlm=Adlam Aghb=Caucasian_Albanian Ahom Arab=Arabic Armi=Imperial_Aramaic Armn=Armenian Avst=Avestan "
    "Bali=Balinese Bamu=Bamum Bass=Bassa_Vah Batk=Batak Beng=Bengali Berf=Beria_Erfe Bhks=Bhaiksuki Bopo=Bopomofo "
    "Brah=Brahmi Brai=Braille Bugi=Buginese Buhd=Buhid Cakm=Chakma Cans=Canadian_Aboriginal Cari=Carian Cham "
    "Cher=Cherokee Chrs=Chorasmian Copt=Coptic Cpmn=Cypro_Minoan Cprt=Cypriot Cyrl=Cyrillic Deva=Devanagari "
    "Diak=Dives_Akuru Dogr=Dogra Dsrt=Deseret Dupl=Duployan Egyp=Egyptian_Hieroglyphs Elba=Elbasan Elym=Elymaic "
    "Ethi=Ethiopic Gara=Garay Geor=Georgian Glag=Glagolitic Gong=Gunjala_Gondi Gonm=Masaram_Gondi Goth=Gothic "
    "Gran=Grantha Grek=Greek Gujr=Gujarati Gukh=Gurung_Khema Guru=Gurmukhi Hang=Hangul Hani=Han Hano=Hanunoo "
    "Hatr=Hatran Hebr=Hebrew Hira=Hiragana Hluw=Anatolian_Hieroglyphs Hmng=Pahawh_Hmong "
    "Hmnp=Nyiakeng_Puachue_Hmong Hung=Old_Hungarian Ital=Old_Italic Java=Javanese Kali=Kayah_Li Kana=Katakana Kawi "
    "Khar=Kharoshthi Khmr=Khmer Khoj=Khojki Kits=Khitan_Small_Script Knda=Kannada Krai=Kirat_Rai Kthi=Kaithi "
    "Lana=Tai_Tham Laoo=Lao Latn=Latin Lepc=Lepcha Limb=Limbu Lina=Linear_A Linb=Linear_B Lisu Lyci=Lycian "
    "Lydi=Lydian Mahj=Mahajani Maka=Makasar Mand=Mandaic Mani=Manichaean Marc=Marchen Medf=Medefaidrin "
    "Mend=Mende_Kikakui Merc=Meroitic_Cursive Mero=Meroitic_Hieroglyphs Mlym=Malayalam Modi Mong=Mongolian "
    "Mroo=Mro Mtei=Meetei_Mayek Mult=Multani Mymr=Myanmar Nagm=Nag_Mundari Nand=Nandinagari Narb=Old_North_Arabian "
    "Nbat=Nabataean Newa Nkoo=Nko Nshu=Nushu Ogam=Ogham Olck=Ol_Chiki Onao=Ol_Onal Orkh=Old_Turkic Orya=Oriya "
    "Osge=Osage Osma=Osmanya Ougr=Old_Uyghur Palm=Palmyrene Pauc=Pau_Cin_Hau Perm=Old_Permic Phag=Phags_Pa "
    "Phli=Inscriptional_Pahlavi Phlp=Psalter_Pahlavi Phnx=Phoenician Plrd=Miao Prti=Inscriptional_Parthian "
    "Rjng=Rejang Rohg=Hanifi_Rohingya Runr=Runic Samr=Samaritan Sarb=Old_South_Arabian Saur=Saurashtra "
    "Sgnw=SignWriting Shaw=Shavian Shrd=Sharada Sidd=Siddham Sidt=Sidetic Sind=Khudawadi Sinh=Sinhala Sogd=Sogdian "
    "Sogo=Old_Sogdian Sora=Sora_Sompeng Soyo=Soyombo Sund=Sundanese Sunu=Sunuwar Sylo=Syloti_Nagri Syrc=Syriac "
    "Tagb=Tagbanwa Takr=Takri Tale=Tai_Le Talu=New_Tai_Lue Taml=Tamil Tang=Tangut Tavt=Tai_Viet Tayo=Tai_Yo "
    "Telu=Telugu Tfng=Tifinagh Tglg=Tagalog Thaa=Thaana Thai Tibt=Tibetan Tirh=Tirhuta Tnsa=Tangsa Todr=Todhri "
    "Tols=Tolong_Siki Toto Tutg=Tulu_Tigalari Ugar=Ugaritic Vaii=Vai Vith=Vithkuqi Wara=Warang_Citi Wcho=Wancho "
    "Xpeo=Old_Persian Xsux=Cuneiform Yezi=Yezidi Yiii=Yi Zanb=Zanabazar_Square Zinh=Inherited Zyyy=Common "
    "Zzzz=Unknown"
)  # of Unicode 17
_SCRIPTS = _long_names(SCRIPTS)
_VALUES = {
    **dict.fromkeys(("General_Category", "gc"), ("gc", CATEGORIES)),
    **dict.fromkeys(("Script", "sc"), ("sc", _SCRIPTS)),
    **dict.fromkeys(("Script_Extensions", "scx"), ("scx", _SCRIPTS)),
}


@cache
def unicode_property(text: str) -> Ranges | None:
    """The characters that `\\p{text}` matches; None if ECMAScript has no property of that name."""
    name, given, value = text.partition("=")
    if given:
        kind, values = _VALUES.get(name, ("", {}))
        return matched(rf"\p{{{kind}={values[value]}}}") if value in values else None
    if name in CATEGORIES:
        return matched(rf"\p{{gc={CATEGORIES[name]}}}")
    return _binary(BINARY[name]) if name in BINARY else None


def _binary(name: str) -> Ranges:
    if name == "Any":
        return EVERYTHING
    if name == "Changes_When_NFKC_Casefolded":  # which `regex` does not name; this is what it means
        parts = ("Changes_When_Casefolded", "Default_Ignorable_Code_Point", "NFKC_Quick_Check=No")
        return union(*(matched(rf"\p{{{part}}}") for part in parts))
    return matched(rf"\p{{{name}}}")
