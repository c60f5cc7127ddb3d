"""Kinds of text, and the facts that each of them may tell."""

from __future__ import annotations

from importlib import import_module

from . import daily, machines
from .banking import BANKING
from .books import BOOKS
from .devices import DEVICES
from .domain import Domain, Fact, Judgement, lines
from .estate import ESTATE
from .events import EVENTS
from .health import HEALTH
from .hotels import HOTELS
from .media import MEDIA
from .meetings import MEETINGS
from .orders import ORDERS
from .parcels import PARCELS
from .people import PEOPLE
from .pets import PETS
from .places import PLACES
from .recipes import RECIPES
from .restaurants import RESTAURANTS
from .reviews import REVIEWS
from .school import SCHOOL
from .sports import SPORTS
from .staff import STAFF
from .support import SUPPORT
from .travel import TRAVEL
from .vehicles import VEHICLES
from .weather import WEATHER

FILLERS = lines(
    """
    The weather was fine that day.
    It was a long week.
    Nothing else happened.
    Please read this carefully.
    Thanks a lot in advance.
    More on this later.
    We are still waiting for news.
    That is all for now.
    Everybody was happy about it.
    The rest is not known yet.
    See the notes below.
    As always, [questions|comments|ideas] are welcome.
    It rained [all day|the whole morning|for 3 days].
    [The bus|The train|The tram] was [10|15|20] minutes late[ again|].
    I [really |] hope [this helps|that is clear|you are well].
    [Monday|Tuesday|Friday] is [usually|often|always] a [busy|slow|quiet] day.
    There was [coffee|tea|cake] for everybody.
    [Sorry|Apologies|Please excuse us] for the [long text|delay|late answer|typos].
    [Two|Three|12] birds sat on the roof.
    The [printer|lamp|heater] in the corner made a strange noise.
    [Anyway|Well|So], that is [it|all|how it goes].
    [Page 2 of 4|See page 7|This is page 1 of 3].
    [Who knows what comes next|We will see|Time will tell].
    The [dog|cat|neighbour] did not like the noise.
    [Last|That] [Sunday|Wednesday|Thursday] [was sunny|it snowed|was very quiet].
    [No changes so far|Nothing new so far|Everything else stays the same].
    [It took|It took us] [a while|some time] to [find out|write this down].
    Please [keep|file|save] this [text|note|] for [your records|later].
    [The traffic was bad|The roads were empty|There was hardly any traffic].
    [It was|It is] [quite |very |rather |] [cold|warm|windy] [outside|in the morning|].
    [In other words|As you can see|As I said], nothing [unusual|dramatic] [happened|].
    The radio played [an old song|the news|some jazz].
    About [5|30|100] people [walked by|stood outside|watched] [without a word|].
    [You may|Feel free to] [ask|write] if anything is unclear.
    [This note|This text|The following] is [short|not official|for information only].
    [Nobody|No one] [noticed|complained|said a word].
    [I am writing this in a hurry|I am typing this on the train|This was written in haste].
    [Some of it|Part of it|Much of it] may [change|sound strange|be boring].
    The [window|door] was open [all the time|the whole day|].
    [On Saturday|On Sunday] [it will rain|the sun may shine], they say.
    [What else|Anything else]? [Not really|Nothing much].
    A [bicycle|ladder|umbrella] leaned against the wall.
    [By the way|Incidentally], the [coffee|soup|tea] was [cold|good].
    [It is a small world|Life goes on|Better late than never].
    [More details|Further details|The rest] will follow [soon|later|next week].
    [The clock|The old clock] [struck 12|had stopped|was wrong].
    [All of this|This] is [true|no secret|well known].
    [Let us|Let me] [keep it short|be brief|leave it at that].
    [The sky was blue|The sun was out|The stars were bright] [that evening|].
    I [read|checked|wrote] this [twice|2 times|3 times].
    [Someone|Somebody] left [a pen|an umbrella|a blue scarf] behind.
    [Fingers crossed|Good luck|Have a nice day|Have a good weekend]!
    [It could be|It might be|Things could be] worse.
    [In the evening|At night] there were [fireworks|7 shooting stars|loud voices].
    [I have nothing to add|There is nothing to add|That says it all].
    [Many thanks for your patience|Thank you for reading|Thanks for your time].
    The [kitchen|hall|lift] [smelled of paint|was being cleaned|was closed for 2 hours].
    [Each|Every] [Tuesday|Thursday] the [bins are emptied|windows are cleaned].
    [Do not forget to smile|Keep calm|Take it easy].
    [Some|A few] [questions|points] are [still open|left for later].
    [So far, so good|All good here|Nothing to worry about].
    """
)

DOMAINS: dict[str, Domain] = {
    "people": PEOPLE,
    "places": PLACES,
    "orders": ORDERS,
    "meetings": MEETINGS,
    "reviews": REVIEWS,
    "banking": BANKING,
    "books": BOOKS,
    "devices": DEVICES,
    "estate": ESTATE,
    "events": EVENTS,
    "health": HEALTH,
    "hotels": HOTELS,
    "media": MEDIA,
    "parcels": PARCELS,
    "pets": PETS,
    "recipes": RECIPES,
    "restaurants": RESTAURANTS,
    "school": SCHOOL,
    "sports": SPORTS,
    "staff": STAFF,
    "support": SUPPORT,
    "travel": TRAVEL,
    "vehicles": VEHICLES,
    "weather": WEATHER,
    "appointments": daily.APPOINTMENTS,
    "tickets": daily.TICKETS,
    "invoices": daily.INVOICES,
    "trips": daily.TRIPS,
    "jobs": daily.JOBS,
    "ads": daily.ADS,
    "lost": daily.LOST,
    "news": daily.NEWS,
    "bios": daily.BIOS,
    "expenses": daily.EXPENSES,
    "rentals": daily.RENTALS,
    "repairs": daily.REPAIRS,
    "courses": daily.COURSES,
    "gatherings": daily.GATHERINGS,
    "shipping": daily.SHIPPING,
    "incidents": daily.INCIDENTS,
    "donations": daily.DONATIONS,
    "subscriptions": daily.SUBSCRIPTIONS,
    "profiles": daily.PROFILES,
    "visits": daily.VISITS,
    "access": machines.ACCESS,
    "system": machines.SYSTEM,
    "programs": machines.PROGRAMS,
    "commits": machines.COMMITS,
    "builds": machines.BUILDS,
    "statements": machines.STATEMENTS,
    "entries": machines.ENTRIES,
    "cards": machines.CARDS,
    "alerts": machines.ALERTS,
    "readings": machines.READINGS,
}
# Files in which values of one kind are told apart by their roles.
_FURTHER = """
    acquaintances arts bulletins calendars finances gadgetry households journals
    journeys leisure letters offices opinions purchases sciences worksites
"""
_OF_ROLES: dict[str, Domain] = {
    f"{file}.{name}": each
    for file in _FURTHER.split()
    for name, each in vars(import_module(f".{file}", __name__)).items()
    if isinstance(each, Domain)
}
DOMAINS |= _OF_ROLES
MACHINES = ("access", "system", "programs", "commits", "builds", "statements", "entries", "cards", "alerts", "readings")
PROSE = [name for name in DOMAINS if name not in MACHINES]
LATEST = list(_OF_ROLES)
FIRST_DOMAINS = (
    "people",
    "people",
    "places",
    "orders",
    "orders",
    "meetings",
    "reviews",
)  # drawn as often as they stand

__all__ = ["DOMAINS", "FILLERS", "FIRST_DOMAINS", "LATEST", "MACHINES", "PROSE", "Domain", "Fact", "Judgement", "lines"]
