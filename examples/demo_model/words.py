"""The words that synthetic texts are made of, and how single values (a name, a price, a date) are drawn.

Names come from lists, from syllables and from pieces of known words, and so do most other words that are asked for: a
model cannot learn them by heart, it has to copy. Each list, of words and of wordings alike, is split: every sixth entry
is kept for held-out texts, and no training text has it.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

Item = TypeVar("Item")
HELD_EVERY = 6
_ALTERNATIVES = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")  # innermost
_TWO_SPACES = re.compile(" {2,}")


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

    def wording(self, wordings: Sequence[str]) -> str:
        """One of them, with one of each `[these|words|]` in it."""
        text = self.pick(wordings)
        while True:
            text, count = _ALTERNATIVES.subn(lambda match: self.rng.choice(match[1].split("|")), text)
            if not count:
                return _TWO_SPACES.sub(" ", text).strip()

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def number(self, low: int, high: int) -> int:
        return self.rng.randint(low, high)


def words(text: str) -> list[str]:
    """The entries of a list written with commas."""
    return [" ".join(entry.split()) for entry in text.split(",")]


FIRST_NAMES = words(
    """Ada, Ben, Clara, David, Emma, Felix, Grace, Hugo, Ines, Jonas, Karin, Leo, Maria, Nadia, Oscar, Paula,
    Quentin, Rosa, Simon, Tara, Ursula, Victor, Wendy, Xavier, Yara, Zoe, Ahmed, Bianca, Chen, Diego, Elena, Farid,
    Gita, Hana, Ivan, Julia, Kofi, Lena, Mateo, Nora, Omar, Priya, Rachel, Sven, Tomas, Uma, Vera, Walid, Ximena,
    Yusuf, Anna, Bruno, Carmen, Dmitri, Esther, Finn, Greta, Henrik, Irene, Jack, Kate, Lars, Mona, Nils, Olga,
    Peter, Ruth, Sara, Theo, Vito, James, Mary, John, Linda, Robert, Susan, Michael, Karen, Daniel, Laura, Thomas,
    Alice, George, Helen, Kenji, Yuki, Sofia, Liam, Noah, Olivia, Mia, Amir, Fatima, Joao, Lucia, Marco, Giulia,
    Pierre, Camille, Anders, Ingrid, Piotr, Agata, William, Elizabeth, Charles, Patricia, Richard, Jennifer, Joseph,
    Barbara, Mark, Nancy, Paul, Betty, Steven, Sandra, Andrew, Ashley, Kevin, Donna, Brian, Emily, Edward, Carol,
    Ronald, Amanda, Jason, Melissa, Jeffrey, Deborah, Ryan, Stephanie, Jacob, Rebecca, Gary, Sharon, Nicholas,
    Cynthia, Eric, Amy, Jonathan, Angela, Stephen, Anne, Larry, Brenda, Justin, Pamela, Scott, Nicole, Samuel,
    Samantha, Gregory, Katherine, Patrick, Christine, Frank, Catherine, Alexander, Virginia, Raymond, Janet, Tyler,
    Hannah, Dennis, Joan, Jerry, Julie, Aaron, Martha, Adam, Diana, Nathan, Natalie, Henry, Sophia, Ethan, Isabella,
    Logan, Ava, Lucas, Charlotte, Mason, Amelia, Oliver, Harper, Elijah, Evelyn, Arthur, Freya, Rupert, Imogen,
    Callum, Niamh, Sean, Aoife, Rhys, Megan, Hans, Heidi, Klaus, Ulrike, Stefan, Sabine, Jean, Claire, Luc, Margot,
    Etienne, Chloe, Pablo, Isabel, Javier, Pilar, Alejandro, Valentina, Luca, Chiara, Matteo, Francesca, Rui, Ana,
    Tiago, Beatriz, Erik, Astrid, Bjorn, Sigrid, Mikko, Aino, Jan, Katarzyna, Pavel, Zuzana, Istvan, Eszter, Andrei,
    Mihaela, Nikola, Jelena, Georgi, Desislava, Dimitris, Eleni, Mehmet, Ayse, Emre, Zeynep, Sergei, Natasha,
    Oleksandr, Oksana, Arjun, Ananya, Rahul, Deepa, Vikram, Meera, Wei, Mei, Hiroshi, Akiko, Minho, Jiwoo, Linh,
    Minh, Siti, Budi, Kwame, Ama, Chidi, Ngozi, Thabo, Zanele, Abebe, Layla, Khalid, Mariam, Hassan, Noor, Tariq,
    Aisha, Levi, Miriam, Moshe, Tamar, Carlos, Gabriela, Luiz, Fernanda"""
)
LAST_NAMES = words(
    """Lovelace, Smith, Garcia, Meyer, Novak, Rossi, Dubois, Jansen, Kowalski, Silva, Tanaka, Singh, Khan, Okafor,
    Nguyen, Hansen, Larsen, Virtanen, Petrov, Horvat, Costa, Moreau, Fischer, Weber, Wagner, Becker, Schulz, Brown,
    Jones, Taylor, Wilson, Evans, Walker, Wright, Green, Hall, Wood, Clarke, Turner, Hill, Cooper, Ward, Gray, Cox,
    Diaz, Lopez, Perez, Torres, Ramos, Vega, Ortiz, Sato, Suzuki, Kim, Park, Lee, Wang, Zhang, Ali, Hassan, Haddad,
    Cohen, Levy, Berg, Lund, Dahl, Nilsson, Olsen, Popescu, Ionescu, Bianchi, Ferrari, Romano, Marino, Conti, Gallo,
    Bauer, Koch, Keller, Huber, Johnson, Williams, Miller, Davis, Rodriguez, Martinez, Hernandez, Gonzalez,
    Anderson, Thomas, Moore, Jackson, Martin, Thompson, White, Harris, Sanchez, Clark, Lewis, Robinson, Young,
    Allen, King, Scott, Flores, Adams, Nelson, Baker, Rivera, Campbell, Mitchell, Carter, Roberts, Gomez, Phillips,
    Parker, Edwards, Collins, Stewart, Morris, Murphy, Cook, Rogers, Morgan, Peterson, Bailey, Reed, Kelly, Howard,
    Bennett, Foster, Hughes, Price, Russell, Griffin, Hayes, Byrne, Ryan, Gallagher, Doyle, Macdonald, Fraser,
    Davies, Lloyd, Schmidt, Schneider, Hoffmann, Schwarz, Zimmermann, Krueger, Lehmann, Bernard, Petit, Durand,
    Leroy, Fournier, Girard, Lambert, Esposito, Ricci, Colombo, Greco, Fernandez, Navarro, Molina, Castillo, Santos,
    Oliveira, Pereira, Almeida, Bakker, Visser, Mulder, Peeters, Janssens, Andersson, Lindberg, Johansen, Pedersen,
    Christensen, Korhonen, Laine, Nowak, Wisniewski, Zielinski, Svoboda, Dvorak, Nagy, Szabo, Toth, Dimitrov,
    Jovanovic, Kovac, Papadopoulos, Yilmaz, Demir, Kaya, Ivanov, Smirnov, Shevchenko, Kovalenko, Sharma, Patel,
    Gupta, Kumar, Reddy, Iyer, Chowdhury, Rahman, Ahmed, Chen, Liu, Huang, Lin, Yamamoto, Nakamura, Kobayashi, Choi,
    Jung, Tran, Pham, Santoso, Reyes, Mensah, Adeyemi, Eze, Dlamini, Mbeki, Tesfaye, Mansour, Rashid, Aziz, Katz,
    Friedman"""
)
CITIES = words(
    """Oslo, Rome, Lima, Paris, Berlin, Madrid, Vienna, Prague, Warsaw, Lisbon, Dublin, London, Athens, Cairo,
    Nairobi, Lagos, Accra, Tunis, Delhi, Mumbai, Tokyo, Osaka, Kyoto, Seoul, Hanoi, Bangkok, Jakarta, Manila,
    Sydney, Perth, Auckland, Toronto, Montreal, Boston, Chicago, Denver, Austin, Seattle, Miami, Havana, Bogota,
    Quito, Santiago, Porto, Seville, Lyon, Nice, Turin, Milan, Naples, Bergen, Malmo, Turku, Riga, Vilnius, Tallinn,
    Krakow, Gdansk, Brno, Graz, Zurich, Geneva, Basel, Munich, Hamburg, Cologne, Leipzig, Dresden, Bremen, Ghent,
    Utrecht, Leeds, York, Bristol, Cork, Galway, New York, San Diego, Cape Town, Buenos Aires, Hong Kong, Sao Paulo,
    Tel Aviv, Las Vegas, Bern, Split, Varna, Izmir, Amman, Dakar, Barcelona, Valencia, Bilbao, Granada, Malaga,
    Marseille, Bordeaux, Toulouse, Lille, Nantes, Strasbourg, Florence, Venice, Bologna, Genoa, Palermo, Stuttgart,
    Frankfurt, Dusseldorf, Nuremberg, Hanover, Bonn, Salzburg, Linz, Innsbruck, Lausanne, Lucerne, Amsterdam,
    Rotterdam, The Hague, Eindhoven, Brussels, Antwerp, Bruges, Copenhagen, Aarhus, Odense, Stockholm, Gothenburg,
    Uppsala, Helsinki, Tampere, Oulu, Trondheim, Stavanger, Reykjavik, Manchester, Liverpool, Birmingham, Glasgow,
    Edinburgh, Cardiff, Oxford, Cambridge, Bath, Brighton, Belfast, Limerick, Braga, Coimbra, Faro, Budapest,
    Debrecen, Bratislava, Ljubljana, Zagreb, Sarajevo, Belgrade, Sofia, Bucharest, Cluj, Thessaloniki, Patras,
    Istanbul, Ankara, Kyiv, Lviv, Odesa, Wroclaw, Poznan, Lodz, Ostrava, Beirut, Jerusalem, Haifa, Dubai, Doha,
    Riyadh, Casablanca, Marrakesh, Algiers, Addis Ababa, Kampala, Kigali, Lusaka, Durban, Johannesburg, Bangalore,
    Chennai, Kolkata, Pune, Karachi, Lahore, Dhaka, Colombo, Kathmandu, Singapore, Kuala Lumpur, Ho Chi Minh City,
    Taipei, Shanghai, Beijing, Shenzhen, Busan, Nagoya, Sapporo, Melbourne, Brisbane, Adelaide, Wellington,
    Vancouver, Calgary, Ottawa, Quebec City, San Francisco, Los Angeles, Houston, Dallas, Phoenix, Portland,
    Atlanta, Philadelphia, Detroit, Nashville, New Orleans, Salt Lake City, Mexico City, Guadalajara, San Jose,
    Panama City, Medellin, Caracas, La Paz, Montevideo, Cordoba, Rio de Janeiro, Salvador, Recife"""
)
COUNTRIES = words(
    """Norway, Italy, Peru, France, Germany, Spain, Austria, Poland, Portugal, Ireland, Greece, Egypt, Kenya,
    Nigeria, Ghana, India, Japan, Korea, Vietnam, Thailand, Indonesia, Australia, Canada, Cuba, Colombia, Ecuador,
    Chile, Sweden, Finland, Latvia, Estonia, Switzerland, Belgium, Denmark, Iceland, Hungary, Romania, Bulgaria,
    Croatia, Turkey, Jordan, Senegal, Morocco, Brazil, Mexico, Argentina, New Zealand, South Africa, Netherlands,
    Slovakia, Slovenia, Serbia, Bosnia, Albania, Lithuania, Ukraine, Moldova, Georgia, Armenia, Luxembourg, Malta,
    Cyprus, Scotland, Wales, England, Israel, Lebanon, Qatar, Oman, Iran, Iraq, Pakistan, Bangladesh, Nepal, Sri
    Lanka, China, Taiwan, Mongolia, Malaysia, Philippines, Cambodia, Laos, Fiji, Samoa, Uruguay, Paraguay, Bolivia,
    Venezuela, Panama, Costa Rica, Guatemala, Honduras, Jamaica, Haiti, Tunisia, Algeria, Libya, Sudan, Ethiopia,
    Uganda, Rwanda, Tanzania, Zambia, Botswana, Namibia, Angola, Cameroon, Mali, Ivory Coast, Czech Republic, United
    Kingdom, United States, South Korea, Saudi Arabia"""
)
JOBS = words(
    """nurse, teacher, engineer, baker, pilot, lawyer, painter, plumber, farmer, chef, driver, dentist, carpenter,
    architect, journalist, accountant, librarian, mechanic, photographer, electrician, designer, programmer,
    gardener, tailor, translator, musician, doctor, firefighter, waiter, hairdresser, biologist, chemist, welder,
    surgeon, butcher, data analyst, project manager, sales manager, software engineer, police officer, social
    worker, bus driver, shop assistant, actor, cook, barber, florist, jeweller, fisherman, sailor, soldier, judge,
    notary, psychologist, pharmacist, optician, midwife, paramedic, veterinarian, physicist, geologist, astronomer,
    economist, historian, editor, writer, poet, singer, dancer, drummer, sculptor, illustrator, potter, blacksmith,
    bricklayer, roofer, locksmith, plasterer, glazier, cleaner, caretaker, receptionist, secretary, cashier,
    bartender, barista, courier, postman, trucker, janitor, tutor, lecturer, professor, researcher, consultant,
    auditor, banker, broker, recruiter, interpreter, detective, security guard, prison officer, flight attendant,
    train driver, taxi driver, truck driver, crane operator, lab technician, dental assistant, primary school
    teacher, head teacher, music teacher, driving instructor, fitness trainer, football coach, physical therapist,
    speech therapist, nursery nurse, graphic designer, interior designer, web developer, system administrator,
    network engineer, product manager, marketing manager, human resources manager, office manager, event planner,
    tax adviser, estate agent, travel agent, insurance broker, customer service agent, real estate lawyer, civil
    engineer, mechanical engineer, sound engineer, film director, tour guide, museum curator, pastry chef, wine
    maker, bee keeper, tree surgeon, landscape gardener, warehouse worker, machine operator"""
)
PRODUCTS = words(
    """lamp, desk, chair, kettle, toaster, bicycle, helmet, backpack, tent, keyboard, monitor, mouse, headphones,
    camera, phone, tablet, blender, sofa, mattress, pillow, blanket, umbrella, jacket, boots, sandals, watch,
    guitar, piano, drum, drill, hammer, ladder, printer, scanner, router, speaker, television, vacuum cleaner,
    coffee machine, office chair, desk lamp, rain jacket, water bottle, frying pan, alarm clock, phone case,
    bookshelf, carpet, mirror, curtain, fan, heater, notebook, table, stool, bench, bed, wardrobe, dresser, shelf,
    cupboard, rug, vase, candle, clock, basket, bucket, broom, mop, iron, oven, fridge, freezer, dishwasher, washing
    machine, dryer, microwave, mixer, juicer, grill, wok, saucepan, teapot, mug, plate, bowl, knife, fork, spoon,
    cutting board, lunch box, thermos, corkscrew, scale, razor, toothbrush, hair dryer, towel, bathrobe, shower
    curtain, scarf, gloves, hat, cap, belt, wallet, handbag, suitcase, purse, raincoat, sweater, shirt, T-shirt,
    jeans, skirt, dress, socks, sneakers, running shoes, hiking boots, slippers, sunglasses, ring, necklace,
    bracelet, earrings, laptop, charger, power bank, USB cable, hard drive, memory card, webcam, microphone,
    projector, game console, controller, e-reader, smart watch, earbuds, tripod, drone, battery, flashlight,
    screwdriver, wrench, saw, pliers, toolbox, paint brush, garden hose, lawn mower, shovel, rake, wheelbarrow,
    flower pot, bird feeder, sleeping bag, camping stove, folding chair, beach towel, yoga mat, dumbbell, tennis
    racket, football, skateboard, scooter, bike lock, car seat, baby stroller, dog bed, cat litter box, fish tank,
    board game, jigsaw puzzle, teddy bear, violin, ukulele, music stand, pencil case, fountain pen, stapler, desk
    organizer, paper shredder, picture frame, standing desk, air purifier, electric kettle, rice cooker, bread
    maker, kitchen scale, baby monitor, travel pillow"""
)
ADJECTIVES = words(
    """red, blue, green, black, white, small, large, old, new, wooden, steel, folding, electric, light, heavy,
    round, yellow, grey, cheap, solid, wireless, portable, leather, cotton, silent, brown, orange, double, mini,
    classic, pink, purple, violet, silver, golden, beige, turquoise, navy, transparent, tall, short, long, wide,
    narrow, slim, thin, thick, flat, square, oval, soft, hard, warm, cool, plastic, metal, glass, ceramic, bamboo,
    oak, woollen, silk, linen, rubber, leather-bound, waterproof, foldable, adjustable, rechargeable, digital,
    analog, smart, automatic, manual, cordless, compact, modern, vintage, antique, rustic, simple, plain, striped,
    checked, shiny, matte, bright, dark, expensive, used, single, triple, giant, tiny, medium, professional, deluxe,
    basic, premium, handmade"""
)
FOODS = words(
    """espresso, cappuccino, tea, water, juice, sandwich, salad, soup, pizza, pasta, burger, fries, cake, croissant,
    muffin, bread, milk, butter, cheese, eggs, apples, bananas, rice, beans, beer, wine, lemonade, cookie, omelette,
    risotto, noodles, tomatoes, onions, yogurt, honey, chocolate, steak, curry, coffee, latte, mocha, green tea, hot
    chocolate, milkshake, smoothie, orange juice, apple juice, mineral water, cola, cider, red wine, white wine,
    bagel, baguette, toast, pancakes, waffles, porridge, muesli, cereal, donut, brownie, cheesecake, apple pie, ice
    cream, pudding, jam, sugar, flour, salt, pepper, olive oil, vinegar, mustard, ketchup, mayonnaise, ham, bacon,
    sausage, salami, chicken, turkey, beef, pork, lamb, salmon, tuna, shrimp, fish and chips, tofu, hummus, falafel,
    kebab, tacos, burrito, nachos, sushi, ramen, dumplings, spring rolls, lasagne, gnocchi, paella, quiche, pretzel,
    wrap, club sandwich, chicken soup, tomato soup, potatoes, carrots, peppers, cucumber, lettuce, spinach,
    broccoli, mushrooms, garlic, lentils, peas, corn, pears, grapes, oranges, lemons, peaches, strawberries,
    cherries, melon, pineapple, mango, nuts, almonds, raisins, popcorn, crisps, chewing gum"""
)
COMPANY_WORDS = words(
    """Northern, Bright, Blue, Golden, Silver, Rapid, Global, United, Modern, Prime, Alpine, Harbour, River, Summit,
    Cedar, Falcon, Lotus, Orion, Nova, Delta, Vertex, Quantum, Pioneer, Atlas, Beacon, Meadow, Coral, Granite,
    Maple, Willow, Southern, Eastern, Western, Royal, National, Central, Pacific, Atlantic, Nordic, Metro, Urban,
    City, Green, Red, White, Black, Amber, Crystal, Diamond, Sapphire, Iron, Copper, Stone, Oak, Pine, Birch, Elm,
    Rose, Lily, Eagle, Hawk, Lion, Wolf, Fox, Bear, Phoenix, Dragon, Titan, Apollo, Zenith, Apex, Horizon, Sunrise,
    Star, Moonlight, Ocean, Lake, Valley, Bridge, Anchor, Compass, Lighthouse, Liberty, Heritage, Frontier, Premier,
    First, Swift, Clear, Smart, True, Fresh"""
)
COMPANY_TRADES = words(
    """Foods, Motors, Systems, Logistics, Labs, Bank, Energy, Media, Books, Tools, Textiles, Software, Bakery,
    Brewery, Furniture, Electronics, Optics, Airlines, Shipping, Travel, Hotels, Insurance, Capital, Finance,
    Consulting, Design, Studios, Pictures, Records, Publishing, Press, Games, Sports, Fashion, Shoes, Jewellery,
    Cosmetics, Pharma, Medical, Dental, Robotics, Networks, Telecom, Solutions, Technologies, Analytics, Security,
    Construction, Builders, Homes, Properties, Gardens, Farms, Dairy, Coffee, Kitchen, Market, Store, Supplies,
    Steel, Plastics, Chemicals, Mining, Power, Solar, Water"""
)
COMPANY_ENDS = words(
    """Ltd, GmbH, Inc, AG, Group, & Sons, and Partners, LLC, Corp, Co, Limited, plc, SA, SE, BV, AB, Oy, SpA,
    Holding, Holdings, & Co, & Daughters, Brothers, International, Europe, Company, Incorporated, Works, Online,
    Direct, Services, Shop"""
)
SUBJECTS = words(
    """budget review, team lunch, project kickoff, dentist appointment, design review, board meeting, sales call,
    job interview, yoga class, piano lesson, book club, parent evening, quarterly report, code review, product
    launch, status update, training day, birthday party, site visit, annual audit, security briefing, planning
    session, press conference, choir practice, weekly meeting, monthly review, annual report, tax return, salary
    talk, performance review, strategy workshop, customer visit, product demo, sprint planning, daily standup,
    retrospective, release plan, server migration, office move, company picnic, summer party, Christmas dinner,
    farewell party, welcome lunch, wedding rehearsal, house viewing, doctor appointment, eye test, vaccination,
    haircut, car inspection, driving lesson, swimming lesson, dance class, guitar lesson, language course, art
    exhibition, museum tour, film night, game night, football match, chess tournament, marathon training, city walk,
    wine tasting, cooking class, fire drill, safety training, first aid course, school play, parents meeting, exam
    preparation, thesis defence, guest lecture, research seminar, science fair, town hall meeting, charity dinner,
    bake sale, garden party, neighbourhood watch, contract negotiation, supplier meeting, marketing campaign,
    website redesign, hiring plan, new logo, holiday schedule, travel expenses, invoice reminder, lost keys, broken
    heating, rent increase, delivery problem, flight booking"""
)
HOBBIES = words(
    """chess, tennis, sailing, painting, cooking, hiking, singing, fishing, cycling, reading, knitting, dancing,
    skiing, running, swimming, gardening, baking, photography, drawing, pottery, sewing, surfing, climbing, rowing,
    jogging, camping, yoga, football, basketball, volleyball, badminton, table tennis, golf, judo, karate, boxing,
    horse riding, ice skating, snowboarding, bird watching, stamp collecting, model trains, board games, video
    games, poker, astronomy, calligraphy, origami, woodworking, playing the guitar, juggling, writing poems,
    blogging, beekeeping, mushroom picking, travelling"""
)
LANGUAGES = words(
    """German, French, Spanish, Italian, Polish, Dutch, Greek, Portuguese, Swedish, Norwegian, Danish, Finnish,
    Icelandic, Czech, Slovak, Hungarian, Romanian, Bulgarian, Croatian, Serbian, Russian, Ukrainian, Turkish,
    Arabic, Hebrew, Persian, Hindi, Bengali, Tamil, Urdu, Japanese, Chinese, Korean, Vietnamese, Thai, Indonesian,
    Swahili, English, Latin, Welsh, Irish"""
)
STREETS = words(
    """Street, Road, Lane, Avenue, Square, Way, Drive, Court, Place, Boulevard, Terrace, Close, Crescent, Park, Row,
    Hill, Gardens, Alley, Grove, Walk, Parkway, Quay"""
)
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
DOMAINS = words(
    """example.com, mail.net, post.org, acme.io, web.de, inbox.com, office.eu, home.fr, corp.com, uni.edu,
    gmail.com, yahoo.com, outlook.com, hotmail.com, proton.me, fastmail.com, icloud.com, mail.org, company.co.uk,
    post.ch, shop.nl, firm.biz, school.edu, city.gov, club.org, studio.design, team.dev, cloud.app, news.info,
    example.org, test.net, home.at, box.se, letter.it"""
)


NAME_STARTS = (
    "O'", "Mc", "Mac", "van ", "van der ", "de ", "D'", "von ", "St. ", "El ", "Al-", "de la ", "Di ", "ter ", "du ",
    "Le ", "Fitz", "Ben ",
)  # fmt: skip
NAME_ENDS = words("son, sson, sen, escu, ovic, ović, owski, ova, ez, ini, oğlu, dóttir, stein, nen, ian, idze")
ACCENTS = {
    "a": "áàâäãåă", "e": "éèêëęě", "i": "íìîï", "o": "óòôöõøő", "u": "úùûüůű", "c": "çćč", "n": "ñńň", "s": "śšş",
    "z": "źžż", "l": "ł", "d": "đ", "y": "ý",
}  # fmt: skip
ENDINGS = words("com, org, net, io, de, co.uk, gov, edu, eu, fr, info, biz, ch, se, it, es, app, dev, ac.uk, com.au")


def syllables(draw: Draw, low: int = 2, high: int = 3) -> str:
    """A word that nobody has seen: syllables of onset, vowel and coda."""
    rng = draw.rng
    count = rng.randint(low, high)
    return "".join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS) for _ in range(count))


def letters(draw: Draw, low: int = 2, high: int = 4, alphabet: str = string.ascii_uppercase) -> str:
    return "".join(draw.rng.choice(alphabet) for _ in range(draw.number(low, high)))


def entry(draw: Draw, items: Sequence[str]) -> str:
    """One of the items; for training nearly every second time something that no list has, so that it must be copied.

    From lists alone a model learns which words are jobs and which are foods, and writes one that it knows in place of
    one that it does not.
    """
    return draw.pick(items) if draw.held_out or draw.chance(0.55) else invented(draw)


def _capitals(draw: Draw, items: Sequence[str]) -> str:
    """An entry that is a name."""
    found = entry(draw, items)
    return found if found in items else found.title()


def invented(draw: Draw) -> str:
    """A word or two, of syllables or of the beginning of one known word and the end of another."""
    return " ".join(_spliced(draw) for _ in range(draw.rng.choice([1, 1, 2])))


def _spliced(draw: Draw) -> str:
    kind = draw.rng.random()
    if kind < 0.35:
        return syllables(draw, 1, 2)
    if kind < 0.6:
        return draw.rng.choice(PLAIN_WORDS)
    first, second = draw.pick(draw.rng.choice(_LISTS)).split()[0], draw.pick(draw.rng.choice(_LISTS)).split()[-1]
    return (first[: draw.number(1, len(first))] + second[draw.number(0, len(second) - 1) :]).lower()


_PLAIN = words(
    """able, acre, actor, advice, agent, alarm, album, alert, angle, apron, arch, arena, arrow, atlas, attic, aunt,
    avenue, axis, bacon, badger, bait, ballet, bamboo, band, banjo, barn, barrel, basil, beach, beam, beaver, beech,
    beetle, berry, bishop, blade, blaze, blend, bloom, blossom, board, bolt, bonus, booth, border, bottle, boulder,
    brake, branch, brass, breeze, brick, broom, brush, bubble, bucket, bugle, bulb, bunker, butler, button, cabbage,
    cactus, camel, canal, candy, canoe, canvas, canyon, caravan, castle, cave, cello, cement, chain, chalk, chapel,
    charm, cheek, chest, chief, chimney, circus, cliff, cloak, cloud, clover, coast, cobra, collar, comet, cookie,
    copper, cotton, cousin, crane, crate, cricket, crown, cube, curtain, cushion, daisy, dawn, deer, desert, diary,
    dolphin, donkey, dough, dragon, dune, eagle, echo, elbow, ember, emerald, envelope, fabric, falcon, feather,
    fence, ferry, field, finger, flame, flute, foam, fog, forest, fountain, frost, fudge, galaxy, ginger, giraffe,
    glacier, globe, goose, gravel, grove, gull, hammock, harp, hawk, hazel, hedge, helmet, herb, heron, hinge,
    hollow, hoof, hook, hornet, husky, icicle, igloo, ink, iris, island, ivory, jaguar, jasmine, jelly, jewel,
    jungle, kayak, kettle, kitten, knot, lagoon, lantern, lava, leaf, lemon, lens, lizard, lobster, locket, lodge,
    magnet, mallet, mammoth, mane, maple, marble, meadow, melody, mint, mist, moss, moth, mule, nectar, needle,
    nest, nutmeg, oasis, ocean, olive, onyx, opal, orbit, orchid, otter, owl, oyster, paddle, palm, panther, parade,
    parrot, pastry, pebble, pelican, petal, pigeon, pillar, pine, pirate, planet, plaza, plum, pony, poppy, prairie,
    puddle, puppet, quail, quartz, quill, quilt, rabbit, raft, raven, reef, ribbon, ridge, robin, rocket, saddle,
    salmon, satin, scarlet, shell, shovel, sky, sparrow, spear, spider, sponge, spruce, squirrel, stable, statue,
    stork, stream, summit, swan, tailor, temple, thistle, thorn, thunder, tiger, timber, toad, torch, tower, trout,
    tulip, tunnel, turnip, turtle, twig, valley, velvet, vine, viper, wagon, walnut, walrus, weasel, whale, wheat,
    willow, wolf, yacht, accept, borrow, carry, deny, explore, follow, gather, hurry, imagine, jump, kneel, listen,
    measure, notice, offer, promise, question, repeat, settle, travel, unite, visit, wander, yell, amber, bitter,
    calm, damp, eager, faint, gentle, honest, idle, jolly, keen, lively, merry, neat, odd, polite, quick, rough,
    shy, tidy, upset, vivid, weary, young"""
)

_LISTS = (FIRST_NAMES, LAST_NAMES, CITIES, COUNTRIES, JOBS, PRODUCTS, ADJECTIVES, FOODS, SUBJECTS, HOBBIES)
_KEPT = {
    word for entries in _LISTS for entry in entries[HELD_EVERY - 1 :: HELD_EVERY] for word in entry.lower().split()
}
PLAIN_WORDS = [word for word in _PLAIN if word not in _KEPT]


def shaped(draw: Draw) -> str:
    """A name of an uncommon shape: O'Brank, McTulo, van der Belk, Zoé, D'Arvo, Kristo-Vell, Łomnik."""
    name = syllables(draw, 1, 2)
    kind = draw.rng.random()
    if kind < 0.45:
        start = draw.pick(NAME_STARTS)
        return start + (name if start == "Fitz" else name.capitalize())
    if kind < 0.75:
        at = [i for i, letter in enumerate(name) if letter in ACCENTS]
        place = draw.rng.choice(at) if at else -1
        if place >= 0:
            name = name[:place] + draw.rng.choice(ACCENTS[name[place]]) + name[place + 1 :]
        return name.capitalize()
    if kind < 0.9:
        return f"{name.capitalize()}-{syllables(draw, 1, 2).capitalize()}"
    return f"{name.capitalize()}{draw.pick(NAME_ENDS)}"


def first_name(draw: Draw) -> str:
    if draw.chance(0.04):
        return shaped(draw)
    return _capitals(draw, FIRST_NAMES) if draw.chance(0.6) else syllables(draw, 1, 3).capitalize()


def last_name(draw: Draw) -> str:
    if draw.chance(0.08):
        return shaped(draw)
    name = _capitals(draw, LAST_NAMES) if draw.chance(0.6) else syllables(draw, 1, 3).capitalize()
    return f"{name}-{draw.pick(LAST_NAMES)}" if draw.chance(0.03) else name


TITLES = words("Dr., Mr, Mrs, Ms, Prof., Dr, Mr., Mrs., Ms., Miss, Professor, Sir, Captain")


def person(draw: Draw) -> str:
    """Mostly a first and a last name, sometimes only one, sometimes three or with an initial."""
    kind = draw.rng.random()
    if kind < 0.72:
        return f"{first_name(draw)} {last_name(draw)}"
    if kind < 0.88:
        return first_name(draw)
    if kind < 0.93:
        return f"{first_name(draw)} {letters(draw, 1, 1)}. {last_name(draw)}"
    if kind < 0.96:
        return f"{draw.pick(TITLES)} {last_name(draw)}"
    return f"{first_name(draw)} {first_name(draw)} {last_name(draw)}"


def city(draw: Draw) -> str:
    if draw.chance(0.55):
        return _capitals(draw, CITIES)
    name = syllables(draw, 1, 3).capitalize()
    return name + draw.rng.choice(["", "", "", "ville", "burg", "ton", "stad", " City", " Hills"])


def country(draw: Draw) -> str:
    return _capitals(draw, COUNTRIES) if draw.chance(0.8) else syllables(draw, 2, 3).capitalize() + "ia"


def job(draw: Draw) -> str:
    return entry(draw, JOBS)


def company(draw: Draw) -> str:
    kind = draw.rng.random()
    if draw.chance(0.08):
        one, two = syllables(draw, 1, 2).capitalize(), syllables(draw, 1, 2).capitalize()
        return draw.pick([
            f"{one} & {two}", f"{one}-{two}", f"{one}{two}", f"{letters(draw, 2, 3)} {one}", f"{one}'s", f"{one}.io",
            f"{one} + {two}", f"The {one} {draw.pick(COMPANY_TRADES)}", f"{one} {draw.number(2, 99)}",
            f"{one} of {city(draw)}", f"{one} & {two} {draw.pick(COMPANY_ENDS)}", letters(draw, 3, 4),
        ])  # fmt: skip
    first = draw.pick(COMPANY_WORDS) if kind < 0.4 else _capitals(draw, COMPANY_WORDS) if kind < 0.6 else ""
    first = first or syllables(draw, 1, 3).capitalize()
    second = _capitals(draw, COMPANY_TRADES) if draw.chance(0.6) else draw.pick(COMPANY_ENDS)
    return first if kind > 0.8 else f"{first} {second}"


_USERS = words("children, cats, dogs, beginners, men, women, the garden, the kitchen, two, travel, the car, babies")


def product(draw: Draw) -> str:
    kind = draw.rng.random()
    if kind < 0.5:
        return entry(draw, PRODUCTS)
    if kind < 0.8:
        return f"{entry(draw, ADJECTIVES)} {entry(draw, PRODUCTS)}"
    if kind < 0.88:
        return f"{syllables(draw, 1, 2).capitalize()} {draw.number(1, 99)}"
    if kind < 0.94:
        name = syllables(draw, 1, 2).capitalize()
        return draw.pick([
            f"{name}-{draw.number(1, 900)}", f"{name} {letters(draw, 1, 3)}{draw.number(1, 99)}", f"{name}Pro",
            f"{name} {draw.pick(PRODUCTS)} {draw.number(2, 20)}", f"{draw.number(2, 12)}-inch {entry(draw, PRODUCTS)}",
            f"{name} X", f"{letters(draw, 1, 2)}-{draw.number(10, 999)} {entry(draw, PRODUCTS)}", f"{name} Mini",
            f"{entry(draw, ADJECTIVES)} {name} {entry(draw, PRODUCTS)}", f"{entry(draw, PRODUCTS)} {name}",
            f"{draw.pick(PRODUCTS)} with {draw.pick(PRODUCTS)}", f"{entry(draw, PRODUCTS)} for {draw.pick(_USERS)}",
        ])  # fmt: skip
    return f"{syllables(draw, 1, 2).capitalize()} {draw.pick(PRODUCTS)}"


def food(draw: Draw) -> str:
    return entry(draw, FOODS) if draw.chance(0.8) else f"{entry(draw, ADJECTIVES)} {syllables(draw, 1, 2)}"


def plain_letters(name: str) -> str:
    """A name as addresses have it: small letters without accents, spaces and signs."""
    apart = unicodedata.normalize("NFD", name.lower())
    return "".join(letter for letter in apart if "a" <= letter <= "z" or letter == "-") or "x"


def email(draw: Draw) -> str:
    name = plain_letters(first_name(draw))
    kind = draw.rng.random()
    if kind < 0.4:
        name += draw.rng.choice("._-") + plain_letters(last_name(draw))
    elif kind < 0.6:
        name += str(draw.number(1, 99))
    domain = (
        draw.pick(DOMAINS)
        if draw.chance(0.4)
        else f"{syllables(draw, 1, 2)}.{draw.rng.choice(ENDINGS) if draw.chance(0.7) else letters(draw, 2, 4).lower()}"
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
    text = entry(draw, SUBJECTS)
    if draw.chance(0.25):
        text = f"{syllables(draw, 1, 2).capitalize()} {text}"
    return text.capitalize() if draw.chance(0.4) else text


def song(draw: Draw) -> str:
    return f"{syllables(draw, 1, 2).capitalize()} {draw.pick(COMPANY_WORDS)}"
