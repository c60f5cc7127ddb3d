"""Reviews of products: by whom, how many stars, and what they think."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, Fact, Judgement, fact, keys, lines

REVIEWS = Domain(
    facts={
        "product": Fact(keys("product product item thing about article product_name reviewed_product"), w.product),
        "reviewer": Fact(keys("reviewer author name customer by reviewed_by written_by user buyer"), w.person),
        "stars": Fact(keys("stars rating score points grade star_rating mark"), lambda d: w.integer(d, 1, 10), "int"),
        "price": Fact(keys("price cost paid_price amount_paid paid price_paid"), w.price, "number"),
        "shop": Fact(keys("shop store bought_at seller vendor retailer merchant"), w.company),
        "date": Fact(keys("date bought_on reviewed_on day when"), w.iso_date, "date"),
        "city": Fact(keys("city from location town"), w.city),
        "months": Fact(
            keys("months used_for months_used months_of_use duration_months"), lambda d: w.integer(d, 2, 36), "int"
        ),
        "brand": fact("brand, manufacturer, make", v.capital(2, 3)),
        "model": fact("model, version, model number", v.model_name),
        "colour": fact("colour, finish", v.one_of(v.COLOURS, 0.2), also="color"),
        "size": fact("size", v.one_of("XS, S, M, L, XL, XXL, small, large", 0)),
        "pros": fact(
            "pros, strengths, advantages, good points",
            v.some_of(v.one_of("fast, light, cheap, quiet, sturdy, pretty, easy, bright, soft")),
            "list",
            also="likes",
        ),
        "cons": fact(
            "cons, weaknesses, drawbacks, bad points",
            v.some_of(v.one_of("slow, heavy, loud, pricey, fragile, ugly, dark, stiff, bulky")),
            "list",
            also="dislikes",
        ),
        "weight": fact("weight", v.decimal(0, 40), "number", also="weight_kg", units=["{} kg", "{} g"]),
        "battery": fact(
            "battery life, running time", v.whole(2, 90), "int", also="battery_hours", units=["{} hours", "{} h"]
        ),
        "warranty": fact("warranty, guarantee", v.span),
        "votes": fact("helpful votes, votes", v.whole(1, 900), "int", also="upvotes"),
        "category": fact(
            "category, department, product group",
            v.one_of("kitchen, garden, sports, electronics, toys, fashion, office"),
        ),
        "title": fact("title, headline, heading", w.title),
        "delivery": fact("delivery time, shipping time", v.span, also="delivered_in"),
        "material": fact("material", v.one_of("oak, cotton, steel, leather, wool, glass, silk, plastic, linen")),
        "order": fact("order number, order, purchase number", w.code, also="order_id"),
        "discount": fact("discount, rebate", v.whole(1, 70), "int", units=["{} %", "{}%", "{} percent"]),
    },
    leads=lines(
        """
        I [bought|got|ordered|picked up|purchased] the {product} [at|from] {shop}.
        I bought this {product} for {price} [EUR|euros|dollars|USD|pounds|].
        [Review|A review|Short review|Test] of the {product} by {reviewer}.
        {reviewer} [about|on|writes about|on owning] the {product}:
        {reviewer} [gives|gave|awards|has given] the {product} {stars} stars[ out of 10|].
        {reviewer} [wrote about|reviewed|rated|tested] the {product} on {date}.
        {stars} stars for the {product}[ from {shop}|, bought for {price}|, says {reviewer}|].
        {stars}/10 for the {product} from {shop}.
        I have [used|owned|had] the {product} for {months} months[ now|].
        My {product} [came|arrived|was delivered|turned up|reached me] on {date}.
        The {product} from {shop} [costs|cost me|is sold for|set me back] {price}.
        {reviewer} from {city} [reviewed|tried|tested|bought] the {product}.
        We got the {product} for {price} at {shop}.
        I [paid|spent] {price} [EUR |euros |dollars |]for this {product}.
        Here is what {reviewer} [thinks about|has to say about|writes about|makes of] the {product}.
        {product}, {stars} stars, [reviewed by|from|by] {reviewer}[ in {city}|].
        {shop} [sold|sent|delivered] me the {product} [for {price}|on {date}|] [and here is my review|].
        On {date} I [ordered|bought|picked up] the {product} [from|at] {shop} for {price}[ EUR|].
        [After|Following] {months} months with the {product}, {reviewer} [rates|scores] it {stars}/10.
        {stars}/10. The {product} [was bought|came] from {shop} [for {price}|on {date}].
        [Rating|Score|My rating]: {stars}/10. [Product|Item]: {product}. [Shop|Store]: {shop}.
        {reviewer} ({city}), {date}: [my thoughts on|a few words about|my verdict on] the {product}.
        [Hi|Hello], I am {reviewer} from {city} and I [own|use|have] the {product}.
        For {price} [EUR |euros |dollars |]I [expected|hoped for] something from the {product}.
        [Has anyone else|Who else has] [tried|bought] the {product} from {shop}? I [paid|gave them] {price}.
        The {product} has been [in use|in our house|on duty] for {months} months [now|already|].
        [Customer|Buyer] {reviewer}, {city}, rated the {product} with {stars} [stars|points].
        {price} [is what|was the price] {reviewer} paid for the {product} [at {shop}|on {date}].
        [Verified purchase|Verified buyer]: {reviewer}. [Item|Product]: {product}. [Date|Posted]: {date}.
        [In|Here in] {city} you can [get|find|buy] the {product} at {shop} for {price}.
        My [wife|husband|son|daughter|mother|neighbour] [bought|ordered] the {product} at {shop} on {date}.
        {months} months ago I [bought|ordered|got] the {product} at {shop}.
        You can have the {product} for {price} at {shop}, so I [bought|took] one.
        [Bought|Ordered|Purchased] the {product} on {date}, [paid {price}|from {shop}|price {price}].
        {date} - {product} - {stars}/10 - {reviewer}
        The {product}: {stars} [out of|of] 10[ from me|, says {reviewer}|, and it cost {price}|].
        {reviewer}, who [lives in|is from|writes from] {city}, has used the {product} for {months} months.
        [So|Well|OK], this is my review of the {product}, [bought at {shop}|ordered on {date}|which cost {price}].
        [Long-term test|Long-term review|Update]: the {product} after {months} months.
        {shop} [has|sells|offers|lists] the {product} [at|for] {price}[ and I got one on {date}|].
        {reviewer} [ordered|bought|purchased] the {product} from {shop} [for {price}|on {date}|].
        The {product} was [bought|ordered|purchased] by {reviewer} [on {date}|in {city}|at {shop}].
        [How good is|Is it worth it,|What is to be said about] the {product} for {price}? {reviewer} [tells us|reports].
        I [live|work] in {city} and [ordered|bought] the {product} from {shop} [on {date}|for {price}].
        The {product} I [got|bought|ordered] on {date} gets {stars} [stars|points] [from me|].
        {stars} [stars|points] from {reviewer} in {city} for the {product}.
        {reviewer} [spent|paid] {price} on the {product} and [rated it|gave it] {stars} out of 10.
        [A purchase|My purchase] from {shop} for {price} [euros|dollars|pounds]: the {product}.
        [It has been|It is] {months} months since I [bought|got] the {product} for {price}.
        [Greetings|Hello] from {city}! I want to [talk about|review|say something about] the {product}.
        [Summary|In short]: {product}, {price} [EUR|USD|GBP], {shop}, {stars} stars.
        [Title|Headline]: The {product}, {months} months later. [Author|By]: {reviewer}.
        On {date}, {reviewer} [posted|left|published|wrote] a review of the {product}.
        [Sold|Shipped] by {shop}, the {product} [reached me|got to us] in {city} on {date}.
        You want to know about the {product}? I [have had mine|have used it] for {months} months.
        {reviewer} [bought it|got it] for {price}, the {product} [from {shop}|that we talk about today].
        [We|My family and I] have [had|used] the {product} from {shop} for {months} months.
        {shop}, {city}, {date}: [I bought|bought|picked up] the {product}.
        I [would give|give|am giving] the {product} {stars} [stars|points|out of 10].
        [When|As] I [saw|found] the {product} at {shop} for {price}, I [took it|bought it|could not resist].
        [Last|Then], on {date}, the {product} [arrived|was delivered] here in {city}.
        {reviewer} has [had|owned|been using] the {product} for {months} months and gives it {stars} stars.
        This {product} [cost|was] {price} [EUR|dollars|pounds] at {shop}[ in {city}|].
        [Product tested|Tested|Reviewed]: {product} ({shop}, {price}).
        [Reviewer|Author|Name]: {reviewer}, {city}. [Bought|Purchased]: {product}, {date}.
        "{product}" [reviewed by|- a review by|- by] {reviewer} on {date}
        [Just|Only] {price} for the {product}, and {reviewer} rates it {stars}/10.
        [Our reader|Our customer|User] {reviewer} [tested|tried out|has used] the {product} for {months} months.
        From {shop} I [got|received|ordered] the {product}, {price} [in all|with shipping|].
        [Got|Received] my {product} from {shop} on {date}. {stars}/10.
        The {product} is [what|the thing] I [ordered|bought] from {shop} {months} months ago for {price}.
        [Posted|Written|Sent in] by {reviewer} from {city}: the {product} [from {shop}|for {price}].
        [Stars|Points]: {stars}. [Product|What]: the {product}. [Price|Paid]: {price}. [Where|Shop]: {shop}.
        {reviewer} here, [reporting|writing] from {city}. The {product} is from {shop}.
        [Need|Looking for] a review of the {product}? {reviewer} [wrote one|tried it] on {date}.
        """
    ),
    clauses={
        "reviewer": lines(
            """
            My name is {reviewer}[ and this is my review|].
            [Written|Posted|Submitted|Reviewed] by {reviewer}.
            This is the [honest |personal |] [opinion|view|verdict] of {reviewer}.
            Signed, {reviewer}.
            [Yours|Regards|Best wishes|Cheers|Thanks], {reviewer}
            A [short |quick |customer |] review by {reviewer}.
            [Reviewer|Author|Customer|User|Buyer]: {reviewer}
            I am {reviewer}[, by the way|, a customer|].
            {reviewer} [wrote|posted|left|submitted] this [review|comment|].
            - {reviewer}
            [So says|So writes|Says|According to] {reviewer}.
            [The author of this review|The reviewer|The buyer] is [called |] {reviewer}.
            [These lines|These words|The words] [are|come] from {reviewer}.
            [This review|This text|The comment] was [left|written|posted|sent in] by {reviewer}.
            You can call me {reviewer}.
            [It was|It is] {reviewer} who [bought it|wrote this|tested it].
            [Review|Comment|Feedback|Opinion] by {reviewer}
            [Tested|Tried|Rated|Bought] by {reviewer}.
            [Hi|Hello|Hey], {reviewer} here.
            [That is what|This is what] {reviewer} [thinks|says|has to say].
            {reviewer}, [verified buyer|verified customer|happy to answer questions]
            [We thank|Thanks to|Our thanks go to] {reviewer} for the review.
            """
        ),
        "stars": lines(
            """
            I [give|gave|am giving] it {stars} stars.
            {stars} stars[ from me|].
            My [rating|score|grade|mark] is {stars}.
            I [rate|would rate|score] it {stars} out of 10.
            It [gets|receives|earns] {stars} points [from me|].
            [Score|Rating|Points|Stars|Grade]: {stars}[/10|].
            {stars}/10[ from me| in total| for me|].
            [That makes|This makes|So it is] {stars} [stars|points] [out of 10|].
            [On a scale of|On a scale] from 1 to 10 I [say|give it|would say] {stars}.
            {stars} out of 10[ from me|].
            [Overall|All in all|In total|In the end]: {stars} stars.
            The [rating|score|verdict]: {stars} [points|stars|of 10].
            [So|Therefore|Hence|For that] I give {stars} [stars|points].
            How many stars? {stars}.
            [It is|It was] rated [with |at |] {stars} [stars|points|out of 10].
            [It earned|It deserves|It is worth|It has earned] {stars} [stars|points].
            [My vote|My verdict|The final score]: {stars}/10.
            [Let us say|I would say|Call it] {stars} [stars|points|out of ten].
            I [settled on|decided on|ended up with|went for] {stars} stars.
            {stars} [stars|points], [no more and no less|that is fair|that is my rating].
            [You get|They get|This one gets] {stars} stars from [me|us].
            """
        ),
        "price": lines(
            """
            It [cost|has cost] me {price} [EUR|euros|dollars|].
            I [paid|spent] {price} [dollars|EUR|pounds|euros|].
            The price was {price}[ EUR| with shipping|].
            It was {price} [euros|dollars|pounds|francs].
            For {price} [you get it|it is yours|you can have it].
            It [sells|goes|is on sale] for {price} USD.
            [Price|Cost|Paid]: {price}[ EUR| USD| GBP|]
            They [charged|charge|asked|wanted] {price} [EUR |dollars |]for it.
            [I got it|We got it|Mine was bought] for {price}.
            At {price} [EUR |dollars |] [I took it|it was my choice|I did not think long].
            It [set|sets] [me|us|you] back {price}[ euros| dollars|].
            [That is|That was|It is] {price} [EUR|USD] [per piece|in all|].
            [You pay|One pays|You have to pay] {price} for it.
            [How much|What did it cost]? {price}[ euros| dollars|].
            [The price tag|The label|The bill|My receipt] says {price}.
            {price} [left my account|went to the seller|was the price] [for it|].
            [It is|It was] priced at {price}[ EUR| dollars|].
            [With tax|With shipping|All in all|In total] it [was|came to|cost] {price}.
            {price} [euros|dollars|pounds|EUR] [is what I paid|was what they asked|is the price].
            [For a price of|At a price of] {price} [I ordered it|it came to me|it is on offer].
            [Paid|Spent] {price} [EUR|USD|] [on|for] it.
            """
        ),
        "shop": lines(
            """
            I [got|bought|ordered|purchased] it [at|from] {shop}.
            It was [sold|shipped|sent|delivered] by {shop}.
            The [store|shop|seller|retailer] was {shop}.
            It [came|was ordered|arrived] from {shop}.
            {shop} [sent|sold|shipped|delivered] it to me.
            I [found|saw|discovered] it at {shop}.
            [Shop|Store|Seller|Vendor|Bought at|Retailer]: {shop}
            [You can|You could] [get|buy|find|order] it at {shop}.
            The people at {shop} [packed it|sold it to me|wrapped it].
            {shop} has it [in stock|on the shelf|in its catalogue|].
            [Bought|Ordered|Purchased] [at|from|through] {shop}.
            [Where did I buy it|Where from|Which shop]? {shop}.
            My [order|purchase] went through {shop}.
            [The seller is called|The shop is called|The name of the shop is] {shop}.
            I [am a regular at|often shop at|went to] {shop} [for it|] [and got it there|].
            [Thanks to|A word about] {shop}, [where I bought it|who sold it|the seller].
            It was [on sale|on offer|available] at {shop}.
            [The parcel|The box|The invoice] [was|came] from {shop}.
            [My source was|I went with|I chose] {shop}, [the shop|a store I know|an online shop].
            The [online shop|local store|dealer] {shop} [had it|sells it|delivered it].
            They [sell|stock|carry] it at {shop}.
            """
        ),
        "date": lines(
            """
            I [bought|ordered|purchased|got] it on {date}.
            It [arrived|came|was delivered|turned up] on {date}.
            Date of [purchase|review|order|delivery]: {date}.
            I have [had|owned|used] it since {date}.
            [This|That|All this] was on {date}.
            I wrote this [review |] on {date}.
            [Date|Bought on|Reviewed on|Posted|Reviewed]: {date}
            The [purchase|order|sale|receipt] is [dated|from|of] {date}.
            On {date} [it arrived|I bought it|I unpacked it|the parcel came].
            [When|When was that|When did I buy it]? On {date}.
            [Written|Posted|Published|Reviewed] on {date}.
            [It has been|It is] [mine|here|in use] since {date}.
            [The day of the purchase|The date of the review] was {date}.
            My [review|order|purchase] [is from|dates from|was on] {date}.
            {date} was [the day|when] [I bought it|it arrived|I got it].
            [It was|I think it was] {date} [when|that] I [got|bought] it.
            [I picked it up|It was sent|We received it] on {date}.
            [Since|From] {date} [it has been|it is] [mine|in my home|on my desk].
            [As of|Status on] {date}[, this is my view|, that is how it stands|].
            The [warranty|guarantee] [started|began|runs] [on|from] {date}.
            ({date})
            """
        ),
        "city": lines(
            """
            I [live|work|am at home] in {city}.
            [Greetings|Regards|Hello|Best wishes] from {city}.
            It was [sent|shipped|delivered|posted] to {city}.
            I am from {city}[ myself|].
            We [use|have|keep] it in {city}.
            It was posted from {city}.
            [City|Location|From|Town]: {city}
            [Here|Where I live,|At home,] in {city} [many people have one|you see it a lot|everyone knows it].
            [Written|Posted|Reviewed|Sent] [in|from] {city}.
            My [home|house|flat|office] is in {city}.
            [A customer|A buyer|A reader|A review] from {city}.
            I [moved|took it|brought it] to {city} [with me|].
            [Where am I|Where from]? {city}.
            {city} is [my home|where I live|where I use it|my town].
            [We|My family and I] [live|are] in {city}.
            [I am writing|This is written|I write] from {city}.
            [The parcel|The box|It] [came|got|travelled] to {city} [without trouble|by post|].
            [Anyone else|Anybody] [in|from] {city} [who has one|with the same one]?
            [I tested it|I tried it out|It is used] at home in {city}.
            [In|Around] {city} [it is hard to find|I have not seen another one|it is well known].
            [Someone|A person] in {city} [bought it|uses it|owns it]: me.
            """
        ),
        "months": lines(
            """
            I have [used|tested|been using] it for {months} months[ now|].
            After {months} months I can [tell|judge|say something].
            I have [had|owned] it for {months} months.
            We [used|tested|tried] it for {months} months.
            {months} months have [passed|gone by][ since then|].
            It has been [here|with us|in use|on my desk] for {months} months.
            [Used for|Months of use|In use for|Owned for]: {months}[ months|]
            I [wrote|write] this after {months} months [of use|with it|].
            [It is|It has been] {months} months [old|since I got it|now].
            [For|Over] the [last|past] {months} months I have used it [daily|every day|often|].
            [How long have I had it|How long]? {months} months.
            [My experience|My impression] after {months} months [of use|].
            I [bought|got|ordered] it {months} months ago.
            {months} months [of use|of daily use|with it] [so far|are behind us|].
            [It has|It had] {months} months of [use|work] behind it.
            [Now|By now] I am {months} months in.
            [We are|I am] [now |] in month {months} with it.
            [That was|The purchase was] {months} months ago.
            [Tested|Used|Tried] [over|for] {months} months.
            [The test|My test|The trial] [took|lasted|ran for] {months} months.
            [Every day|Day after day], for {months} months, I [used|have used] it.
            """
        ),
    },
    judgements={
        "sentiment": Judgement(
            keys("sentiment sentiment mood opinion tone feeling attitude"),
            {
                "positive": lines(
                    """
                    I [really |just |simply |] [love|adore|like] it[ a lot| so much|].
                    It is [great|awesome|brilliant|superb|amazing|lovely].
                    It works [very|really|so] well[ and looks good|].
                    I am [very|so|really|extremely] [happy|pleased|content] with it.
                    It is the best [that I ever had|I have ever owned|of its kind].
                    It is [simply |] [excellent|outstanding|perfect|first class].
                    It [works|runs|does its job] [perfectly|flawlessly|like a charm].
                    [Wonderful|Great|Superb|Top|Excellent] [quality|workmanship|value for money].
                    I would buy it again[ any time| at once|].
                    A really good [buy|purchase|deal].
                    I am [fully |very |more than |] satisfied.
                    Fantastic, just fantastic.
                    It [looks|feels] [beautiful|gorgeous|great] and works fine.
                    My [family|wife|husband|boss] [likes|loves] it very much.
                    [Highly|Very much|Greatly] [enjoyed|appreciated|valued] by all of us.
                    It is [much |far |a lot |] better than I expected.
                    [I use it every day with joy|It makes my day|It puts a smile on my face].
                    [What a|Such a] [gem|joy|pleasure|treat|delight][ to use|]!
                    [Worth every cent|Worth every penny|Money well spent].
                    [No complaints at all|Not one complaint, I am thrilled|No problem so far, I am delighted].
                    [Sturdy|Solid], [pretty|handsome] and [easy to use|a pleasure to use].
                    It [exceeded|beat|surpassed] [my|all my|our] expectations.
                    I [could not|cannot] be [happier|more pleased][ with it|].
                    [I cannot imagine life without it|How did I live without it|I wish I had bought it sooner].
                    """
                ),
                "negative": lines(
                    """
                    I [really |just |] [hate|dislike|regret buying] it.
                    It is [terrible|awful|horrible|dreadful|rubbish].
                    It [does not|did not|never] [work|worked properly|function].
                    It [broke|fell apart|died|cracked] after a [week|day|month|few days].
                    I am [very|so|deeply|really] [disappointed|unhappy|frustrated].
                    It is the worst [that I ever had|I have ever owned|of its kind].
                    [Poor|Bad|Terrible|Shoddy|Awful] [quality|workmanship|service].
                    I want my money back.
                    Never again[, I am done with it|].
                    It is [completely |totally |] [useless|worthless].
                    I am [angry|furious|fed up|annoyed].
                    It [stopped working|gave up|failed] [the next day|at once|after a few uses|].
                    It [arrived|came] [broken|damaged|scratched|in pieces].
                    What a [waste of money|waste of time|disappointment|piece of junk|let-down].
                    Bad, just bad.
                    It is [much |far |a lot |] worse than I expected.
                    [I sent it back|It went back|I returned it] [at once|the same day|because it was so bad].
                    [Cheaply made|Badly made|Flimsy] and [overpriced|ugly|far too expensive].
                    [Nothing but trouble|Nothing but problems|One problem after another].
                    [I feel cheated|I feel ripped off|What a rip-off|A total failure].
                    It [smells awful|makes a horrible noise|looks nothing like the picture|leaks everywhere].
                    It [failed|let me down] [when I needed it most|on the first day|again and again].
                    [The support ignored me|Nobody helped me|No one answered my complaint].
                    [I threw it away|It is in the bin now|It belongs in the bin].
                    """
                ),
                "neutral": lines(
                    """
                    It is [okay|ok|fine, no more|so-so|fair].
                    It does [what it should|its job, no more|the job, nothing else].
                    It is neither [good nor bad|great nor terrible|here nor there].
                    It is [average|mediocre|ordinary|middling].
                    [Nothing special|Nothing remarkable|Nothing to write home about].
                    I have no [strong |clear |real |] opinion[ on it|].
                    It is all right[, I suppose|, I guess|].
                    It is [as expected|as described|about what I expected].
                    Some things are good, some are not.
                    It is [acceptable|passable|adequate|tolerable].
                    I [do not love it and do not hate it|neither love nor hate it|am undecided].
                    [There are better ones and there are worse ones|I have seen better and I have seen worse].
                    It has its [pros and cons|good and bad sides|strengths and weaknesses].
                    [A mixed bag|Mixed feelings|Half good, half bad].
                    [It is usable, but not exciting|Not bad, but not great either|Good in parts, weak in others].
                    [Neither happy nor unhappy|Neither pleased nor annoyed], that is me.
                    [Middle of the road|An average product|A standard product, nothing more].
                    [I can live with it|One can live with it|It will do].
                    """
                ),
            },
            told_by=r"recommend|stay away",
        ),
        "recommend": Judgement(
            keys("recommend recommended would_recommend recommends worth_buying"),
            {
                "true": lines(
                    """
                    I [recommend|would recommend|have recommended] it to [my friends|everybody|anyone|all of you].
                    [Buy it|Go and buy it|Get it|Just buy one].
                    Everyone should [have|own|get|buy] one.
                    I can [only |fully |really |] recommend it.
                    [Recommended|Clearly recommended|Warmly recommended|A clear recommendation].
                    You should [get|buy|try|order] [it|one][ too|].
                    [Do not hesitate|Do not wait|Do not think twice], [buy it|get one|order it].
                    [Would I recommend it|Do I recommend it]? [Yes|Sure|Of course|Absolutely|Definitely].
                    I [told|tell] [all my friends|my sister|my colleagues] to [buy|get] one.
                    [My advice|My tip]: [buy it|get one|go for it].
                    [Go for it|Grab one|Treat yourself to one][ while you can|]!
                    [A must-buy|A must-have|A safe buy] [for everyone|for all|].
                    [If you need one, take this one|If you look for one, this is it|Put it on your list].
                    [Yes, I recommend it|Would recommend|I would suggest it to anyone].
                    """
                ),
                "false": lines(
                    """
                    I [cannot|can not|do not|would never] recommend it[ to anybody|].
                    [Do not|Never|Please do not] buy it.
                    [Stay|Keep] away from it.
                    I would not recommend it[ to anyone| to my friends|].
                    [Not recommended|Clearly not recommended|No recommendation from me].
                    You should [not buy it|buy something else|look elsewhere|avoid it].
                    [Save your money|Keep your money|Spend your money on something else].
                    [Would I recommend it|Do I recommend it]? [No|Sorry, no|Certainly not|Not at all|Never].
                    I [told|warned] [all my friends|my sister|my colleagues] [not to buy one|against it].
                    [My advice|My tip]: [leave it|do not get one|choose another one].
                    [Hands off|Avoid it|Steer clear of it][, please|]!
                    [Nobody|No one] should [buy|get|order] [this|it|one].
                    [If you need one, take another one|If you look for one, look elsewhere|Take it off your list].
                    [No, I do not recommend it|Would not recommend|I would not suggest it to anyone].
                    """
                ),
            },
            told_by=r"recommend|everyone should|buy (it|this)|stay away|hands off",
        ),
    },
    subjects=w.words("review, product, purchase, test"),
    adjectives=w.words("verified, waterproof, refurbished, recyclable, noisy, durable, wireless, handmade, overpriced"),
    features=w.words("a warranty, a manual, batteries, a case, a charger, a free sample, a defect, instructions"),
)
