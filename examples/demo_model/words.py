"""The words that synthetic texts are made of, and how single values (a name, a price, a date) are drawn.

Names come half from lists and half from syllables, so that a model cannot learn them by heart: it has to copy. Each
list, of words and of wordings alike, is split: every sixth entry is kept for held-out texts, and no training text has
it.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

Item = TypeVar("Item")
HELD_EVERY = 6


@dataclass
class Draw:
    """A source of random values; with `held_out`, from the entries of lists that training never sees."""

    rng: Random
    held_out: bool = False

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items that belong to this side; a short list is shared by both sides."""
        if len(items) < HELD_EVERY:
            return self.rng.choice(items)
        if self.held_out:
            return items[HELD_EVERY - 1 + HELD_EVERY * self.rng.randrange(len(items) // HELD_EVERY)]
        while True:
            index = self.rng.randrange(len(items))
            if index % HELD_EVERY != HELD_EVERY - 1:
                return items[index]

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def number(self, low: int, high: int) -> int:
        return self.rng.randint(low, high)


def words(text: str) -> list[str]:
    """The entries of a list written with commas."""
    return [" ".join(entry.split()) for entry in text.split(",")]


FIRST_NAMES = words(
    """Ada, Ben, Clara, David, Emma, Felix, Grace, Hugo, Ines, Jonas, Karin, Leo, Maria, Nadia, Oscar, Paula, Quentin,
    Rosa, Simon, Tara, Ursula, Victor, Wendy, Xavier, Yara, Zoe, Ahmed, Bianca, Chen, Diego, Elena, Farid, Gita,
    Hana, Ivan, Julia, Kofi, Lena, Mateo, Nora, Omar, Priya, Rachel, Sven, Tomas, Uma, Vera, Walid, Ximena, Yusuf,
    Anna, Bruno, Carmen, Dmitri, Esther, Finn, Greta, Henrik, Irene, Jack, Kate, Lars, Mona, Nils, Olga, Peter,
    Ruth, Sara, Theo, Vito, James, Mary, John, Linda, Robert, Susan, Michael, Karen, Daniel, Laura, Thomas, Alice,
    George, Helen, Kenji, Yuki, Sofia, Liam, Noah, Olivia, Mia, Amir, Fatima, Joao, Lucia, Marco, Giulia, Pierre,
    Camille, Anders, Ingrid, Piotr, Agata"""
)
LAST_NAMES = words(
    """Lovelace, Smith, Garcia, Meyer, Novak, Rossi, Dubois, Jansen, Kowalski, Silva, Tanaka, Singh, Khan, Okafor,
    Nguyen, Hansen, Larsen, Virtanen, Petrov, Horvat, Costa, Moreau, Fischer, Weber, Wagner, Becker, Schulz,
    Brown, Jones, Taylor, Wilson, Evans, Walker, Wright, Green, Hall, Wood, Clarke, Turner, Hill, Cooper, Ward,
    Gray, Cox, Diaz, Lopez, Perez, Torres, Ramos, Vega, Ortiz, Sato, Suzuki, Kim, Park, Lee, Wang, Zhang, Ali,
    Hassan, Haddad, Cohen, Levy, Berg, Lund, Dahl, Nilsson, Olsen, Popescu, Ionescu, Bianchi, Ferrari, Romano,
    Marino, Conti, Gallo, Bauer, Koch, Keller, Huber"""
)
CITIES = words(
    """Oslo, Rome, Lima, Paris, Berlin, Madrid, Vienna, Prague, Warsaw, Lisbon, Dublin, London, Athens, Cairo, Nairobi,
    Lagos, Accra, Tunis, Delhi, Mumbai, Tokyo, Osaka, Kyoto, Seoul, Hanoi, Bangkok, Jakarta, Manila, Sydney,
    Perth, Auckland, Toronto, Montreal, Boston, Chicago, Denver, Austin, Seattle, Miami, Havana, Bogota, Quito,
    Santiago, Porto, Seville, Lyon, Nice, Turin, Milan, Naples, Bergen, Malmo, Turku, Riga, Vilnius, Tallinn,
    Krakow, Gdansk, Brno, Graz, Zurich, Geneva, Basel, Munich, Hamburg, Cologne, Leipzig, Dresden, Bremen, Ghent,
    Utrecht, Leeds, York, Bristol, Cork, Galway, New York, San Diego, Cape Town, Buenos Aires, Hong Kong, Sao
    Paulo, Tel Aviv, Las Vegas, Bern, Split, Varna, Izmir, Amman, Dakar"""
)
COUNTRIES = words(
    """Norway, Italy, Peru, France, Germany, Spain, Austria, Poland, Portugal, Ireland, Greece, Egypt, Kenya, Nigeria,
    Ghana, India, Japan, Korea, Vietnam, Thailand, Indonesia, Australia, Canada, Cuba, Colombia, Ecuador, Chile,
    Sweden, Finland, Latvia, Estonia, Switzerland, Belgium, Denmark, Iceland, Hungary, Romania, Bulgaria, Croatia,
    Turkey, Jordan, Senegal, Morocco, Brazil, Mexico, Argentina, New Zealand, South Africa"""
)
JOBS = words(
    """nurse, teacher, engineer, baker, pilot, lawyer, painter, plumber, farmer, chef, driver, dentist, carpenter,
    architect, journalist, accountant, librarian, mechanic, photographer, electrician, designer, programmer,
    gardener, tailor, translator, musician, doctor, firefighter, waiter, hairdresser, biologist, chemist, welder,
    surgeon, butcher, data analyst, project manager, sales manager, software engineer, police officer, social
    worker, bus driver, shop assistant, actor"""
)
PRODUCTS = words(
    """lamp, desk, chair, kettle, toaster, bicycle, helmet, backpack, tent, keyboard, monitor, mouse, headphones,
    camera, phone, tablet, blender, sofa, mattress, pillow, blanket, umbrella, jacket, boots, sandals, watch, guitar,
    piano, drum, drill, hammer, ladder, printer, scanner, router, speaker, television, vacuum cleaner, coffee
    machine, office chair, desk lamp, rain jacket, water bottle, frying pan, alarm clock, phone case, bookshelf,
    carpet, mirror, curtain, fan, heater, notebook"""
)
ADJECTIVES = words(
    """red, blue, green, black, white, small, large, old, new, wooden, steel, folding, electric, light, heavy, round,
    yellow, grey, cheap, solid, wireless, portable, leather, cotton, silent, brown, orange, double, mini, classic"""
)
FOODS = words(
    """espresso, cappuccino, tea, water, juice, sandwich, salad, soup, pizza, pasta, burger, fries, cake, croissant,
    muffin, bread, milk, butter, cheese, eggs, apples, bananas, rice, beans, beer, wine, lemonade, cookie,
    omelette, risotto, noodles, tomatoes, onions, yogurt, honey, chocolate, steak, curry"""
)
COMPANY_WORDS = words(
    """Northern, Bright, Blue, Golden, Silver, Rapid, Global, United, Modern, Prime, Alpine, Harbour, River, Summit,
    Cedar, Falcon, Lotus, Orion, Nova, Delta, Vertex, Quantum, Pioneer, Atlas, Beacon, Meadow, Coral, Granite,
    Maple, Willow"""
)
COMPANY_TRADES = words("Foods, Motors, Systems, Logistics, Labs, Bank, Energy, Media, Books, Tools, Textiles, Software")
COMPANY_ENDS = words("Ltd, GmbH, Inc, AG, Group, & Sons, and Partners")
SUBJECTS = words(
    """budget review, team lunch, project kickoff, dentist appointment, design review, board meeting, sales call, job
    interview, yoga class, piano lesson, book club, parent evening, quarterly report, code review, product launch,
    status update, training day, birthday party, site visit, annual audit, security briefing, planning session,
    press conference, choir practice"""
)
HOBBIES = words(
    """chess, tennis, sailing, painting, cooking, hiking, singing, fishing, cycling, reading, knitting, dancing, skiing,
    running"""
)
LANGUAGES = words("German, French, Spanish, Italian, Polish, Dutch, Greek")
STREETS = words("Street, Road, Lane, Avenue, Square, Way")
ONSETS = [
    "b",
    "br",
    "c",
    "ch",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "h",
    "j",
    "k",
    "kl",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "qu",
    "r",
    "s",
    "sh",
    "sk",
    "st",
    "t",
    "th",
    "tr",
    "v",
    "w",
    "y",
    "z",
]
VOWELS = ["a", "e", "i", "o", "u", "a", "e", "i", "o", "ai", "ea", "ou", "ia"]
CODAS = ["", "", "", "", "n", "r", "l", "s", "m", "k", "t", "nd", "rk", "x", "v"]
DOMAINS = words("example.com, mail.net, post.org, acme.io, web.de, inbox.com, office.eu, home.fr, corp.com, uni.edu")


def syllables(draw: Draw, low: int = 2, high: int = 3) -> str:
    """A word that nobody has seen: syllables of onset, vowel and coda."""
    rng = draw.rng
    count = rng.randint(low, high)
    return "".join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS) for _ in range(count))


