"""Places: towns, their countries and sights."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, Fact, fact, keys, lines

PLACES = Domain(
    facts={
        "city": Fact(keys("city city place town name city_name town_name place_name municipality"), w.city),
        "country": Fact(keys("country country nation state country_name located_in belongs_to"), w.country),
        "population": Fact(
            keys(
                "population inhabitants people residents number_of_inhabitants number_of_residents total_population"
                " population_size inhabitant_count"
            ),
            lambda d: w.integer(d, 500, 9_000_000),
            "int",
        ),
        "river": Fact(
            keys("river stream waterway river_name main_river name_of_river"),
            lambda d: w.syllables(d, 1, 2).capitalize(),
        ),
        "mayor": Fact(keys("mayor head governed_by mayor_name name_of_mayor city_mayor head_of_town"), w.person),
        "founded": Fact(
            keys("founded year founding_year since year_founded founded_in established foundation_year"),
            lambda d: w.integer(d, 800, 2020),
            "int",
        ),
        "height": Fact(
            keys("altitude height elevation meters altitude_m elevation_m height_m meters_above_sea_level"),
            lambda d: w.integer(d, 1, 4000),
            "int",
        ),
        "dish": Fact(keys("dish food speciality local_dish specialty local_food typical_dish signature_dish"), w.food),
        "airport": Fact(
            keys("airport airport_code iata_code iata nearest_airport code_of_airport"), lambda d: w.letters(d, 3, 3)
        ),
        "museum": Fact(
            keys("museum sight landmark attraction main_sight tourist_attraction main_attraction must_see"),
            lambda d: (
                w.syllables(d, 1, 2).capitalize() + d.pick([" Museum", " Castle", " Tower", " Cathedral", " Park"])
            ),
        ),
        "area": fact(
            "area, surface, land area",
            v.decimal(1, 2000),
            "number",
            also="area_km2 square_km",
            units=["{} km2", "{} square kilometres"],
        ),
        "language": fact("language, official language, local language", v.one_of(w.LANGUAGES, 0.3)),
        "languages": fact("languages, spoken languages", v.some_of(v.one_of(w.LANGUAGES, 0.3)), "list"),
        "currency": fact("currency, money", v.one_of("euro, dollar, pound, krone, peso, yen, franc, rupee")),
        "postcode": fact("postcode, postal code, zip code", w.code, also="zip"),
        "region": fact("region, province, district, county", v.capital(2, 3)),
        "university": fact("university, college", lambda d: f"{v.capital()(d)} University"),
        "mountain": fact("mountain, highest peak, nearest mountain", lambda d: f"Mount {v.capital()(d)}"),
        "lake": fact("lake, nearest lake", lambda d: f"Lake {v.capital()(d)}"),
        "festival": fact(
            "festival, yearly event", lambda d: f"{v.capital()(d)} {d.rng.choice(['Festival', 'Fair', 'Carnival'])}"
        ),
        "founder": fact("founder, founded by", w.person),
        "temperature": fact(
            "average temperature, temperature", v.decimal(1, 35), "number", units=["{} degrees", "{} °C"]
        ),
        "sights": fact(
            "sights, landmarks, attractions",
            v.some_of(lambda d: f"{v.capital()(d)} {d.rng.choice(['Tower', 'Castle', 'Bridge', 'Church'])}"),
            "list",
        ),
        "districts": fact("districts, neighbourhoods, quarters", v.some_of(v.capital()), "list"),
        "code": fact("dialling code, area code, telephone code", v.whole(10, 9999), "int", also="phone_prefix"),
        "distance": fact(
            "distance to the sea, distance to the capital",
            v.whole(1, 900),
            "int",
            also="distance_km",
            units=["{} km", "{} miles"],
        ),
        "team": fact("football club, local team", lambda d: f"FC {v.capital()(d)}", also="club"),
        "twin": fact("twin town, partner city, sister city", w.city, also="twinned_with"),
        "schools": fact("schools, number of schools", v.whole(1, 300), "int"),
        "website": fact("website, homepage", v.url, also="url"),
    },
    leads=lines(
        """
        {city} is the [capital|pride|jewel|heart] of {country}.
        {city} is a [small |quiet |pretty |busy |]town in {country}[ on the river {river}|].
        {city} is a city in {country} with [about |some |]{population} [inhabitants|people|residents].
        {city}, {country}, has a population of {population}[ and lies on the {river}|].
        {city} [lies|stands|was built|sits] on the river {river}[ in {country}|].
        {city} ({country}) was [founded|established|first settled] in {founded}.
        With {population} people, {city} is the [largest|second|busiest|smallest] city of {country}.
        The city of {city} in {country} lies [at|on|by] the river {river}.
        We spent our [holidays|honeymoon|summer|weekend] in {city}, {country}.
        Welcome to {city}, the [pearl|gate|garden|roof] of {country}.
        {population} people live in {city}, a [port|market town|city|resort] in {country}.
        The mayor of {city} is [called |]{mayor}.
        [Travel guide|City guide|Destination|Our next stop|Postcard]: {city}, {country}.
        Founded in {founded}, {city} is one of the [oldest|youngest|best known|finest] towns in {country}.
        In the [north|south|east|west|middle] of {country} lies {city}[, on the river {river}|].
        {city} was founded in [the year |]{founded}[ and has {population} inhabitants today|].
        {mayor}, [mayor|the mayor|the new mayor] of {city}, [opened a school|welcomed us|resigned].
        {mayor} has been [elected|chosen as|voted] mayor of {city}[ in {country}|].
        [Mayor {mayor}|The mayor, {mayor},] [governs|leads|runs] {city}, a town of {population}[ people| souls].
        {city} lies {height} [meters|m] above [the sea|sea level][ in {country}| on the {river}|].
        At {height} meters, {city} is the [highest|lowest] town in {country}.
        [High up at {height} m|{height} meters above the sea]: that is {city} in {country}.
        {city} ({height} m, {population} inhabitants) is a [town|city|resort] in {country}.
        {city} ([population|inhabitants|pop.] {population}) is [crossed|split|fed] by the {river}.
        The {river} flows through {city}[, {country}|], a town [founded in {founded}|of {population} people].
        On the [banks|shores] of the {river} lies {city}, founded in {founded}.
        [People|Tourists|Visitors] come to {city} for the {museum}[ and the {dish}|].
        {city} is [famous|known|loved] for its {dish}[ and for the {museum}| and lies in {country}].
        The {museum} is the [pride|symbol|main sight|landmark] of {city}[ in {country}|].
        The {museum} in {city} [was restored|is open again|draws crowds|is worth the trip].
        If you go to {city}, [see|visit|don't miss] the {museum} and [eat|try|order] {dish}.
        Fly to {airport} and [take the bus|drive|take the train] to {city}[, {country}|].
        From the airport {airport} it is [not far|an hour|ten minutes] to {city}[ in {country}|].
        {city} ([airport|airport code|IATA] {airport}) is a city in {country}.
        We [landed|arrived] at {airport} and [spent|stayed] three days in {city}[, {country}|].
        [City|Town|Place|Name]: {city}. [Country|State|Nation]: {country}. [Population|Inhabitants]: {population}.
        [City|Place]: {city}, [river|on the river] {river}, [mayor|head of town] {mayor}.
        {city}, {country}. [Founded|Established|Since] {founded}. [Population|Residents] {population}.
        {city} - {country} - {population} [inhabitants|people|residents][ - {height} m|]
        {city} / {country} / {airport}
        [A|An old] [town|port|city] in {country}, {height} m [above the sea|up], founded in {founded}.
        [A|An old|A small] town in {country} [elects|chooses|gets] {mayor} as [its |]mayor.
        {country}: [floods|fire|snow|a festival] in {city}, [a town of {population}|founded in {founded}].
        {country} has many [towns|cities], but [none like|I love|my favourite is] {city}[ on the {river}|].
        {country}'s [oldest|largest|finest|northernmost] city is {city}[, founded in {founded}|].
        [I live in|I was born in|I come from|I love] {city}, a town [in|of] {country} with {population} people.
        [My|Our] home town is {city}, [in {country}|on the {river}|{height} meters above the sea].
        [Last summer|In May|Last year|At Easter] [we|I] [went|travelled|drove] to {city} in {country}.
        Greetings from {city}[, {country}|]! [We have seen|Today we saw] the {museum}.
        Dear [Anna|Tom|all], {city} is [wonderful|lovely], above all the {museum} and the {dish}.
        Have you [ever |]been to {city} in {country}?
        Did you know that {city} was founded in {founded}[ and lies in {country}| on the banks of the {river}]?
        Do you want to see {city}[, {country}|]? [Fly to {airport}|Book a flight to {airport}].
        You will [love|like|enjoy] {city}, a [town|city|place] [in {country}|on the {river}] full of life.
        Where is {city}? In {country}[, on the river {river}|, at {height} meters].
        {city} [belongs|once belonged] to {country} and [has|counts] {population} [residents|people|inhabitants].
        {city}, a [city|town|community] of {population}[ people| residents| souls], lies in {country}.
        {city}, [governed|led|run] by [mayor |]{mayor}, has {population} inhabitants.
        {city}, [located|situated] in {country} [on|by] the {river}, was [founded|established] in {founded}.
        {city}, which [was founded in {founded}|lies at {height} m|has {population} residents], is in {country}.
        [Situated|Located] on the {river} [at {height} meters|in {country}], {city} has {population} inhabitants.
        [Established|Settled|Built] in {founded} on the {river}, {city} [now has|has grown to] {population} people.
        Since {founded}, {city} has [stood|been a town|been a port] on the {river}[ in {country}|].
        In {founded} [settlers|monks|merchants|fishermen] founded {city} [on the {river}|in what is now {country}].
        The year {founded} saw the [birth|foundation] of {city}[, {country}|].
        The town of {city} [counts|has|is home to] {population} [souls|people] and [its mayor is|the mayor is] {mayor}.
        The [capital|biggest port|third city] of {country} is [called |]{city}[ and has {population} inhabitants|].
        The [population|number of inhabitants] of {city}[, {country},|] [is|stands at|has grown to] {population}.
        The [altitude|elevation] of {city}[ in {country}|] is {height} [m|meters].
        The [river|stream] that [crosses|flows through] {city} is [called |]the {river}.
        The [local dish|speciality|typical food] of {city}[, {country},|] is {dish}.
        The airport of {city}[, {country},|] [has the code|is called|is] {airport}.
        [Nothing beats|I recommend|We loved] the {dish} in {city}[, {country}|].
        [There is|We know] a town in {country} called {city}[, at {height} m above the sea|].
        A [trip|journey|visit|weekend] to {city}[, {country},|] is never complete without the {museum}.
        Home to {population} people and [to |]the {museum}, {city} is [worth a visit|a lively place].
        Home of the {museum}: {city}[, {country}|].
        [A walk|An evening|A boat trip] along the {river} shows {city} [at its best|from its best side].
        {population} [inhabitants|people|residents], [one river, the {river}|one mayor, {mayor}]: this is {city}.
        The {dish}, the {museum} and the river {river}: [what a town|what more do you want|we miss it]!
        It is [cold|hot|rainy|sunny] in {city}, {country}[, {height} m above the sea|].
        [The town|The place|This city] in {country} has {population} [inhabitants|residents] and the airport {airport}.
        [We ate|I had] {dish} in a [small |]town [in {country}|on the {river}] and saw the {museum}.
        """
    ),
    clauses={
        "city": lines(
            """
            [It|The town|The city|The place] is called {city}.
            [The name of the town|The name of the city|The town's name|Its name] is {city}.
            [City|Town|Place|Name]: {city}.
            [We are talking about|This is|This is about|It is] {city}.
            [People call it|The locals call it|They named it] {city}.
            {city} is [its name|the name of the town|what they call it].
            [The place|The town] [is known|became known] as {city}.
            [We loved|I love|Come and see|Visit] {city}!
            [The sign|The map|The road sign] [says|reads] {city}.
            [Which town|Which city] is it? {city}.
            [We stayed|I stayed|They stayed] in {city} [for a week|for two nights].
            [We want to go back to|We will come back to|I miss] {city}.
            {city} is [worth a trip|a lovely place|a quiet place|always busy].
            You will [like|love] {city}.
            [Life|Living] in {city} is [good|cheap|expensive|never boring].
            The [train|bus|road] [takes you|brings you|leads] to {city}.
            The [town|city] of {city} [has changed a lot|is growing|is very old].
            [Greetings|Best wishes|Hello] from {city}!
            """
        ),
        "country": lines(
            """
            It [lies|is|is located|is situated] in {country}.
            It [belongs to|is in|has long belonged to] {country}.
            The country is [called |]{country}.
            It is [a part|part|a region] of {country}.
            It is the [pride|jewel|heart|garden] of {country}.
            You [find it|are] in {country}.
            [Country|State|Nation|Located in]: {country}.
            [In all|In the whole] of {country} there is [nothing like it|no nicer place].
            It is one of the [oldest|finest|largest] [towns|cities|places] in {country}.
            {country} is the [country|nation|state] it [belongs to|lies in].
            Which country? {country}.
            [Every child|Everybody] in {country} knows [it|the town].
            It is [popular|well known|loved] all over {country}.
            The flag [on the town hall |]is that of {country}.
            [Geographically|Politically] it is [in|part of] {country}.
            [Tourists|Guests] [from all over the world|] [come|travel] to {country} to see it.
            [Our|My] trip [took us|led us] to {country}.
            It is a [typical town|town|place] of {country}.
            Nowhere else in {country} is [life so good|the air so clean].
            """
        ),
        "population": lines(
            """
            It has [about |some |nearly |]{population} [inhabitants|residents|people].
            Its population is [about |roughly |]{population}.
            {population} people live [there|here|in the town].
            It is home to [some |about |]{population} [people|residents|souls].
            The number of [residents|inhabitants|people who live there] is {population}.
            About {population} people call it home.
            It counts {population} [souls|inhabitants|heads].
            [Population|Inhabitants|Residents|Pop.]: {population}.
            [The population|The number of residents] has [grown|risen|fallen|shrunk] to {population}.
            [At the last count|According to the census], {population} people lived there.
            How many people live there? {population}.
            {population} [inhabitants|residents|people] [share the space|fill its streets|live within its walls].
            With {population} [inhabitants|residents], it is [not a big place|a lively place|rather crowded].
            It is a [town|city|place] of {population}[ people| souls| inhabitants].
            We are {population} [people|residents|inhabitants] here.
            [The census|The last count|The register] [found|showed|gave] {population} [residents|inhabitants].
            [All in all|In total] there are {population} [residents|inhabitants|people].
            A total of {population} people [live|reside|have their home] there.
            Its {population} [residents|inhabitants|people] are [friendly|proud of it|used to guests].
            It is [inhabited|populated] by {population} people.
            """
        ),
        "river": lines(
            """
            The river {river} [flows|runs|winds] through it.
            It [stands|lies|sits] on the {river}[ river|].
            Its river is [called |]the {river}.
            It was built on the banks of the {river}.
            [Boats|Ships|Barges] go [up|down] the {river}.
            The {river} [crosses|divides|splits|touches] the town.
            [River|River name|Waterway|On the river]: {river}.
            You can [swim|fish|row] in the {river}.
            [The bridges|Three bridges|Old bridges] [span|cross|lead over] the {river}.
            In [spring|winter] the {river} [floods the old town|rises|carries much water].
            {river} is the name of [the|its] river.
            What is the river called? [The |]{river}.
            [Its water|The drinking water] comes from the {river}.
            [We walked|We took a walk|I cycled|You can walk] along the {river}.
            The [river|stream|waterway] there is [called |named |]the {river}.
            [The old town|The harbour|The market] lies [right |]on the {river}.
            The waters of the {river} [are clean|are cold|run through the centre].
            [Here|There] the {river} [is wide|is narrow|bends|meets the sea].
            [Situated|Located] on the {river}, it [has many bridges|is a good place for boats].
            """
        ),
        "mayor": lines(
            """
            Its mayor is [called |]{mayor}.
            {mayor} is the [mayor|new mayor|current mayor|town's mayor].
            The town is [governed|run|led|headed] by {mayor}.
            The people [elected|chose|voted for] {mayor} as mayor.
            {mayor} has been mayor [for years|for a long time|since the last election].
            Mayor {mayor} opened the new [bridge|school|library|market].
            [Mayor|The mayor|Head of the town]: {mayor}.
            [Our|The] mayor, {mayor}, [is popular|likes visitors|wants more trees|rides a bicycle].
            The [name of the mayor|mayor's name] is {mayor}.
            At the town hall {mayor} is [in charge|the boss|the mayor].
            [The office of mayor|The mayor's office] is held by {mayor}.
            Who is the mayor? {mayor}.
            [Voters|The citizens] [made|elected] {mayor} mayor.
            {mayor} [leads|heads|runs|governs] the [town|city|town council|city council].
            The [town|city] [has|got] a new mayor, {mayor}.
            The mayor ({mayor}) [spoke to the press|welcomed us|plans a new park].
            [The last election|The vote] was won by {mayor}, [now|who is now] mayor.
            We [shook hands with|met|spoke to] the mayor, {mayor}.
            {mayor} [serves|was sworn in|took office] as mayor.
            """
        ),
        "founded": lines(
            """
            It was [founded|established|created] in [the year |]{founded}.
            It was first [mentioned|settled|named in a letter] in {founded}.
            It has [existed|stood] since {founded}.
            It dates [from|back to] {founded}.
            Its history [began|begins|starts] in {founded}.
            [Settlers|Monks|Merchants|Fishermen] built it in {founded}.
            [Founded|Established|Since|Year founded|Founding year]: {founded}.
            The [year of its foundation|founding year] is {founded}.
            In {founded} [it was founded|the first houses were built|the first settlers came].
            [Founded|Established] in {founded}, it [is rather old|has seen many wars|has a long history].
            It received its [town rights|charter] in {founded}.
            When was it founded? In {founded}.
            The [stone|plate|sign] at the gate says it was founded in {founded}.
            The [town|city] [goes back|dates back] to [the year |]{founded}.
            [A king|A queen|A bishop|A duke] founded it in {founded}.
            {founded} is the year [of its foundation|in which it was founded|it was founded].
            [Every year|In June] the people celebrate its foundation in {founded}.
            It became a [town|city] in {founded}.
            There has been a [town|settlement|village] here since {founded}.
            """
        ),
        "height": lines(
            """
            It lies {height} [meters|metres|m] above [the sea|sea level].
            Its [altitude|elevation|height] is {height} [m|meters|metres].
            It is {height} [m|meters] [high|above the sea|up].
            The [elevation|altitude|height above the sea] is {height} [meters|m].
            At {height} meters the air is [thin|clear|cool|fresh].
            You have to climb to {height} meters.
            [Altitude|Elevation|Height|Height above sea level]: {height} [m|meters].
            [The centre|The town|The market square] is at {height} [m|meters|metres].
            [Situated|Located] at {height} [m|meters], it [is cool in summer|has cold nights].
            It [sits|was built|stands] at [a height|an altitude|an elevation] of {height} [m|meters].
            How high is it? {height} [m|meters].
            The [road|path|train] [climbs|goes|rises] to {height} [m|meters].
            {height} [m|meters] above the sea, the [nights are cold|view is wide|sky is clear].
            [The map|The sign at the station|My watch] [shows|gives] an altitude of {height} [m|meters].
            We are {height} [m|meters] above [sea level|the sea] here.
            With [an altitude|an elevation] of {height} m it is [rather high|a good place to breathe].
            [In winter there is snow|It is windy] at {height} m.
            The [town|city|place] [rises|lies] {height} meters over the [sea|coast].
            Sea level is {height} [m|meters] [below|further down].
            """
        ),
        "dish": lines(
            """
            Its [speciality|specialty|best known dish] is {dish}.
            [Visitors|Guests|You] should [try|taste|order] the {dish}.
            It is [famous|known|loved] for its {dish}.
            The [local|typical|traditional|favourite] [dish|food] is {dish}.
            Nobody leaves without [eating|tasting|trying] {dish}.
            They [make|serve] the best {dish} [there|in the world|I know].
            [Dish|Food|Speciality|Local dish|Eat]: {dish}.
            [We ate|I had|We enjoyed|We shared] the {dish}[, the local dish|, just as the locals do|].
            [Every restaurant|Every bar|Every inn] [serves|offers|has] {dish}.
            On the menu there is [always |]{dish}.
            What do people eat there? {dish}.
            People say that {dish} is the [local dish|speciality|pride of the cooks].
            [Be sure|Don't forget|Remember] to [try|taste|order] the {dish}.
            [Gourmets|Food lovers|Hungry people] [come|travel there] for the {dish}.
            The [cooks|people|locals] [are proud of|love|swear by] their {dish}.
            The {dish} [there|of the region] [made it famous|won a prize|must be tasted].
            On [Sundays|market days|holidays] [people|the locals|families] eat {dish}.
            If you are hungry, [have|try|order] the {dish}.
            A festival is [held|celebrated] in honour of [the|its] {dish}.
            """
        ),
        "airport": lines(
            """
            Its airport is [called |]{airport}.
            The airport has the [code|IATA code|letters] {airport}.
            You [fly|can fly|have to fly] to {airport}.
            [Flights|Planes|Most flights] land at {airport}.
            The [nearest|closest|local] airport is {airport}.
            Book a [flight|ticket] to {airport}.
            [Airport|Airport code|IATA code|IATA|Nearest airport]: {airport}.
            [We landed|I landed|Our plane landed|We arrived] at {airport}.
            The [code|IATA code] of the airport is {airport}.
            {airport} is the [nearest airport|airport|airport code|code of the airport].
            It is [served|reached] [by|through] the airport {airport}.
            Which airport? {airport}.
            From {airport} [take the bus|take a taxi|take the train] [into town|to the centre].
            The [bus|train|taxi] from {airport} takes [ten minutes|an hour|half an hour].
            On [your ticket|the ticket|your luggage] it says {airport}.
            [Travellers|Guests|Tourists] [arrive|land] at {airport}.
            [By plane|By air] you get there via {airport}.
            It has an [international |]airport ({airport}).
            There are [daily |cheap |direct |]flights to {airport}.
            """
        ),
        "museum": lines(
            """
            Do not miss the {museum}.
            The main [sight|attraction|landmark] is the {museum}.
            [Everybody|Every visitor|Every tourist] [visits|goes to|wants to see] the {museum}.
            [We|I|The children] liked the {museum} best.
            Its [landmark|symbol|best known sight] is the {museum}.
            The {museum} is [worth a visit|worth seeing|a must|well worth the trip].
            [Sight|Sights|Attraction|Must see|Landmark|See]: {museum}.
            [Most|Many] [tourists|visitors|guests] [come for|come to see|go to] the {museum}.
            The {museum} [attracts|draws] [many visitors|thousands of tourists|crowds].
            The {museum} is [the main sight|its landmark|the top attraction|its most famous building].
            What should one see? The {museum}.
            [In the centre|On the hill|In the old town|At the market] [stands|you find] the {museum}.
            [You should|You must|You have to|Be sure to] [see|visit] the {museum}.
            [We spent|I spent] [an afternoon|a morning|hours] at the {museum}.
            It is [famous|known] for the {museum}.
            The {museum} is [open every day|closed on Mondays|free on Sundays].
            [Guided tours|The tour|Our walk] [start|starts|ended] at the {museum}.
            [Photos|Postcards|Stamps] [show|often show] the {museum}.
            Tickets for the {museum} are [cheap|sold online|hard to get].
            """
        ),
    },
    subjects=w.words("city, town, place, village, region"),
    adjectives=w.words("walled, coastal, car-free, famous, crowded, bilingual, fortified, remote, industrial"),
    features=w.words("an airport, a harbour, a university, a beach, a cathedral, trams, a castle, a metro, a casino"),
)
