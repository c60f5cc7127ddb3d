"""People: who they are, where they live and what they do."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, Fact, Judgement, fact, keys, lines

PEOPLE = Domain(
    facts={
        "name": Fact(keys("name name name person full_name who person_name complete_name called"), w.person),
        "age": Fact(
            keys("age age years age_in_years years_old how_old current_age"), lambda d: w.integer(d, 16, 99), "int"
        ),
        "city": Fact(
            keys("city city town lives_in home residence city_of_residence place_of_residence location based_in"),
            w.city,
        ),
        "country": Fact(
            keys("country nation country_of_birth home_country country_of_origin native_country"), w.country
        ),
        "job": Fact(keys("job job profession occupation work role job_title position works_as trade"), w.job),
        "company": Fact(
            keys("company company employer firm works_for works_at company_name organization employed_by workplace"),
            w.company,
        ),
        "email": Fact(keys("email email mail e_mail contact email_address mail_address contact_email"), w.email),
        "phone": Fact(
            keys("phone phone telephone mobile number phone_number telephone_number tel mobile_number cell"), w.phone
        ),
        "born": Fact(
            keys("born birthday birth_date date_of_birth birthdate dob born_on day_of_birth"), w.iso_date, "date"
        ),
        "partner": Fact(keys("partner spouse married_to partner_name spouse_name life_partner"), w.person),
        "children": Fact(
            keys("children kids number_of_children num_children children_count number_of_kids child_count"),
            lambda d: w.integer(d, 1, 9),
            "int",
        ),
        "hobby": Fact(
            keys("hobby pastime interest favorite_hobby leisure_activity free_time likes"),
            lambda d: w.entry(d, w.HOBBIES),
        ),
        "street": Fact(
            keys("address street home_address street_address postal_address mailing_address lives_at"), w.street
        ),
        "nationality": fact("nationality, citizenship", v.one_of(w.LANGUAGES, 0.3)),
        "languages": fact("languages, spoken languages, mother tongues", v.some_of(v.one_of(w.LANGUAGES, 0.3)), "list"),
        "hobbies": fact("hobbies, interests, pastimes", v.some_of(v.one_of(w.HOBBIES)), "list"),
        "salary": fact(
            "salary, income, annual pay", v.whole(9_000, 250_000), "int", units=["{} EUR", "${}", "{} euros", "£{}"]
        ),
        "manager": fact("manager, boss, supervisor", w.person, also="reports_to"),
        "department": fact(
            "department, division, team", v.one_of("sales, finance, support, research, legal, design, logistics")
        ),
        "height": fact("height, body height", v.whole(140, 210), "int", also="height_cm", units=["{} cm"]),
        "weight": fact("weight, body weight", v.whole(40, 140), "int", also="weight_kg", units=["{} kg", "{} kilos"]),
        "eyes": fact("eye colour, eyes", v.one_of(v.COLOURS, 0.2), also="eye_color"),
        "hair": fact("hair colour, hair", v.one_of(v.COLOURS, 0.2), also="hair_color"),
        "birthplace": fact("birth place, place of birth, birthplace", w.city, also="born_in"),
        "nickname": fact("nickname, alias, pet name", v.capital(), also="known_as"),
        "pet": fact("pet, animal at home", v.one_of("dog, cat, parrot, hamster, rabbit, goldfish, turtle")),
        "mother": fact("mother, mother's name", w.person),
        "father": fact("father, father's name", w.person),
        "siblings": fact("siblings, number of siblings", v.whole(1, 9), "int", also="brothers_and_sisters"),
        "university": fact(
            "university, school, college", lambda d: f"University of {w.city(d)}", also="studied_at alma_mater"
        ),
        "degree": fact("degree, diploma", v.one_of("bachelor, master, doctorate, diploma, certificate", 0.3)),
        "website": fact("website, homepage, web page", v.url, also="url"),
        "postcode": fact("postcode, postal code, zip code", w.code, also="zip"),
        "passport": fact("passport number, ID number, identity card", w.code, also="passport"),
        "username": fact(
            "user name, login, account name", lambda d: w.syllables(d, 1, 2) + str(d.number(1, 99)), also="handle"
        ),
        "experience": fact(
            "experience, years of experience", v.whole(1, 40), "int", also="years_of_work", units=["{} years"]
        ),
        "skills": fact(
            "skills, abilities, strengths",
            v.some_of(v.one_of("Python, Excel, welding, SQL, drawing, typing, cooking, negotiation")),
            "list",
        ),
    },
    leads=lines(
        """
        {name} is {age} years old and [lives|resides|has settled|has a flat] in {city}[, {country}|].
        {name}, {age}, [lives|works|is at home|resides] in {city}.
        {name} ({age}) is a[ well-known| young|n old-school|] {job} from {city}.
        {name} works as a {job} [at|for|with] {company}[ in {city}|].
        {name} [works|earns a living|makes a living|is employed] as a {job} in {city}.
        My name is {name} and I am {age}[ years old|].
        My name is {name} and I [live|work|have a small flat] in {city}[, {country}|].
        [Hello|Hi|Hey|Good morning], I am {name}, a {job} from {city}.
        This is {name}, {age} years old, {job} at {company}.
        Meet {name}, a {age}-year-old {job} [from|based in|living in] {city}.
        The {age}-year-old {job} {name} lives in {city}, {country}.
        {name} was born on {born} [in {city}|in {country}|and lives in {city}|and works as a {job}].
        {name} was born in {city} on {born} and works as a {job}.
        {name} is a [trained |freelance |retired |]{job}[ and the parent of {children} children|].
        {name} is a {age} year old {job} who [lives|is based|resides] in {city}[ and loves {hobby}|].
        {name}, {job} at {company}, turned {age} [this year|last week|yesterday|in spring].
        Our new [colleague|neighbour|team member|flatmate] {name} comes from {city} and is {age}.
        We welcome {name}, who [joins|has joined|is joining] {company} as a {job}.
        {company} has [hired|appointed|taken on|recruited] {name}[, {age},|] as a {job}.
        {name} from {city} has [joined|signed with|started at|found work at] {company}.
        In {city} we met {name}, a {job} aged {age}.
        I [spoke to|met|wrote to|had coffee with] {name} yesterday, a {job} of {age} from {city}.
        At {age}, {name} still works as a {job} [in {city}|at {company}|for {company}].
        {name} moved from {country} to {city} and found work as a {job}[ at {company}|].
        There is a {job} [called|named] {name} in {city}.
        The person's name is {name}, age {age}, from {city}.
        I'm {name}, I'm {age} and I live in {city}[, where I work as a {job}|].
        Contact: {name}, {company}, {email}[, {phone}|].
        {name} <{email}> is a {job} at {company}.
        Please [call|phone|ring] {name} at {phone}[ or write to {email}|].
        [Born on|Born] {born} in {country}, {name} [now lives|today lives|has since settled] in {city}.
        Employed by {company}[ since last year|] as a {job}: {name}, {age}.
        A {job} by [profession|trade|training], {name} lives at {street} in {city}.
        {name} and {partner} live in {city}[ with {children} children| and have {children} children|].
        {name} is married to {partner}[ and has {children} children|, and they live in {city}].
        [Name|Person|Full name]: {name}. Age: {age}. [City|Town|Lives in]: {city}.
        [Name|Employee]: {name}, [job|position|role]: {job}, [company|employer]: {company}.
        New [hire|employee|member of staff]: {name}, {job}, [e-mail|email|mail] {email}.
        {name}, born {born}, is a citizen of {country}[ and lives in {city}|].
        {name}, who was born on {born}, works [for|at] {company}.
        Do you know {name}, the {job} from {city}?
        Have you met {name}? A {job}, {age}, [lives in {city}|from {country}|works at {company}].
        You are {name}, [aged {age}|{age} years old], and you live in {city}.
        Dear {name}, we have your address as {street}, {city}[, {country}|].
        {company} [employee|veteran|staff member] {name} [lives|is at home] in {city}.
        {company}'s new {job} is {name}[, {age}|][ from {city}| from {country}|].
        The new {job} at {company} is called {name} and [is {age}|comes from {country}|lives in {city}].
        {city}: {job} {name} ([{age}|aged {age}|born {born}]) wins [an award|a prize|first prize].
        {city}-based {job} {name}[, {age},|] [likes|loves|enjoys] {hobby}.
        Originally from {country}, {name} [now works|works today] as a {job} in {city}.
        {name} left {country} [as a child|years ago|after school] and [settled in|moved to] {city}.
        After [ten|twenty|many] years as a {job}, {name} from {city} [wants a change|has retired|is moving on].
        With {children} children and a job as a {job}, {name} has [little|not much] free time.
        {name} [has|is bringing up] {children} [children|kids] with {partner} in {city}.
        {name} (phone {phone}, [e-mail|mail] {email}) [works for|represents] {company}.
        [To reach|If you need|For questions, ask] {name} at {company}, [dial|call] {phone}.
        You can [write to|reach|contact] {name} at {email}[ or by phone at {phone}| or at {street}, {city}].
        [Send|Address] the parcel to {name}, {street}, {city}[, {country}|].
        {name}[, {job},|] lives at {street}[ in {city}| with {partner}|].
        Everyone in {city} knows {name}, the {age}-year-old {job}.
        I am a {job} and my name is {name}[, I am {age}| and I work at {company}|].
        I am {age}, [live|I live] in {city} and [I |]work as a {job}; [people call me|my name is] {name}.
        Hi all, {name} here, {age}, [{job}|from {city}|from {country}|{job} from {city}], [into|big fan of] {hobby}.
        Hey, it's {name} from {company}, my [new |]number is {phone}.
        I was born on {born}, my name is {name} and I come from {country}.
        I work [at|for] {company} as a {job}, live in {city} and am called {name}.
        My [friend|cousin|neighbour|colleague] {name} [is {age} and|] [lives in {city}|works at {company}].
        My [brother|boss|best friend|uncle] {name} is a {job} [in {city}|at {company}][ and likes {hobby}|].
        Our {job}, {name}, [is {age} years old|lives in {city}|comes from {country}|turned {age}].
        {name} has been [working|employed] at {company} as a {job} for years and is now {age}.
        [Happy birthday|Congratulations] to {name}, who [turns|is turning] {age} today[ in {city}|].
        {name} is {age}, married to {partner} and [lives|has a house] in {city}.
        {name} loves {hobby}, is {age} and [works|earns money] as a {job}.
        It is {hobby} that {name}, a {job} from {city}, [likes most|does best|dreams of].
        A fan of {hobby}, {name} [lives in {city}|works for {company}|is {age} years old].
        {age} years old, [from {city}|from {country}|a {job}], [works at|employed by] {company}[, mail {email}|].
        [Wanted|Found|Profile|On file]: {job}, {age}, {city}[, {country}|][, {phone}|].
        It was {name}, a {job} at {company}, who [called|wrote|answered] [from {phone}|from {city}|first].
        [The applicant|The candidate|The patient|The customer] is {name}, born on {born}[, from {city}|, {street}].
        [The applicant|Our guest|The witness], {name}, is {age}, lives in {city} and works as a {job}.
        [The undersigned|The tenant], {name}, born {born}, resident at {street}, {city}.
        As a {job} [at|for] {company}, {name} earns well and lives in {city}.
        {name} [runs|heads|owns] [the office of |]{company} in {city}.
        {name} has lived in {city} for [ten|five|many] years and is employed [by|at] {company}.
        I'm a {job}, {age}, [living|at home|born and bred] in {city}[, working for {company}|].
        [A|Our] {age}-year-old {job} from {city} [won the prize|needs your help|was on the radio].
        [A|One] {job} [called|named|by the name of] {name} [works for {company}|lives at {street}|moved to {city}].
        {name} - {job} - {city}[ - {email}| - {phone}|]
        {name} / {age} / {city}[ / {job}|]
        {name}, {age}, {job}, {company}[, {city}|].
        [Looking for|We need] the {job} [at|of] {company} in {city}[, born {born}|]? Dial {phone}.
        """
    ),
    clauses={
        "name": lines(
            """
            {Their} name is {name}.
            [The name|Name|Full name]: {name}.
            {They} is [called|named] {name}.
            [My name is|I am|I'm] {name}[, by the way|].
            [Everybody calls|Friends call|People call|They call] {them} {name}.
            {They} goes by [the name of |the name |]{name}.
            [We are talking about|This is about|The person is] {name}.
            {Their} full name [is|reads] {name}.
            [Just|Please] ask for {name}.
            [The passport|The form|The badge|The door sign] says {name}.
            [Signed|Yours], {name}.
            {They} introduced {them}self as {name}.
            {name} is {their} [full |]name.
            [Who is it|Who is that]? It is {name}.
            You [may|can] call {them} {name}.
            {They} was [christened|given the name|baptised] {name}.
            {They} is [known|registered|listed] as {name}.
            The [name on the list|person in question|full name] is {name}.
            """
        ),
        "age": lines(
            """
            {They} is {age}[ years old| years of age|].
            {They} is {age}.
            {They} [has just|just|has recently|recently] turned {age}.
            {Their} [age|current age] is {age}.
            At the age of {age}, {they} [feels young|is full of energy|still learns|has many plans].
            Last [week|month|Sunday] {they} celebrated {their} birthday number {age}.
            {They} is [now |]aged {age}.
            [Age|Age in years|Years]: {age}.
            I am {age}[ years old| now| and feel fine|].
            [At {age}|Aged {age}], {they} is [no beginner|the youngest in the team|not ready to retire].
            {They} [became|reached the age of] {age} [this year|in spring|last month].
            How old is {they}? {age}.
            {age} [years old|years of age], {they} [looks younger|is in good shape].
            {They} must be {age}[ by now|].
            {They}'s {age}[ now| already|].
            {They} will stay {age} until [next year|the next birthday].
            [A party was held|There was cake|Friends came], because {they} turned {age}.
            {They} [looks younger than|does not look] {their} {age} years.
            You are {age}[ years old|], [is that right|correct]?
            {They} is a {age}-year-old with [many ideas|a big heart|a good memory].
            With {age} years [behind {them}|of life], {they} [has seen a lot|knows the world].
            {They} has reached [the age of |]{age}.
            """
        ),
        "city": lines(
            """
            {They} [lives|now lives|currently lives] in {city}.
            {They} has [a flat|a house|an apartment|a small room] in {city}.
            {They} is [based|settled|at home|resident] in {city}.
            {Their} [home|house|flat|residence] is in {city}.
            {They} has [moved|relocated] to {city}.
            {They} grew up and still lives in {city}.
            {They} [resides|dwells|stays] in {city}.
            [City|Town|Place of residence|Home|Location]: {city}.
            [I live|I am based|My home is|I have a flat] in {city}.
            [Home|Home town] for {them} is {city}.
            {They} calls {city} home.
            [Based|Living|At home] in {city}.
            [Since last year|For many years|Since spring] {they} has lived in {city}.
            {They} has [made|found] {their} home in {city}.
            {They} [settled down|bought a house|rents a flat] in {city}.
            Where does {they} live? In {city}.
            {city} is [where {they} lives|{their} home|the city {they} lives in|{their} place of residence].
            {They} would never [leave|move away from] {city}.
            You live in {city}, [don't you|right]?
            If you are in {city}, [visit|call on|look up] {them}.
            {They} shares a flat in {city}[ with friends|].
            After school {they} [went|moved] to {city} and [stayed|never left].
            """
        ),
        "country": lines(
            """
            {They} [comes|is|originally comes] from {country}.
            {They} was born [and raised |]in {country}.
            {Their} [family is|parents are|ancestors were] from {country}.
            {They} is a [citizen|national|native] of {country}.
            {Their} [country|home country|native country] is {country}.
            {They} holds a passport of {country}.
            [Country|Country of birth|Country of origin|Nation]: {country}.
            I [come|am|am originally] from {country}.
            {They} [grew up|spent {their} childhood|went to school] in {country}.
            [By birth|Originally] {they} is from {country}.
            {country} is {their} [country|home country|native land].
            {They} [left|emigrated from] {country} [years ago|as a child|after school].
            {Their} roots [are|lie] in {country}.
            {Their} passport was issued in {country}.
            Where is {they} from? {country}.
            [A native of|Born in|Raised in] {country}, {they} [speaks three languages|loves the sea].
            You [come|are] from {country}, [right|don't forget that]?
            {They} often [speaks|dreams] of {country}, where {they} was born.
            {They} has the citizenship of {country}.
            {They} [misses|often visits|cannot forget] {country}, the country of {their} [birth|childhood].
            """
        ),
        "job": lines(
            """
            {They} works as a[ freelance| full-time| self-employed|] {job}.
            {They} is a [good |trained |qualified |]{job}.
            {Their} [job|profession|occupation|trade] is {job}.
            {They} [earns {their} living|makes {their} living|earns {their} money] as a {job}.
            By [profession|trade|training] {they} is a {job}.
            {They} has been a {job} for [a long time|ten years|many years|half {their} life].
            {They} was [trained|hired|employed] as a {job}.
            [Job|Profession|Occupation|Position|Role]: {job}.
            [I work|I earn my living|I have a job] as a {job}.
            I am a {job}[ by trade| by profession|].
            [A|A good] {job} by [trade|profession|training].
            {They} [became|decided to become|always wanted to be] a {job}[ after school|].
            [On weekdays|During the week|By day] {they} [is|works as] a {job}.
            What does {they} do? {They} is a {job}.
            The work of a {job} [suits {them}|keeps {them} busy|makes {them} happy].
            {They} [practises|learned] the [trade|profession] of {job}.
            As a {job} {they} [works long hours|earns enough|is very busy|meets many people].
            You work as a {job}, [don't you|as far as I know].
            {Their} job title is {job}.
            {They} has [a job|a position|work|a full-time job] as a {job}.
            {They} [serves|is known|is respected] as a {job}.
            {They}, a {job}, [gets up early|likes {their} work|works a lot].
            """
        ),
        "company": lines(
            """
            {They} works for {company}.
            {They} works [at|with] {company}[ full time| part time|].
            {Their} [employer|company|firm|workplace] is {company}.
            {They} has a [position|job|desk|contract] at {company}.
            {They} is employed [by|at|with] {company}.
            {They} has been with {company} for [years|ages|a long time|two years].
            The [firm|company|business] is called {company}.
            [Company|Employer|Firm|Works for]: {company}.
            I [work|am employed|have a job] at {company}.
            {They} [joined|started at|signed with|moved to] {company} [last year|in spring|recently].
            {company} [employs|hired|pays|took on] {them}.
            {They} [runs|owns|manages|leads] {company}.
            [The name of {their} employer|The company {they} works for] is {company}.
            Who does {they} work for? {company}.
            {They} is on the [staff|payroll|team] of {company}.
            {They} [represents|sells for|travels for] {company}.
            [At work, that is at|In the offices of] {company}, {they} is [well liked|a legend].
            You work for {company}, [right|don't you]?
            Every [morning|day] {they} [drives|walks|goes] to the office of {company}.
            {Their} [salary|pay] comes from {company}.
            {company} is [where {they} works|{their} employer|the firm that employs {them}].
            """
        ),
        "email": lines(
            """
            {Their} e-mail is {email}.
            {Their} [email|mail|e-mail|work email] address is {email}.
            [Write|Please write|Just write] to {email}.
            You can [reach|contact|get] {them} [at|under|via|by email at] {email}.
            [Mail|E-mail|Email|Email address]: {email}
            Send [a message|an email|your questions|a note|your reply] to {email}.
            Contact {them} [under|at|via] {email}.
            [My email is|My mail address is|You can write to me at|Reach me at] {email}.
            {They} [reads|uses|answers] mail [sent to|at] {email}.
            [For questions|For details|If in doubt|To get in touch], [write to|mail] {email}.
            The address {email} is [the one to use|{their} own].
            {They} can be [reached|contacted] [by email |]at {email}.
            [Questions|Any questions|Interested]? {email}
            Drop {them} a line at {email}.
            {They} has a new [email address|mail address]: {email}.
            [Mails|Emails|Letters] to {email} are [answered|read] [quickly|the same day].
            By [mail|email]: {email}.
            Please [use|note] the [email|mail] address {email}.
            As far as I know, {email} is [still |]{their} [email|address].
            {They} registered with the [email|email address] {email}.
            """
        ),
        "phone": lines(
            """
            {Their} [phone|telephone|office] number is {phone}.
            [Call|Please call|Just call|You can call] {them} [at|on|under] {phone}.
            {Their} [telephone|phone|mobile]: {phone}
            {Their} [mobile|cell phone|new|work] number is {phone}.
            Ring {phone} to [talk to|speak to|reach] {them}.
            [Phone|Dial|Call|Try] {phone}.
            [Phone|Tel|Tel.|Telephone|Mobile|Cell]: {phone}.
            [My number is|My phone number is|You can call me at|Call me on] {phone}.
            {They} [can be reached|is available|answers the phone] [at|under|on] {phone}.
            By phone {they} is [available|reachable] [at|under] {phone}.
            If it is urgent, [call|dial|ring] {phone}.
            {phone} is {their} [number|phone number|mobile].
            {They} has a new [number|mobile|phone]: {phone}.
            Text {them} at {phone}.
            [Send a text|Leave a message|Send an SMS] [at|to] {phone}.
            {They} is in the phone book [with|under] {phone}.
            {They} gave me {their} number, {phone}.
            [What is {their} number|How can I call {them}]? {phone}.
            In the evening {they} [answers|picks up] at {phone}.
            {They} called [me |us |]from {phone}.
            """
        ),
        "born": lines(
            """
            {They} was born on {born}.
            {Their} birthday is {born}.
            [Born|Born on|Birthday|Date of birth|Birth date]: {born}.
            {Their} [date of birth|birth date] is {born}.
            {They} came into the world on {born}.
            {They} (born {born}) [likes it there|is very patient|has many friends|sleeps a lot].
            [I was born on|My birthday is|My date of birth is] {born}.
            [Born|Born on] {born}, {they} [is the oldest|is the youngest|has two brothers].
            {They} [saw the light of day|first saw the light] on {born}.
            On {born} {they} was born[ in a small hospital| at home|].
            The [passport|certificate|file|form] [gives|shows] {born} as {their} date of birth.
            {Their} life began on {born}.
            When was {they} born? [On |]{born}.
            {born} is {their} [date of birth|birthday|birth date].
            The day of {their} birth was {born}.
            {Their} mother gave birth to {them} on {born}.
            {Their} parents were [happy|proud] when {they} was born on {born}.
            According to [the file|our records|the register], {they} was born [on |]{born}.
            You were born on {born}, [is that right|correct]?
            DOB {born}.
            """
        ),
        "partner": lines(
            """
            {They} is [happily |]married to {partner}.
            {Their} [partner|better half|life partner] is {partner}.
            {Their} [spouse|husband|wife|partner] is [called|named] {partner}.
            {They} married {partner} [last year|in spring|ten years ago|young].
            {They} lives [together |]with {partner}.
            {They} and {partner} are [a couple|a pair|husband and wife|married].
            [Partner|Spouse|Married to]: {partner}.
            [I am married to|My partner is|My spouse is|I share my life with] {partner}.
            {They} shares [{their} life|a home|a flat] with {partner}, {their} [partner|spouse].
            {partner} is {their} [partner|husband|wife|spouse].
            {They} [found|met] the love of {their} life in {partner}.
            {They} is [wed|lawfully wed] to {partner}.
            {They} said yes to {partner}.
            {Their} [husband|wife|partner], {partner}, [cooks well|is a teacher|works from home|sings].
            Together with {their} [partner|spouse|husband|wife] {partner} {they} [has a garden|owns a boat].
            At {their} side [is|stands] {partner}, {their} [partner|spouse].
            {They} has been [with|together with|married to] {partner} for [years|ten years|a long time].
            {They} and {their} [wife|husband|partner] {partner} [travel a lot|have a dog|like it there].
            {They} tied the knot with {partner}.
            Who is {their} partner? {partner}.
            {They} [fell in love with|is in a relationship with] {partner}.
            """
        ),
        "children": lines(
            """
            {They} has {children} children.
            {They} has {children} [kids|little ones|children at home|children in all].
            {They} is [a parent|the parent|the proud parent] of {children}.
            {Their} {children} children [go to school|are grown up|keep {them} busy|look like {them}].
            There are {children} children in the family.
            {They} [raised|brought up|is raising] {children} children.
            [Children|Kids|Number of children]: {children}.
            I have {children} [children|kids].
            [With {children} kids|With {children} children], {their} house is [never quiet|always full].
            The number of {their} children is {children}.
            {children} children call {them} [mum or dad|their parent].
            {They} is [a parent of|a family person with] {children} [children|kids].
            {They} [looks after|feeds|takes care of] {children} [kids|children] of {their} own.
            How many children does {they} have? {children}.
            A family with {children} children [needs a big car|is never bored].
            {They} has {children} sons and daughters[ in all|].
            You have {children} [children|kids], [right|don't you]?
            {They} adopted {children} children.
            All {their} {children} kids [live at home|like sport|still go to school].
            {They} comes home to {children} [hungry |noisy |happy |]children.
            """
        ),
        "hobby": lines(
            """
            {They} [likes|really likes|enjoys|adores] {hobby}.
            {Their} [hobby|favourite hobby|pastime|passion|main interest] is {hobby}.
            In {their} [free|spare|leisure] time {they} [enjoys|likes|goes for] {hobby}.
            {They} loves {hobby}[ more than anything| above all|].
            {They} spends the weekend [with|on] {hobby}.
            {They} is [fond of|keen on|into|crazy about|mad about] {hobby}.
            [Hobby|Hobbies|Interests|Pastime|Likes]: {hobby}.
            [I like|I love|My hobby is|I am into|In my free time I enjoy] {hobby}.
            When {they} is not working, {they} [enjoys|thinks of|has time for] {hobby}.
            It is {hobby} that is {their} [hobby|passion|favourite pastime|great love].
            {They} has [a passion|a weakness|a talent] for {hobby}.
            Nothing [relaxes {them}|makes {them} happier|is better for {them}] than {hobby}.
            After work {they} [relaxes with|has time for|looks forward to] {hobby}.
            {They} [took up|has taken up|discovered] {hobby} [last year|as a child|recently].
            {They} is a [big |great |]fan of {hobby}.
            What does {they} do for fun? {hobby}.
            On [Sundays|holidays|weekends] it is all about {hobby}.
            For fun, {hobby}.
            {They} is a member of a [club|group] for {hobby}.
            You like {hobby}, [don't you|I hear].
            {They} could [talk about|go on about] {hobby} for hours.
            """
        ),
        "street": lines(
            """
            {Their} [home |postal |]address is {street}.
            {They} lives at {street}.
            {They} can be [found|visited|reached by post] at {street}.
            The [house|flat|apartment] is at {street}.
            [Post|Mail|{Their} post|Every parcel] [goes|is sent] to {street}.
            Visit {them} at {street}.
            [Address|Home address|Street|Street address]: {street}.
            [I live at|My address is|You find me at|My house is at] {street}.
            {They} has [a house|a flat|rooms|an apartment] at {street}.
            {street} is {their} [address|home address|street address].
            Please send [letters|parcels|the documents|everything] to {street}.
            {They} [moved|has moved] to {street}[ in spring| last month|].
            {They} [rents|bought|owns] the [house|flat] at {street}.
            [Deliver|Bring] [it|the parcel] to {their} door at {street}.
            Where exactly? At {street}.
            {They} is registered at {street}.
            {Their} [door|front door|letter box] is at {street}.
            The taxi [picks {them} up|waits for {them}] at {street}.
            You live at {street}, [right|don't you]?
            At {street} you [find {them}|ring {their} bell].
            """
        ),
    },
    judgements={
        "married": Judgement(
            keys("married is_married has_spouse"),
            {
                "true": lines(
                    """
                    {They} is [happily |already |legally |]married.
                    {They} has a [spouse|husband|wife].
                    {They} got married [last year|in spring|young|ten years ago].
                    {They} is happily married.
                    [Marital status|Status|Family status]: married.
                    I am [happily |]married.
                    {They} wears a wedding ring[ every day|] and is married.
                    {They} [tied the knot|said yes at the altar] [last summer|years ago].
                    {Their} [husband|wife] is very kind.
                    {Their} wedding was [in May|last year|a big party|long ago].
                    {They} has been married for [years|ages|a decade].
                    Is {they} married? Yes[, {they} is|].
                    {They} celebrates {their} wedding day every year with {their} [husband|wife].
                    {They} lives with {their} [husband|wife].
                    A married [person|man or woman], {they} [thinks of the family|goes home early].
                    {They} and {their} [husband|wife] have a [house|garden|dog].
                    {Their} marriage is [happy|a good one].
                    """
                ),
                "false": lines(
                    """
                    {They} is [single|still single|a single person].
                    {They} is [not|not yet|no longer] married.
                    {They} has never [married|been married].
                    {They} is unmarried.
                    [Marital status|Status|Family status]: [single|unmarried|divorced|not married].
                    I am [single|not married|unmarried].
                    {They} is [divorced|separated|a divorced person].
                    {They} has no [spouse|husband or wife].
                    {They} [never|has not] got married.
                    Is {they} married? No[, {they} is not|].
                    {They} does not [want|plan] to marry.
                    {They} [lives alone|lives as a single|stayed single] and is not married.
                    {They} isn't married[ yet| so far|].
                    A wedding [never took place|is not planned], {they} is single.
                    {They} got divorced [last year|years ago].
                    {They} has stayed [single|unmarried][ all {their} life|].
                    """
                ),
            },
            told_by=r"marr|spouse|wife|husband|partner|wed|couple|divorc|single|together with",
        ),
        "student": Judgement(
            keys("student is_student studying"),
            {
                "true": lines(
                    """
                    {They} is a [full-time |first-year |]student.
                    {They} still studies[ at university|].
                    {They} goes to [university|college].
                    {They} is [still |currently |]studying[ law| medicine| history| physics|].
                    [Student|Student status]: yes.
                    I am a student[ at the university|].
                    {They} is enrolled at [a|the] [university|college].
                    {They} is in {their} [first|second|third|last] year at [university|college].
                    {They} [attends|takes] [lectures|courses] at the university.
                    {They} has a student card and [gets a discount|pays less].
                    {They} is [working|studying] for a degree.
                    {They} has exams at [university|college] [next week|soon|in June].
                    Is {they} a student? Yes[, {they} is|].
                    {They} lives in a student [hall|room] and studies.
                    {They} has not finished {their} studies yet.
                    As a student {they} [has little money|gets up late|pays less].
                    """
                ),
                "false": lines(
                    """
                    {They} is [not|no longer|not yet] a student.
                    {They} has [finished|left|completed] [university|college][ long ago|].
                    {They} no longer studies.
                    {They} [never went|does not go] to [university|college].
                    [Student|Student status]: no.
                    I am [not|no longer] a student.
                    {They} graduated [years ago|last year|long ago].
                    {They} [does not study|isn't studying|is not studying][ any more|].
                    {They} dropped out of [university|college].
                    {Their} student days are over.
                    {They} is not enrolled [anywhere|at any university].
                    Is {they} a student? No[, {they} is not|].
                    {They} isn't a student[ any more|].
                    {They} gave up {their} studies[ years ago|].
                    {They} [has|got] {their} degree and [left university|no longer studies].
                    {Their} time at [university|college] [is over|ended long ago].
                    """
                ),
            },
            told_by=r"student|stud(y|ies)|university|college",
        ),
    },
    subjects=w.words("person, employee, applicant, customer, member, colleague"),
    adjectives=w.words(
        "married, retired, insured, employed, vegetarian, bilingual, left-handed, vaccinated, disabled, self-employed"
    ),
    features=w.words(
        "a car, a driving licence, a garden, a criminal record, glasses, a degree, a tattoo, a visa, allergies"
    ),
)