def letters(draw: Draw, low: int = 2, high: int = 4, alphabet: str = string.ascii_uppercase) -> str:
    return "".join(draw.rng.choice(alphabet) for _ in range(draw.number(low, high)))


def first_name(draw: Draw) -> str:
    return draw.pick(FIRST_NAMES) if draw.chance(0.5) else syllables(draw, 1, 3).capitalize()


def last_name(draw: Draw) -> str:
    name = draw.pick(LAST_NAMES) if draw.chance(0.5) else syllables(draw, 1, 3).capitalize()
    return f"{name}-{draw.pick(LAST_NAMES)}" if draw.chance(0.03) else name


def person(draw: Draw) -> str:
    """Mostly a first and a last name, sometimes only one, sometimes three or with an initial."""
    kind = draw.rng.random()
    if kind < 0.72:
        return f"{first_name(draw)} {last_name(draw)}"
    if kind < 0.88:
        return first_name(draw)
    if kind < 0.94:
        return f"{first_name(draw)} {letters(draw, 1, 1)}. {last_name(draw)}"
    return f"{first_name(draw)} {first_name(draw)} {last_name(draw)}"


def city(draw: Draw) -> str:
    if draw.chance(0.55):
        return draw.pick(CITIES)
    name = syllables(draw, 1, 3).capitalize()
    return name + draw.rng.choice(["", "", "", "ville", "burg", "ton", "stad", " City", " Hills"])


