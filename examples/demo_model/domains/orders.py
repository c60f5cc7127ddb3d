"""Orders: who bought what, where and for how much."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, Fact, Judgement, fact, keys, lines

ORDERS = Domain(
    facts={
        "customer": Fact(keys("customer customer buyer client name purchaser customer_name ordered_by"), w.person),
        "product": Fact(keys("product product item article goods product_name item_name"), w.product),
        "quantity": Fact(
            keys("quantity quantity count amount pieces qty units number_of_items how_many"),
            lambda d: w.integer(d, 2, 60),
            "int",
        ),
        "price": Fact(keys("price price total cost sum total_price to_pay amount_due"), w.price, "number"),
        "order": Fact(keys("order_id order_number order id reference order_no order_code"), w.code),
        "date": Fact(keys("date ordered_on order_date ordered purchase_date bought_on"), w.iso_date, "date"),
        "delivery": Fact(
            keys("delivery delivery_date arrives due arrival arrival_date deliver_by expected"), w.iso_date, "date"
        ),
        "city": Fact(keys("city ship_to destination town delivery_city shipping_city"), w.city),
        "shop": Fact(keys("shop store seller vendor merchant retailer supplier sold_by"), w.company),
        "colour": Fact(
            keys("color colour product_color item_colour"),
            lambda d: d.pick(
                w.words("red, blue, green, black, white, grey, brown, pink, purple, yellow, orange, silver")
            ),
        ),
        "carrier": Fact(
            keys("carrier shipped_by courier delivery_company shipping_company"), lambda d: w.letters(d, 3, 4)
        ),
        "address": fact("delivery address, shipping address, street", w.street, also="address"),
        "tracking": fact("tracking code, tracking number, shipment number", v.serial, also="tracking"),
        "discount": fact(
            "discount, rebate, price reduction",
            v.whole(1, 70),
            "int",
            also="discount_percent",
            units=["{} %", "{}%", "{} percent"],
        ),
        "tax": fact(
            "tax, VAT, sales tax", w.price, "number", also="vat tax_amount", units=["{} EUR", "${}", "{} euros", "£{}"]
        ),
        "shipping": fact(
            "shipping cost, postage, delivery fee",
            w.price,
            "number",
            also="shipping",
            units=["{} EUR", "${}", "{} euros", "£{}"],
        ),
        "deposit": fact("deposit, down payment", w.price, "number", units=["{} EUR", "${}", "{} euros", "£{}"]),
        "size": fact("size, shoe size, clothing size", v.one_of("XS, S, M, L, XL, XXL, 38, 40, 42, 44", 0)),
        "weight": fact(
            "weight, shipping weight", v.decimal(0, 60), "number", also="weight_kg", units=["{} kg", "{} kilos"]
        ),
        "phone": fact("phone, phone number, telephone", w.phone, also="tel contact_phone"),
        "email": fact("e-mail, e-mail address, contact address", w.email, also="email customer_email"),
        "warranty": fact("warranty, guarantee, warranty period", v.span),
        "items": fact(
            "items, products, articles ordered", v.some_of(w.product), "list", also="goods_ordered products_list"
        ),
        "invoice": fact("invoice number, bill number, receipt number", w.code, also="invoice invoice_no"),
        "voucher": fact(
            "voucher, coupon, voucher code, promo code", lambda d: f"{w.letters(d, 3, 5)}{d.number(5, 99)}"
        ),
        "brand": fact("brand, manufacturer, make", v.capital(2, 3)),
        "material": fact(
            "material, fabric", v.one_of("oak, cotton, steel, leather, wool, glass, silk, plastic, linen, bamboo")
        ),
        "method": fact(
            "payment method, means of payment",
            v.one_of("cash, card, transfer, cheque, paypal", 0),
            "enum",
            also="paid_with",
            options="cash, card, transfer, cheque, paypal",
        ),
        "country": fact("country, destination country", w.country, also="ship_to_country"),
        "clerk": fact("clerk, sales assistant, served by", w.first_name, also="handled_by"),
        "returned": fact("return date, date of return", w.iso_date, "date", also="returned_on"),
        "note": fact("note, remark, comment", w.title, also="notes"),
    },
    leads=lines(
        """
        {customer} [has |]ordered {quantity} [pieces|units] of [the |]{product} for {price}[ EUR| euros| USD| dollars|].
        {customer} [bought|has bought|purchased|picked up] a {product} for {price} [dollars|euros|EUR|pounds].
        {customer} [ordered|bought|purchased|asked for] [a|one|this] {product} on {date}[| from {shop}| at {shop}].
        Order {order}: {quantity} x {product}, [total |]{price} [EUR|USD|GBP|euros].
        Order {order} [by|from|of] {customer}[ of|, dated|, placed on] {date}.
        Order [number |no. |#]{order} was placed by {customer}[| on {date}].
        On {date}, {customer} [bought|ordered] {quantity} [units|pieces] of [the |]{product} [at|from] {shop}.
        I [would like|want|wish] to order {quantity} [times|of] the {product}. My name is {customer}.
        The {product} [costs|is priced at|goes for|comes to] {price} [euros|dollars|EUR|USD][| at {shop}].
        The {product} is sold by {shop} [at a price of|for] {price}[| and comes in {colour}].
        Invoice {order} for {customer}: {product}, total {price}[ USD| EUR|].
        {shop} [sells|offers|has] the {product} for [only |just |]{price}[ EUR| dollars|].
        {customer} from {city} [paid|spent] {price} [for|on] a {product}.
        Dear {customer}, [thank you|thanks] for ordering {quantity} [pieces|units] of our {product}[| on {date}].
        Dear {customer}, your order {order}[| of {date}] [has been received|was received|is with us].
        We [ship|send|deliver] the {product} to {customer} in {city}[| with {carrier}].
        {quantity} {product} for {customer}, please.
        {shop} confirms the order of {customer}: {product} at {price}[ EUR| USD|].
        The invoice of {date} names {customer} as the [customer|buyer]; the total is {price}.
        Yesterday {customer} [got|bought|found] a {product} at {shop} for {price}[ EUR| dollars|].
        Hi, [this is|my name is] {customer}. [I ordered|I bought] a {product} [from you |]on {date}, order {order}.
        [Hello|Hi], I'm {customer} and I [need|want] {quantity} of your {product}, [sent|shipped] to {city}.
        {quantity} [units|pieces|items] of {product} were ordered by {customer}[ on|, on] {date}.
        [A|One] {product} was [bought|ordered] [by {customer} at {shop}|at {shop} by {customer}] for {price}.
        [At|From] {shop}, {customer} [ordered|bought|picked] a {product} in {colour}[| for {price} euros].
        [For|At] {price} [EUR|dollars|euros], {customer} [ordered|bought|got] a {product} [from|at] {shop}.
        [New|Incoming] order: {customer}, {quantity} x {product}[, {colour}|], ship to {city}.
        Order [confirmation|summary] {order}: {product} [({quantity})|x {quantity}], {customer}, {date}.
        {date}: {customer} [orders|buys] {quantity} x {product}[| at {shop}][| for {price}].
        {order} - {customer} - {product} - {quantity} [pcs|pieces|units] - {price} [EUR|USD|]
        {order} | {product} | qty {quantity} | {price} | {shop}
        {customer}, {city}: {quantity} x {product}[, {colour}|], {price} [EUR|USD|in total].
        {product} ({colour}), {quantity} [pcs|pieces], [{price} EUR|{price}], for {customer}.
        [Your|The] {product} (order {order}) will [arrive|be delivered] on {delivery}[| in {city}| by {carrier}].
        [Good news|Update], {customer}: your {product} [is due|arrives|will be there] on {delivery}.
        {carrier} will [bring|deliver] the {product} to {customer} [in {city} |]on {delivery}.
        {carrier} [carries|takes|brings] order {order} to {city}[| on {delivery}| by {delivery}].
        The {product} that {customer} [ordered|bought] on {date} [costs|was|came to] {price}[ EUR| dollars|].
        The {product} [you ordered|ordered] on {date} [will be delivered|arrives|is expected] on {delivery}.
        [Placed|Ordered] on {date}, order {order} [is due|should arrive] [on|by] {delivery}[| in {city}].
        {customer} ({city}) [ordered|wants|bought] {quantity} [pieces of |units of |]{product} [from|at] {shop}.
        {customer}, [a customer|one of our customers|a client] [from|in] {city}, [ordered|wants|bought] a {product}.
        [Our|A] customer {customer} [ordered|bought|wants|has asked for] {quantity} [pieces|units] of the {product}.
        [Could|Can] you send {quantity} [units|pieces] of the {product} to {city}? [Thanks|Regards], {customer}.
        [Please send|Send] {customer} [a|one|the] {product}[ in {colour}|], [to arrive|arriving] by {delivery}.
        Please [ship|deliver|send] {quantity} x {product} to {customer} in {city} [by|before] {delivery}.
        How much is the {product}? [The shop|The seller] {shop} [asks|wants|charges] {price} [EUR|dollars|for it].
        Did {customer} order {quantity} [pieces|units] of the {product}[| on {date}]? [Yes, order {order}.|Yes.]
        [Receipt|Purchase|Sale] of {date}: {product}, {price}[ EUR| USD| GBP|], [sold by|seller] {shop}.
        {shop} [sold|has sold] [a|the|one] {product} to {customer} [for {price}|on {date}][| as order {order}].
        {shop} has [received|accepted] [an order|order {order}] from {customer} for {quantity} [units of |]{product}.
        [Thank you|Thanks] for [shopping|your purchase] at {shop}, {customer}! [Your order number is|Order] {order}.
        [Thank you|Thanks], {customer}. Your {product} [costs|comes to] {price} [EUR|USD][ in total| with shipping|].
        [Buyer|Customer]: {customer}. [Item|Product]: {product}. [Price|Total]: {price}[ EUR| USD|].
        [Order|Order no.] {order}. [Client|Customer] {customer}. [Article|Item] {product}. [Qty|Pieces] {quantity}.
        [Qty|Quantity] {quantity}, {product}, {colour}, [unit |]price {price}, [ordered|order date] {date}.
        As [agreed|discussed], {shop} [delivers|sends|supplies] {quantity} [units|pieces] of {product} to {city}.
        [I|We] [bought|ordered|got] a {product} [from|at] {shop} [on {date} |]for {price}[ EUR| dollars| euros|].
        [My|Our] order {order} [is for|contains] {quantity} [pieces|units] of {product}[| at {price} in total].
        We [ordered|have ordered] {quantity} [pieces|units] of {product} [from|at] {shop}; the [bill|order] is {order}.
        [A|One|The] {product} in {colour} [was ordered|goes] to {city} for [our customer |]{customer}.
        [A|One] {product}, ${price}, [bought|ordered] by {customer} [on {date}|in {city}|at {shop}].
        {customer}'s [order|purchase] {order} [came|comes|amounts] to {price} [EUR|USD|dollars|euros|in total].
        {customer}'s {product} [comes|is coming] from {shop} and [should arrive|is due|arrives] on {delivery}.
        Under the [reference|number] {order}, {customer} [ordered|bought|reserved] [a|the] {product}[| on {date}].
        {customer} [chose|picked|wanted|went for] the {product} in {colour}[, order {order}|, {price} EUR|].
        [You|You have] ordered: {quantity} x {product}. [Total|Sum|To pay]: {price}[ EUR| USD|].
        [They|You] [want|asked for|need] {quantity} of the {product}, [all |]in {colour}, [by|for] {delivery}.
        The {product} from {shop} [is|comes] in {colour} and [costs|sells for] {price}[ EUR| dollars|].
        [Parcel|Package] for {customer}, {city}: {quantity} x {product}[, by {carrier}|, carrier {carrier}|].
        [To|For] {customer} in {city}: {product}, [order|ref.] {order}[, by {carrier}|, expected on {delivery}|].
        {quantity} [pieces|units] of {product} at {price} [EUR|USD|] - that is what {customer} [wants|ordered].
        [It was|It is] {customer} who [ordered|bought] the {product} [on {date}|from {shop}|for {price} euros].
        """
    ),
    clauses={
        "customer": lines(
            """
            The [customer|client] [is|is called|is named] {customer}.
            It was bought by [a certain |our client |]{customer}.
            The [buyer|purchaser|client] is [called |]{customer}.
            It was ordered by {customer}[, a regular customer| in person| by phone|].
            It is {customer} who [ordered|bought|wants] it.
            The [bill|invoice] [goes|is made out|is addressed] to {customer}.
            {customer} [ordered|bought|placed the order for|purchased] it.
            [Customer|Buyer|Client|Ordered by|Bill to|Name]: {customer}[.|]
            {customer} is the [customer|buyer|client|one who ordered].
            [The order|The purchase] was [placed|made] by {customer}.
            [It|The order] is in the name of {customer}.
            My name is {customer}[| and I am the customer| and I placed the order].
            [Please hand|Hand|Give] it to {customer}[, the buyer|, who ordered it|].
            On [our|the] list the [buyer|customer] [appears|is entered] as {customer}.
            [We thank|Thanks to] our customer {customer}.
            [Who ordered it?|Who is the buyer?|Who bought it?] {customer}.
            The name on the [order|invoice|bill|parcel] is {customer}.
            {customer} [signed|filled in] the order form.
            [This|The order] is for {customer}[, our customer|, a new client|].
            [Our client|The customer], {customer}, [is waiting for it|asked for a receipt|called about it].
            """
        ),
        "product": lines(
            """
            The [product|item|article] is [a|the|called] {product}.
            [Product|Item|Article|Goods|What]: {product}[.|]
            [The order|It|The purchase] is for a {product}.
            [What was ordered|What they want|What we sold] is a {product}.
            [The parcel|The box|The package] [contains|holds|has] a {product}.
            [We are talking about|This is about|It concerns] [a|the] {product}.
            [The article|The item] [sold|ordered|bought] was a {product}.
            A {product} [was ordered|was bought|was chosen|is in the cart].
            [In the cart|On the invoice|On the list] there is a {product}.
            [The invoice|The order|The receipt] [lists|names|mentions] a {product}.
            [Item|Article] ordered: {product}[.|]
            [It was|It is] a {product} that [was bought|was ordered|they want].
            [I|We] [need|want|chose] [a|the|this] {product}.
            The {product} is [the item in question|what was bought|what the order is for].
            [One|Just one] kind of item: {product}.
            [Bought|Ordered|Sold]: {product}[.|]
            The [name|description] of the [item|product|article] is {product}.
            [What is it? A|What was it? A|Guess what it is: a] {product}.
            """
        ),
        "quantity": lines(
            """
            The quantity [is|was|ordered is] {quantity}.
            {quantity} [pieces|units|items] were [sold|ordered|bought|requested].
            [We|They|I] [need|want|ordered|asked for] {quantity} of them.
            {quantity} [units|pieces|of them|items], please.
            The [box|parcel|carton|package] [holds|contains|has] {quantity} [pieces|units|of them].
            There are {quantity} in the [parcel|box|order].
            [Quantity|Qty|Count|Pieces|Units|Number of pieces]: {quantity}[.|]
            [Please send|Send|Make it|Pack] {quantity} of them.
            [In all|Altogether|In total], [it is|that is|there are] {quantity} [pieces|units|items].
            The [number|count] of [pieces|units|items] is {quantity}.
            [How many?|How many pieces?|How many do they want?] {quantity}.
            It is an order [of|for] {quantity} [pieces|units|items].
            [A total of|No fewer than|Exactly] {quantity} [units|pieces|items] [are|were] [needed|ordered].
            The order [is|was] for {quantity} [pieces|units|of these|of them].
            [Qty|Times|Count] {quantity}
            {quantity} [pcs|pieces|units][ ordered| needed| in all|].
            [All|All of the] {quantity} [pieces|units|items] [fit in one box|are in stock|come together].
            [We|They|You] [get|take|receive|have] {quantity} [pieces|units|of those].
            They come as a [set|pack|lot|batch] of {quantity}.
            """
        ),
        "price": lines(
            """
            The [price|cost] [is|was|comes to] {price}[ EUR| USD| euros| dollars|].
            It [costs|cost] {price}[ dollars| euros| EUR| pounds|].
            The [total|sum|amount] is {price}[ EUR| dollars|].
            The total [price|cost|amount] was {price}[ euros| dollars| EUR|].
            [You|We|They|I] pay {price} [USD|EUR|euros|in all].
            [In all|Altogether|All in all] that [makes|is|comes to] {price}[ EUR| dollars|].
            The sum of {price} [EUR |dollars |]is due.
            [Price|Total|Cost|Sum|Amount due|To pay]: {price}[ EUR| USD| GBP|][.|]
            [It|The order|The bill|The invoice] comes to {price}[ EUR| USD| in total|].
            [At|For] {price} [EUR|dollars|euros] it is [a bargain|good value|not cheap|quite expensive].
            The [bill|invoice|receipt] [is for|shows|says|amounts to] {price}[ EUR| USD| euros|].
            [It|This] is [sold|offered|listed] [at|for] {price} [EUR|USD|euros|dollars].
            [How much?|How much is it?|What does it cost?] {price}[ EUR| dollars|].
            [All in|With tax|Including shipping|With everything], [it is|that is] {price}[ EUR| dollars|].
            {price} [EUR|USD|euros|dollars] [is|was] [the price|charged|the total|the cost].
            It [sets|set] [them|us|me] back {price} [EUR|dollars|euros].
            [Total|Price] ${price}[.|]
            [Please pay|The customer pays|To be paid:|Payable:] {price}[ EUR| USD|].
            [The seller|The shop] [charges|asks|wants] {price} [EUR|dollars|for it].
            The [value|worth] of the [order|purchase|goods] is {price}[ EUR| USD|].
            It was [a purchase|an order] [worth|of] {price} [EUR|USD|euros].
            """
        ),
        "order": lines(
            """
            The order [number|ID|code] is {order}.
            [Reference|Ref.|Order|Order number|Order no.|Order ID|Our reference]: {order}[.|]
            Your order [ID|number|code] is {order}.
            [It|The order] has the [number|code|reference] {order}.
            Please [quote|mention|give|use] {order}[| when you call| as the order number| as reference].
            The order is [filed|stored|registered|listed|known] as {order}.
            [You will find it|It is filed|It can be found|It runs] under {order}.
            [It|This] is order [number |no. |#]{order}.
            {order} is the [order number|reference|number of the order|order ID].
            The [reference|code] for [it|this order|the purchase] is {order}.
            [Keep|Note|Remember|Write down] the [order |]number {order}[.|, please.]
            [The invoice|The receipt|The form] [bears|carries|shows] the number {order}.
            [We|They] [gave|assigned] it the [number|reference|code] {order}.
            [Track|Look up|Check] it [with|under|by] the [code|number] {order}.
            [In our system|In the books|On the website] it is {order}.
            [What is the order number?|Which order?|Order number?] {order}.
            It was [entered|booked|recorded] [as|under] {order}.
            [It concerns|This is about|I am writing about] order {order}.
            [Re:|Your order|Order #] {order}
            """
        ),
        "date": lines(
            """
            The order [was placed|was made|came in|reached us] on {date}.
            It was ordered [on|back on] {date}.
            [Order date|Date of order|Ordered|Ordered on|Date of purchase|Purchase date]: {date}[.|]
            It was [bought|purchased|acquired] on {date}.
            The purchase [took place|was made|is dated|was] on {date}.
            The order is [of|from|dated] {date}.
            The [order|purchase] date is {date}.
            The date of the [order|purchase] [is|was] {date}.
            [When was it ordered? On|When did they order? On|When was it bought? On] {date}.
            On {date} the order [was placed|came in|was taken|was signed].
            [I|We|They] ordered it on {date}.
            {date} [is|was] the [day|date] of the [order|purchase].
            The [order form|receipt] [is dated|bears the date|carries the date] {date}.
            [The sale|The deal|The purchase] [goes back to|dates from] {date}.
            [We received|We got|We took] the order on {date}.
            The customer [clicked the button|signed the form|called us to order] on {date}.
            [Since|As of] {date} the order [is|has been] [in our books|with us|on file].
            [Ordered|Bought|Purchased] [on|] {date}.
            """
        ),
        "delivery": lines(
            """
            Delivery is [planned for|due|set for|expected|] on {delivery}.
            It [will|should|is going to] arrive on {delivery}.
            It [will|should|must|has to] be delivered [by|on] {delivery}.
            [Expect|You can expect|Look out for] [it|the parcel] on {delivery}.
            The [parcel|package|shipment] is [due|expected|to arrive] on {delivery}.
            The [delivery date|date of delivery|arrival date] is {delivery}.
            [Delivery|Delivery date|Arrives|Arrival|Due|Deliver by|Expected on]: {delivery}[.|]
            [Please deliver it|Deliver|We need it|They want it] [by|before] {delivery}.
            It [gets|will get|should get] [here|there|to you] [on|by] {delivery}.
            [When will it arrive? On|When does it come? On|When is it due? On] {delivery}.
            On {delivery} it [will be at your door|will arrive|is to be delivered|should be there].
            [The driver|The courier|The postman] [will come|comes|will ring] on {delivery}.
            {delivery} is the [delivery date|day of delivery|date it should arrive].
            The [estimated|planned|promised|expected] [delivery|arrival] is {delivery}.
            [The customer|You|We] will [have|get|receive] it [on|by] {delivery}.
            [It|The shipment] [must not|should not|cannot] arrive later than {delivery}.
            [You can pick it up|It can be collected|It will be ready] on {delivery}.
            [We|They] promise to [bring|deliver] it [on|by] {delivery}.
            The [goods|parcel] will be [with you|there|here|at the door] on {delivery}.
            """
        ),
        "city": lines(
            """
            [Ship|Send|Forward|Bring] it to [the address in |]{city}.
            It [goes|will go|has to go|is going] to {city}.
            The [parcel|package|box|order] [is for|goes to|is meant for] [an address in |]{city}.
            [Please deliver|Deliver|To be delivered] to {city}.
            The destination is {city}.
            The [address|delivery address] is in {city}.
            [City|Ship to|Destination|Town|Delivery to|Deliver to]: {city}[.|]
            [The customer|The buyer] [lives|is] in {city}.
            It is [bound|headed|destined|meant] for {city}.
            [Where does it go?|Where to?|Where shall we send it?] To {city}.
            [We|They] [ship|deliver|send] it to {city}.
            {city} is [the destination|where it goes|where it has to be|the place of delivery].
            [The house|The office|The flat] it goes to is in {city}.
            [I|We] [live|are] in {city}[, so send it there|, please ship it here|].
            [Delivery|Shipping] to {city}[ is free| takes a few days| was asked for|].
            It [has|needs] to be [sent|shipped|delivered] to {city}.
            [Somebody|Someone] in {city} is waiting for it.
            [On the label it says|The label says|The parcel is addressed to] {city}.
            """
        ),
        "shop": lines(
            """
            The [shop|store|seller|vendor] is {shop}.
            It [was|is] sold by {shop}.
            The [seller|vendor|dealer|supplier|merchant] is [called |]{shop}.
            It [comes|came|was bought|was ordered] from {shop}.
            [I|We|They] [bought|found|got|ordered] it at {shop}.
            The [store|shop] is [called|named] {shop}.
            [Shop|Store|Seller|Vendor|Sold by|Supplier|Retailer]: {shop}[.|]
            {shop} [sold|sells|supplied|supplies|offers] it.
            {shop} is the [seller|shop|store|vendor|supplier].
            [Our supplier|The retailer] [is|here is|was] {shop}.
            The [invoice|receipt|bill] [comes|is] from {shop}.
            [Where was it bought? At|Which shop? It was|Where did they get it? At] {shop}.
            The [purchase|order] was made at {shop}.
            [We at|Your team at|Greetings from] {shop}[ thank you for the order| are at your service|].
            [The online shop|The website] of {shop} [took the order|was used|has it].
            [Thank you|Thanks] for [shopping|buying] [at|with|from] {shop}.
            {shop} [took|received|confirmed|handled] the order.
            It is [an offer of|an item from|from the catalogue of|in stock at] {shop}.
            """
        ),
        "colour": lines(
            """
            The colour is {colour}.
            [It comes|They come|It is available] in {colour}.
            The colour {colour} was [chosen|picked|ordered|requested].
            Please send the {colour} [one|version|model].
            [I|We|They] [want|would like|ordered|prefer] it in {colour}.
            It is [painted|all|coloured|finished in] {colour}.
            [Colour|Color]: {colour}[.|]
            [The customer|The buyer] [chose|wants|picked|asked for] {colour}.
            [It should|It must|It has to] be {colour}.
            [In|As] {colour}, [please|if possible|as shown].
            The [chosen |]color is {colour}.
            [Which colour?|What colour is it?|What color?] {colour}.
            {colour} [is|was] the colour [of choice|chosen|that they wanted|they picked].
            [The one|The model|The version] in {colour} was [ordered|chosen|bought].
            It [has|is of] a {colour} colour.
            [Make it|Let it be|We go for] {colour}.
            It [looks|is] [good |nice |]in {colour}.
            [It is|This is] the {colour} [one|model|version|variant].
            """
        ),
        "carrier": lines(
            """
            It [is|gets|will be] shipped by {carrier}.
            The [carrier|courier|shipper] is {carrier}.
            {carrier} [brings|carries|takes|transports] the parcel.
            We [send|ship] it [with|by|via|through] {carrier}.
            {carrier} will [deliver|bring|handle] it.
            [Shipping|Carrier|Courier|Shipped by|Shipping company|Sent with]: {carrier}[.|]
            [The parcel|The package|It] [goes|travels|comes] [with|by|via] {carrier}.
            [The delivery|Transport|Shipping] is [handled|done|taken care of] by {carrier}.
            {carrier} is the [carrier|courier|shipping company].
            [The shipping company|The parcel service|The courier] is [called |]{carrier}.
            [A driver|A van|A courier] [of|from] {carrier} will [bring|deliver] it.
            [Ask|Call|Contact] {carrier} [where the parcel is|about the delivery|for the tracking code].
            [Who ships it?|Who delivers?|Which carrier?] {carrier}.
            [Delivery|Shipping] [is|goes] [by|with|via|through] {carrier}.
            [Track it|You can follow it] on the [site|website|page] of {carrier}.
            [Handed over|To be handed] to {carrier}[ for delivery| for transport|].
            We [chose|use|work with|rely on] {carrier} [as our carrier|for shipping|for deliveries].
            The [tracking code|label] is [from|by] {carrier}.
            """
        ),
    },
    judgements={
        "paid": Judgement(
            keys("paid paid is_paid payed already_paid settled"),
            {
                "true": lines(
                    """
                    It has [already |]been paid[| in full| for].
                    The [bill|invoice] is [paid|settled].
                    [Payment|The payment|Full payment] [was|has been] received[| by card| with thanks|].
                    The money has [arrived|come in|reached us].
                    The customer has [already |]paid[| by card| in full| in cash|].
                    It is [fully|already] paid.
                    [Paid|Paid in full|Payment received|Already paid][.|]
                    [We|I] [have paid|paid] [already|the bill|in advance|by card].
                    [The invoice|The bill] [was|has been] [settled|paid] [by card|by bank transfer|in cash|in full].
                    [Nothing|No money] is [owed|due] any more.
                    [Thank you|Thanks] for your [payment|prompt payment].
                    [Payment status|Paid]: [paid|yes][.|]
                    [We|They] [got|received] the money[ yesterday| today| in full|].
                    The [card|account] [was|has been] charged.
                    The [full |]amount [has been|was] [transferred|credited to our account].
                    """
                ),
                "false": lines(
                    """
                    It has not been paid [yet|so far|for].
                    The [bill|invoice] is [still |]open.
                    Payment is [pending|outstanding|overdue|still missing].
                    We are [still |]waiting for the [money|payment].
                    The customer has [not paid|yet to pay|not paid a cent].
                    It is [still |]unpaid.
                    [Unpaid|Not paid|Not yet paid|Payment pending][.|]
                    [No|So far no] [payment|money] [was received|has arrived|has come in].
                    [I|We] have not paid [yet|the bill|for it].
                    The [payment|transfer] [failed|was declined|did not go through|is late].
                    [Please pay|Please settle|Pay] [the bill|the invoice|what you owe] [soon|within two weeks].
                    [Payment status|Paid]: [unpaid|no|open][.|]
                    The [money|amount] is still [owed|due|missing].
                    [The invoice|The bill] [has not been|was never] [settled|paid].
                    [They|The buyer] will pay [later|on delivery|next month|by invoice].
                    [This is a reminder that|Reminder:] the [invoice|bill] is [overdue|open|unpaid].
                    """
                ),
            },
            told_by=r"\bpa(y|id)|payment|due|owe|bill|invoice|settle|money",
        ),
        "currency": Judgement(
            keys("currency money currency_code paid_in"),
            {
                "EUR": lines(
                    """
                    [All prices|Prices|Amounts] are in euros.
                    [Pay|Please pay|You pay] in [EUR|euros].
                    The currency is [the euro|EUR].
                    All [amounts|prices|figures] [in|are in|given in] EUR.
                    [Currency|Money]: [EUR|euro][.|]
                    [We|They] [charge|bill|invoice] in [euros|EUR].
                    [The invoice|The bill] is [made out |]in euros.
                    [Only|We accept only|We take only] euros[ are accepted|, please].
                    [It was|It is] paid in [euros|EUR].
                    [Euros|EUR], [not dollars|no other currency].
                    [The shop|The seller] [counts|charges|wants to be paid] in euros.
                    Payment is [due|made|accepted] in [euros|EUR].
                    """
                ),
                "USD": lines(
                    """
                    [All prices|Prices|Amounts] are in [US |]dollars.
                    [Pay|Please pay|You pay] in [USD|dollars|US dollars].
                    The currency is [the US dollar|the dollar|USD].
                    All [amounts|prices|figures] [in|are in|given in] USD.
                    [Currency|Money]: [USD|US dollar|dollar][.|]
                    [We|They] [charge|bill|invoice] in [dollars|USD].
                    [The invoice|The bill] is [made out |]in [US |]dollars.
                    [Only|We accept only|We take only] dollars[ are accepted|, please].
                    [It was|It is] paid in [dollars|USD].
                    [Dollars|USD], [not euros|no other currency].
                    [The shop|The seller] [counts|charges|wants to be paid] in dollars.
                    Payment is [due|made|accepted] in [dollars|USD|US dollars].
                    """
                ),
                "JPY": lines(
                    """
                    [All prices|Prices|Amounts] are in [Japanese |]yen.
                    [Pay|Please pay|You pay] in [JPY|yen].
                    The currency is [the yen|the Japanese yen|JPY].
                    All [amounts|prices|figures] [in|are in|given in] JPY.
                    [Currency|Money]: [JPY|yen][.|]
                    [We|They] [charge|bill|invoice] in [yen|JPY].
                    [The invoice|The bill] is [made out |]in yen.
                    [Only|We accept only|We take only] yen[ is accepted|, please].
                    [It was|It is] paid in [yen|JPY].
                    [Yen|JPY], [not dollars|no other currency].
                    [The shop|The seller] [counts|charges|wants to be paid] in yen.
                    Payment is [due|made|accepted] in [yen|JPY].
                    """
                ),
                "GBP": lines(
                    """
                    [All prices|Prices|Amounts] are in [British |]pounds.
                    [Pay|Please pay|You pay] in [GBP|pounds].
                    The currency is the [pound|British pound].
                    All [amounts|prices|figures] [in|are in|given in] GBP.
                    [Currency|Money]: [GBP|pound sterling|pounds][.|]
                    [We|They] [charge|bill|invoice] in [pounds|GBP|sterling].
                    [The invoice|The bill] is [made out |]in pounds.
                    [Only|We accept only|We take only] pounds[ are accepted|, please].
                    [It was|It is] paid in [pounds|GBP|British pounds].
                    [Pounds|GBP|Sterling], [not euros|no other currency].
                    [The shop|The seller] [counts|charges|wants to be paid] in pounds.
                    Payment is [due|made|accepted] in [pounds|GBP].
                    """
                ),
            },
            told_by=r"EUR|USD|GBP|JPY|CHF|[$€]|euro|dollar|pound|sterling|yen\b",
        ),
        "status": Judgement(
            keys("status state order_status stage"),
            {
                "open": lines(
                    """
                    The order is [still |]open.
                    Nothing has been [sent|shipped|packed] yet.
                    It is [still |]being [processed|prepared|packed|worked on].
                    Work on it has [begun|only just begun].
                    [It|The order] has not [left us|been sent|been shipped] yet.
                    [Status|State]: [open|in progress|processing|new][.|]
                    [We|They] are [still |]working on [it|the order].
                    [It|The order] is [waiting in line|in the queue|in hand|in the works].
                    [We|They] will [ship|send|pack] it [soon|as soon as possible|in a few days].
                    [The goods are|It is] still [in the warehouse|on our shelf|with the seller].
                    [Your order is|It is] [being handled|in preparation|in progress].
                    The order [has not been dealt with|is not finished|is not complete] yet.
                    """
                ),
                "shipped": lines(
                    """
                    The order [was|has been] [shipped|dispatched|sent off].
                    The [parcel|package|shipment] is on its way[ to you| now|].
                    It [has left|left] the [warehouse|depot|factory].
                    It [was|has been] sent[| off| out][ this morning| today| yesterday|].
                    [Status|State]: [shipped|sent|dispatched|in transit][.|]
                    It is [in transit|on the road|under way|on the truck].
                    [We|They] [have shipped|have sent|shipped|sent off] it[ today| yesterday|].
                    [The goods|The items] have [left our house|been dispatched|been handed to the driver].
                    [Your|The] parcel [was picked up by|is now with] the [driver|courier].
                    The [truck|van|plane] with [it|the goods] is [on the way|under way].
                    [It|The parcel] is [out for delivery|on its way but not there yet].
                    [Shipped|Dispatched|Sent out][ today| yesterday|].
                    """
                ),
                "delivered": lines(
                    """
                    The [parcel|package|order] [has arrived|arrived|is here].
                    It [was|has been] delivered[| safely| to the door].
                    The [customer|buyer] has [received|got] it.
                    Delivery is [done|complete].
                    [Status|State]: [delivered|arrived|received][.|]
                    [It|The parcel] was [handed over|left at the door|left with a neighbour].
                    [We|I] [have received|received|got] it [safely|today|yesterday].
                    The [customer|neighbour|doorman] [signed for it|took it in].
                    [It|The parcel] [has reached|reached] [its destination|the customer|the buyer].
                    [The goods|The items] [have arrived|arrived] [safely|in good shape|as planned].
                    [Delivered|Safely delivered|Arrived safely].
                    [It|The order] is [already |now |]in the [hands of the customer|customer's hands].
                    """
                ),
                "cancelled": lines(
                    """
                    The order [was|has been] [cancelled|canceled|withdrawn].
                    The [customer|buyer|client] [withdrew|cancelled|called off] [it|the order].
                    It was called off[ by the customer| by the seller|].
                    It is [now |]cancelled.
                    [Status|State]: [cancelled|canceled|withdrawn][.|]
                    [I|We] [cancelled|have cancelled|had to cancel] [it|the order].
                    The [buyer|customer] [changed|has changed] [his|her|their] mind and does not want it any more.
                    [The sale|The deal|The purchase] [fell through|is off|was cancelled].
                    [Please cancel|Cancel] [it|the order][, please|].
                    [It|The order] will not be [sent|shipped|delivered] [after all|any more].
                    [They|We] [no longer|do not] want it[, so the order is off| and have cancelled].
                    [Cancelled|Order cancelled|Cancelled by the customer].
                    """
                ),
            },
            told_by=r"deliver|ship|carrier|courier|arriv|due|cancel|sent|on its way|brings|parcel",
        ),
        "gift": Judgement(
            keys("gift is_gift present gift_wrap"),
            {
                "true": lines(
                    """
                    It is a [gift|present][| for a friend| for my mother| for a colleague].
                    Please [wrap|pack] it as a [present|gift].
                    It is a [birthday|wedding|Christmas] [present|gift].
                    [Gift|Present]: yes[.|]
                    [Gift wrapping|Wrapping paper and a bow], please.
                    [Please gift-wrap it|Wrap it nicely|Put a bow on it][, it is a present|, it is a gift].
                    It is [meant|intended] as a [gift|present|surprise for a friend].
                    [I|They|We] will give it to a friend [for a birthday|for Christmas|as a present].
                    [Add|Please add|Put in] a [gift|birthday|greeting] card[, please|].
                    [We|I] want to [surprise a friend|make someone a present] with it.
                    [Bought|Ordered] as a [gift|present].
                    [The parcel|It] is [to be |]wrapped in gift paper.
                    [Do not|Please do not] [put in the bill|show the price], it is a [gift|present].
                    """
                ),
                "false": lines(
                    """
                    It is not a [gift|present].
                    No gift wrapping[, please| is needed| needed].
                    It is for [own|personal|private|office] use.
                    [Gift|Present]: no[.|]
                    We [bought|ordered] it for [ourselves|nobody else|our own use].
                    [There is no need|No need] to [wrap|gift-wrap] it.
                    [Plain|Normal|Ordinary] packing [will do|is fine], it is [no gift|not a present].
                    [The buyer|The customer] [keeps it|will use it] [for own use|at home|in the office].
                    It is not [meant|intended] as a [gift|present].
                    [Do not|Please do not] wrap it[ as a gift| as a present| in gift paper].
                    [No present|No gift|Not a gift], just [for daily use|something we need|for the office].
                    [It is|It was] bought for [personal use|daily use|the household].
                    """
                ),
            },
            told_by=r"gift|present|own use",
        ),
    },
    subjects=w.words("order, purchase, parcel, invoice, delivery"),
    adjectives=w.words("insured, fragile, refundable, urgent, taxable, prepaid, returned, discounted, confirmed"),
    features=w.words(
        "a receipt, a warranty, a voucher, express delivery, a signature, assembly, a manual, free shipping"
    ),
)