def country(draw: Draw) -> str:
    return draw.pick(COUNTRIES) if draw.chance(0.8) else syllables(draw, 2, 3).capitalize() + "ia"


def job(draw: Draw) -> str:
    return draw.pick(JOBS)


def company(draw: Draw) -> str:
    kind = draw.rng.random()
    first = draw.pick(COMPANY_WORDS) if kind < 0.5 else syllables(draw, 2, 3).capitalize()
    second = draw.pick(COMPANY_TRADES) if draw.chance(0.6) else draw.pick(COMPANY_ENDS)
    return first if kind > 0.8 else f"{first} {second}"


def product(draw: Draw) -> str:
    kind = draw.rng.random()
    if kind < 0.5:
        return draw.pick(PRODUCTS)
    if kind < 0.8:
        return f"{draw.pick(ADJECTIVES)} {draw.pick(PRODUCTS)}"
    if kind < 0.9:
        return f"{syllables(draw, 1, 2).capitalize()} {draw.number(1, 99)}"
    return f"{syllables(draw, 1, 2).capitalize()} {draw.pick(PRODUCTS)}"


def food(draw: Draw) -> str:
    return draw.pick(FOODS) if draw.chance(0.8) else f"{draw.pick(ADJECTIVES)} {syllables(draw, 1, 2)}"


def email(draw: Draw) -> str:
    name = first_name(draw).lower()
    kind = draw.rng.random()
    if kind < 0.4:
        name += draw.rng.choice("._-") + last_name(draw).lower()
    elif kind < 0.6:
        name += str(draw.number(1, 99))
    domain = (
        draw.pick(DOMAINS)
        if draw.chance(0.5)
        else f"{syllables(draw, 1, 2)}.{draw.rng.choice(['com', 'org', 'net', 'io'])}"
    )
    return f"{name}@{domain}"


def street(draw: Draw) -> str:
    name = syllables(draw, 1, 2).capitalize() if draw.chance(0.5) else draw.pick(LAST_NAMES)
    return f"{draw.number(1, 199)} {name} {draw.pick(STREETS)}"


def iso_date(draw: Draw) -> str:
    return f"{draw.number(1950, 2035)}-{draw.number(1, 12):02}-{draw.number(1, 28):02}"


def clock(draw: Draw) -> str:
    return f"{draw.number(0, 23):02}:{draw.rng.choice([0, 15, 30, 45, draw.number(0, 59)]):02}"


def price(draw: Draw) -> str:
    whole = draw.number(1, 99) if draw.chance(0.6) else draw.number(100, 4999)
    return f"{whole}.{draw.rng.choice([0, 50, 90, 95, 99, draw.number(0, 99)]):02}"


def integer(draw: Draw, low: int = 1, high: int = 99) -> str:
    return str(draw.number(low, high))


def code(draw: Draw) -> str:
    """An order number, a booking code, a room: letters and digits."""
    kind = draw.rng.random()
    if kind < 0.4:
        return f"{letters(draw, 1, 3)}-{draw.number(10, 99999)}"
    if kind < 0.7:
        return f"{letters(draw, 1, 3)}{draw.number(1, 9999)}"
    return str(draw.number(1000, 999999))


def phone(draw: Draw) -> str:
    return f"+{draw.number(1, 99)} {draw.number(100, 999)} {draw.number(1000, 99999)}"


def address(draw: Draw) -> str:
    return ".".join(str(draw.number(0, 255)) for _ in range(4))


def title(draw: Draw) -> str:
    text = draw.pick(SUBJECTS)
    if draw.chance(0.25):
        text = f"{syllables(draw, 1, 2).capitalize()} {text}"
    return text.capitalize() if draw.chance(0.4) else text


def song(draw: Draw) -> str:
    return f"{syllables(draw, 1, 2).capitalize()} {draw.pick(COMPANY_WORDS)}"
