"""Purchases: orders, receipts, bills, refunds, prices, sales, meters, transfers, plans, claims, rents, pay."""

from __future__ import annotations

from .compact import domains

(
    CONFIRMATIONS, RECEIPTS, BILLING, REFUNDS, PRICES, SALES, METERS, TRANSFERS, PLANS, CLAIMS, RENTS, PAY,
) = domains(
    r"""
== order, purchase order, order confirmation
buyer person = buyer, ordered by | purchaser placed_by shopper orderer
recipient person = recipient, deliver to | consignee receiver addressee ship_to_name gets_the_parcel
shop company = shop, seller | vendor merchant retailer sold_by
carrier company = carrier, courier | shipped_by delivery_company parcel_service transport_firm
item product = item, article | goods ordered_item item_name
ordered int 12 900 = quantity ordered, order quantity | qty_ordered units_ordered pieces_requested
delivered int 12 900 = quantity delivered, units received | qty_received delivered_qty pieces_arrived
missing int 3 90 = back-ordered, units missing | backorder outstanding_units short_by to_follow
unit price = unit price, price per piece | price_each per_unit single_price
shipping price = shipping cost, postage | shipping_fee freight delivery_charge
total price = order total, grand total | total sum_total total_cost total_to_pay
placed date = order date, ordered on | placed_on bought_on purchase_date
expected date = delivery date, expected on | arrives_on eta delivered_by due_to_arrive
number code = order number, order no | order_id po_number order_ref
origin city = ships from, warehouse | origin dispatched_from warehouse_city sent_from
destination city = ships to, delivery city | destination ship_to_city delivery_town sent_to
> Order {number} [is confirmed|has been received].~Bought by: {buyer}~Goes to: {recipient}~[Your|The] team at {shop}
> {buyer} ordered {ordered} pieces of the {item} from {shop}, and {recipient} will receive them.
> We at {shop} have handed your parcel over to {carrier}. You ordered on {placed}, so expect it around {expected}.
> Placed {placed}, arriving {expected}: the {item} for {recipient}[, paid for by {buyer}|].
> Of the {ordered} units [you asked for|we wanted], only {delivered} came; {missing} [are still to follow|did not].
> Hi {buyer},~thanks for [shopping with us|your order]! One {item} costs {unit}, postage is {shipping}, and \
    you pay {total} in all.
> That makes {total} altogether, {shipping} of which [goes on postage|is for sending it].
> The goods leave the warehouse in {origin} [tonight|shortly] and travel to {destination} with {carrier}.
> {recipient}, look out for a box! {buyer} bought you the {item}, and {carrier} brings it on {expected}.
> "[Please send|Could you send] the {item} to {recipient} and the bill to me," [writes|says] {buyer}.
> Stock note: {delivered} in, {missing} short, {ordered} on the order sheet. Bought from {shop}.
> Although [I|we] bought it on {placed}, {carrier} now says it will not be here until {expected}.
> PO {number} / {shop} / {ordered} x {item} @ {unit}
> {shop} charges {unit} apiece, so {ordered} of them [come to|make] {total}[ with delivery|].
> {origin} -> {destination}, freight {shipping}, driver from {carrier}
> {recipient} gets the goods, but it was {buyer} who signed purchase order {number} on {placed}.
> Nobody at {carrier} [knows|can tell me] where my order {number} from {shop} is. It should have reached \
    {destination} on {expected}!
> Dear customer service, on {placed} my aunt {buyer} chose the {item} in your shop for {recipient}, her neighbour.
> What arrived: {delivered}. What I had ordered: {ordered}. Both figures are for the {item}, {unit} each.
- {carrier} will be at [your|the] door.
- The parcel is addressed to {recipient}.
- It was {buyer} who placed the order.
- [I|We] do not expect it before {expected}.
- Sending it costs {shipping}.
- Each of them costs {unit}.
- {missing} more will come in a second box.
- It was packed in {origin}.
- The lorry unloads in {destination}.
- When you write to us, please quote order {number}.
- We counted {delivered} when the boxes were opened.
- All in all [you pay|it comes to] {total}.

== receipt, till receipt, bill
shop venue = shop, store, place | outlet bought_at merchant where_bought
cashier person = cashier, served by | server till_operator teller rung_up_by
guest person = customer, guest | diner patron customer_name paying_guest
subtotal price = subtotal | sub_total before_tax items_sum goods_total
tax price = tax, sales tax | vat tax_amount tax_part
tip price = tip, gratuity | tip_amount for_the_staff service_tip
total price = total, grand total | total_due to_pay final_amount bill_total
given price = amount given, tendered | amount_received amount_tendered handed_over given
change price = change, change given | change_due money_back change_returned
method of Visa; gift card; debit card; Mastercard; bank card; mobile phone; voucher; company card; credit card; \
    cheque; Amex; contactless card; prepaid card; store credit \
    = payment method, paid with | means_of_payment method tender_type
day date = date of purchase, receipt date | purchase_date bought_on sale_date
time hour = time, till time | time_of_sale printed_at
number code = receipt number, receipt no | receipt_id slip_no bon
till int 2 40 = till, register | till_no checkout_no register_number
earned int 2 400 = points earned, new points | points_added bonus_points earned_points
balance int 401 9000 = points balance, points in total | loyalty_balance total_points points_account
> {shop}~{day}[ {time}|]~Subtotal {subtotal}~Tax {tax}~TOTAL {total}~Thank you[ for your visit|]!
> [The bill|Everything] came to {total}; [we|I] left {tip} for the staff and paid by {method}.
> {guest} handed over {given} and got {change} back.
> TENDERED {given}~CHANGE {change}~Cashier: {cashier}~Receipt {number}
> Before tax it was {subtotal}, with tax {total}[, and no tip on top|].
> I was at {shop} on {day}, where {cashier} [served|rang up the things of] a customer called {guest} at till {till}.
> You earned {earned} points today, {guest}, which [brings you to|makes] {balance} points in all.
> {cashier} took the money, {given}, and counted {change} into my hand.
> To the {subtotal} for the food {guest} added {tip} as a tip, so {total} was charged.
> Slip {number}, register {till}, {time}. Settled with: {method}. Amount: {total}.
> Can you check this? I gave {cashier} {given} for a purchase of {total} and received only {change}.
> {tax} [of the price|of that] is tax, {tip} is for the staff, and the food itself was {subtotal}.
> Points: +{earned} (now {balance})~Member: {guest}~Store: {shop}
> Sub {subtotal}~VAT {tax}~Tip {tip}~To pay {total}~{method}
> "Keep the {change}," said {guest} to {cashier} at {shop}[, who smiled|].
> {guest} paid {total} at {shop} on {day}. The slip, number {number}, was printed at {time}.
> It cost {total}. Because {guest} had nothing smaller than {given}, {cashier} had to find {change} in the drawer.
> for our books: {total} to {shop}, {day}, {tax} of it tax, receipt no. {number}
> You were served by {cashier} today. You were kind enough to add a gratuity of {tip}, {guest}.
- {cashier} [was|sat] at the till.
- [I|We] got {change} [back|in coins].
- [I|We] gave the staff {tip} extra.
- The clock on the slip says {time}.
- It was paid with the {method}.
- The tax in it is {tax}.
- The goods alone were {subtotal}.
- There are now {balance} points on the card.
- It was checkout {till}.
- The number printed at the bottom is {number}.
- The shopping was done on {day}.
- {earned} points were added for this purchase.
- The customer put {given} on the counter.
? eat_in for_here consumed_on_the_premises
* true / They ate at a table inside.
* true / Eaten here.
* true / The meal was for here.
* true / We sat down and ate in.
* true / Everything was eaten on the spot.
* true / [He|She] had it at the bar, on a plate.
* true / Dining in.
* false / It was all to go.
* false / They took the food home in a bag.
* false / Takeaway.
* false / Packed up to take out.
* false / We carried it away in boxes and ate elsewhere.
* false / A takeout order.
* false / Nobody sat down; the food left the house in a bag.

== quote, invoice, reminder
supplier company = supplier, contractor | issued_by biller service_provider bill_sender quoted_by
client company = client, customer | bill_to billed_to debtor client_name ordering_party
preparer person = prepared by, account manager | drawn_up_by clerk_in_charge sales_rep
contact person = attention, contact at the client | attn client_contact for_the_attention_of addressed_to
work of roof repair; window cleaning; garden design; logo design; tax advice; road marking; pest control; interior \
    painting; data entry; lift maintenance; tree felling; wiring; translation; bookkeeping; plumbing; staff training \
    = work, service | job_done type_of_work work_description
quoted price = quoted price, estimate | quote_amount offer_price estimated_cost quoted_sum
billed price = invoice amount, billed | invoiced_amount billed_sum invoice_total
labour price = labour, labour cost | labor_cost cost_of_work wages_part
materials price = materials, cost of materials | material_cost parts_cost supplies_cost
late price = late fee, reminder fee | late_charge dunning_fee penalty
open price = open balance, outstanding | outstanding_amount still_owed unpaid_part remaining_balance
valid date = valid until, offer expires | quote_valid_until offer_expiry accept_by
invoiced date = invoice date, billed on | invoiced_on date_of_invoice bill_date
due date = due date, payable by | pay_by payment_deadline due_on
quote_no code = quote number, offer no | quote_id quotation_ref estimate_no
invoice_no code = invoice number, invoice no | invoice_id bill_no invoice_ref
> {supplier} offered to do the {work} for {quoted}, but the bill [that came|we got] was over {billed}.
> QUOTE {quote_no}~For: {client}~[{work}: {quoted}~Valid until {valid}|Attn. {contact}~Prepared by {preparer}]~\
    {supplier}
> Labour comes to {labour} and materials to {materials}, so [our|the] quote is {quoted}.
> Dear {contact},~[we have not yet seen|we still miss] your payment for invoice {invoice_no}. It was due on {due}. \
    A late fee of {late} has been added.~{preparer}
> {client} owes {supplier} {open}[ for the {work}|].
> On {invoiced} {supplier} sent {client} invoice {invoice_no}, to be paid no later than {due}.
> Our offer {quote_no} stands until {valid}; after that, {work} may cost more than {quoted}.
> Second reminder~Invoice: {invoice_no} of {invoiced}~Still open: {open}~Reminder charge: {late}
> {preparer}, who wrote the offer for {supplier}, has called {contact} of {client} [about it|twice].
> Hi {preparer}, thanks for estimate {quote_no}. {quoted} is more than we hoped. Could you go down a little? {contact}
> {client} has paid part of the {billed} we billed; {open} is outstanding.
> The {work} that {client} had done by {supplier} was billed on {invoiced} and must be paid by {due}.
> On top of {materials} for pipes, paint and so on, {supplier} wants {labour} for the hours its people worked.
> To: {contact} / From: {preparer} / Re: {work} / Offer no. {quote_no} / expires {valid}
> Bill {invoice_no} says {billed}, quote {quote_no} said {quoted}. Which one is right?
> [We|I] accept your quotation of {quoted}[, no. {quote_no},|] on behalf of {client}. Kindly bill us \
    at the end of the job.
> "It went over by a bit," admits {preparer}, who had estimated {quoted} and then had to invoice {billed}.
> {supplier} -> {client}, {billed}, dated {invoiced}, payable {due}
> Pay up by {due}, or {late} is added to the {open} that you still owe us.
- The work in question is {work}.
- Our {preparer} [wrote the offer|worked out the figures].
- Over at the client's, {contact} deals with it.
- We can hold this offer until {valid}.
- For paying late [they|we] charge {late}.
- The materials alone cost {materials}.
- For labour we reckon {labour}.
- There is still {open} to pay.
- The invoice bears the number {invoice_no}.
- The invoice is dated {invoiced}.
- The money must reach us by {due}.
- Payment will come from {client}.

== refund, return, complaint
customer person = customer, returned by | complainant claimant customer_name sender_of_return
agent person = agent, handled by | service_agent support_rep case_worker processed_by
shop company = shop, retailer | seller store sold_by vendor
item product = returned item, item sent back | returned_product faulty_item article_returned
replacement product = replacement, exchanged for | replacement_item new_item substitute swapped_for
paid price = price paid, purchase price | originally_paid paid_amount original_cost
refund price = refund, refund amount | money_returned refunded_sum amount_credited
fee price = restocking fee, return fee | handling_fee deducted return_charge
bought date = purchase date, bought on | date_of_purchase purchased
sent date = return date, sent back on | returned_on date_returned handed_back
refunded date = refund date, refunded on | money_back_on credited_on reimbursed_on
order code = order number, order no | order_id purchase_no order_ref
return_no code = return number, RMA | rma_number return_id return_label_no
reason of too small; wrong colour; broken hinge; scratched; arrived late; missing screws; loud noise; dead battery; \
    too heavy; wrong model; does not switch on; torn packaging; bent leg; bad smell; leaks; changed my mind \
    = reason, reason for return | return_reason complaint fault
method of bank transfer; store credit; credit card; gift voucher; cheque; cash; mobile wallet; debit card; \
    prepaid card; customer account; money order; wire transfer \
    = refund method, way of refund | paid_back_by refunded_via payout_method refund_by
> {customer} sent the {item} back to {shop} on {sent} and was given the {replacement} instead.
> [We have refunded|You were refunded] {refund} of the {paid} you paid; {fee} was kept as a restocking fee.
> Return {return_no}~Order {order}~Item: {item}~Why: {reason}~Refund via {method}
> Hello {customer},~your money is on its way: {refund}, by {method}.~Regards, {agent}
> Bought on {bought}, brought back on {sent}, refunded on {refunded}. [All done.|]
> "{reason}" was what {customer} told {agent} when asked why the {item} came back.
> I paid {paid} for the {item} and have seen only {refund} of it again. Where is the rest, {shop}?
> {agent} at {shop} approved the return of the {item} and credited {customer} with {refund}.
> In place of the {item}, which [failed|broke] after a week, I would like the {replacement}. {customer}
> RMA {return_no} belongs to order {order}, placed on {bought}.
> Minus a return fee of {fee}, that leaves {refund}[ for the customer|].
> The {replacement} will replace the {item}[ (reason given: {reason})|]. Case handled by {agent}.
> Since {sent}, when I posted the parcel, nobody has written. [Only|It was] on {refunded} the money came. {customer}
> {customer} wants {shop} to take back the {item}: {reason}. Purchase price {paid}.
> Dear {agent},~please find the {item} enclosed. I bought it on {bought}, order {order}, and would rather have the \
    {replacement}.~{customer}
> {shop} pays back {refund} by {method} as soon as return {return_no} is checked in.
> refund {refund} / fee {fee} / paid {paid} / {method} / {refunded}
> After {agent} had looked at it, {customer} got the {replacement}, and the old {item} went in the bin.
> {paid} at the till of {shop} on {bought}, and now {refund} back in my purse. Thanks to {agent} for sorting it out!
- It was originally bought on {bought}.
- {agent} [took care of it|is looking after the case].
- The money goes back by {method}.
- They kept {fee} for the handling.
- The {replacement} is sent in its place.
- Stick the label {return_no} on the box.
- The complaint: {reason}.
- The customer posted it back on {sent}.
- The customer's account was credited on {refunded}.
- It had cost {paid} when it was new.
- The shop that sold it is {shop}.
- It belongs to order {order}.

== price change, discount, promotion
product product = product, item | article goods product_name on_offer
shop company = shop, store | retailer seller sold_at our_shop
rival company = competitor, rival | other_shop competing_store rival_shop
old price = old price, previous price | price_before was_price former_price regular_price
new price = new price, current price | price_now now_price sale_price reduced_to
saving price = saving, you save | price_cut money_saved reduction_amount
rival_price price = competitor price, price elsewhere | rival_price charged_elsewhere their_price
minimum price = minimum spend, minimum order | min_spend min_basket from_order_value
starts date = valid from, starts on | start_date offer_begins effective_from
ends date = valid until, ends on | end_date offer_ends last_day expires
percent int 2 80 = discount, percent off | discount_percent reduction_percent rebate
limit int 2 30 = limit per customer, maximum quantity | max_per_customer max_pieces purchase_limit
code code = promo code, voucher code | coupon discount_code promotion_code
manager person = manager, decided by | store_manager price_set_by approved_by
shopper person = shopper, customer | price_hunter complaining_customer buyer
reason of rising costs; spring sale; summer sale; stock clearance; closing down; anniversary; new model; \
    Black Friday; higher wages; weak demand; lower freight costs; packaging damage; opening week; end of season \
    = reason, occasion | why_changed cause_of_change sale_name
> The {product} was {old}, now it is {new}[! Only at {shop}|].
> From {starts} {shop} raises the price of the {product} from {old} to {new}.
> Was: {old}~Now: {new}~You save: {saving}~Offer ends {ends}
> {new} instead of {old} - that is what you pay for the {product} [until|up to and including] {ends}.
> {rival} [asks|wants] {rival_price} for the {product}, while {shop} [lets you have|sells] it for {new}.
> Today only: {percent} % off with {code}[ when you spend {minimum} or more|].
> {shopper} found the {product} for {rival_price} at {rival} and asked {shop} to match that.
> "We had to go up to {new}," says {manager}, who runs {shop}. Last year people paid {old}.
> Spend at least {minimum}, enter {code}, and save {saving}. No more than {limit} per customer.
> Having cost {old} for years, the {product} has dropped to {new} at {shop}.
> Price list change~Article: {product}~Effective {starts}~Old {old}~New {new}~Approved: {manager}
> [Reason for the change|Why]? {reason}. What you used to get for {old} will cost you {new}.
> The sale at {shop} runs from {starts} to {ends} and takes {percent} % off the {product}.
> At {rival} they still charge {rival_price}. We cut ours by {saving}, and so the tag says {new}.
> {manager} told {shopper} that the price of {old} was a mistake and that {new} is right.
> Dear {shopper},~because of the {reason} we have marked down the {product} to {new}. Come by before {ends}!~{shop}
> {old} -> {new} ({product}, {starts})
> Knocking {saving} off the former price of {old}, {shop} hopes to lure people away from {rival}.
> I wish I had waited: I gave {old} for the {product}, and a week later {shopper} got it for {new}.
- It used to cost {old}.
- [Now|These days] you get it for {new}.
- The offer is good until {ends}.
- The change takes effect on {starts}.
- The shop across the road asks {rival_price} for the same thing.
- The rival is called {rival}.
- You may buy {limit} at most.
- The basket must be worth {minimum} or more.
- Type {code} in the box.
- That is {saving} less than before.
- The decision was made by {manager}.
- It has to do with the {reason}.
- There is {percent} percent off.

== sale, auction, small ad
item product = item, for sale | lot_item object_sold thing_sold article
swap product = item in exchange, swap | swap_for swap_item trade_wish
seller person = seller, consignor | sold_by owner vendor offered_by
buyer person = buyer, winning bidder | bought_by sold_to winner new_owner
loser person = underbidder, runner-up | losing_bidder outbid second_bidder missed_out
start price = starting bid, asking price | start_price opening_price initial_price wanted
final price = winning bid, final price | sold_for hammer_price sale_price went_for
second price = losing bid, second highest bid | underbid rejected_offer second_bid
retail price = price when new, new price | original_price cost_new retail_price
listed date = listed on, offered since | listing_date posted_on advertised_on
sold date = sold on, date of sale | sale_date auction_date changed_hands_on
seller_city city = seller's city, collect in | pickup_city item_location pick_up_from
buyer_city city = buyer's city, buyer from | buyer_lives_in goes_to_city buyer_town
house company = auction house, platform | auctioneer marketplace sales_room
lot int 13 999 = lot, lot number | lot_no catalogue_number
phone phone = phone, phone number | tel call ring
> {seller} sold the {item} to {buyer} for {final}.
> Lot {lot}: {item}. Bidding [starts|opens] at {start}[ at {house}|].
> For sale: {item}, new {retail}, yours for {start}. Collect in {seller_city}. {phone}
> {buyer} [beat|outbid] {loser} and [took home|won] the {item} with a bid of {final}.
> The hammer fell at {final}; {loser} had gone up to {second} before giving in.
> {item}: wanted {start}, got {final}. Seller {seller}, buyer {buyer}.
> Listed {listed}, sold {sold}. It went from {seller_city} to {buyer_city}.
> Hi {seller}, I will take the {item}. I can come from {buyer_city} [this week|on Saturday]. {buyer}
> I turned down {second} from {loser}, as {buyer} offered {final}.
> At {house} on {sold}, the {item} from the estate of {seller} opened at {start} and closed at {final}.
> [Selling|Getting rid of] my {item}. Paid {retail} in the shop, will let it go for {start} or swap it for the {swap}.
> After a long fight with {loser}, {buyer} from {buyer_city} is now the owner of lot {lot}.
> {buyer}, who had seen the ad on {listed}, drove to {seller_city} and paid {seller} {final}.
> SOLD! {item}~Hammer price: {final}~Underbid: {second}~{house}
> Bidding for the {item} of {seller} began at {start}, went past {second}, and stopped at {final}.
> No money needed: {seller} gives away the {item} if you bring the {swap}. Ring {phone}.
> Bought by {buyer}. Consigned by {seller}. Lot no. {lot}. [Estimate on request.|]
> What {seller} once paid {retail} for fetched {final} on {sold}.
> {loser} was too slow: by the evening {seller} had already promised the {item} to {buyer}.
- The second highest bid was {second}.
- {loser} went home empty-handed.
- It cost {retail} when it was new.
- You can pick it up in {seller_city}.
- The buyer lives in {buyer_city}.
- The first bid was to be {start}.
- It was advertised on {listed}.
- It changed hands on {sold}.
- {house} ran the sale.
- The owner would also take the {swap} for it.
- For questions dial {phone}.
- In the catalogue it is number {lot}.
- It finally went for {final}.
? negotiable haggling_possible price_open
* true / The price is open to discussion.
* true / Make me an offer.
* true / We can talk about the price.
* true / OBO.
* true / Haggling welcome.
* true / [He|She] might go down a bit.
* true / Or nearest offer.
* true / There is some room on the price.
* false / The price is firm.
* false / No haggling, please.
* false / Fixed price.
* false / Do not ask for less.
* false / Lower offers will be ignored.
* false / [He|She] will not come down by a cent.
* false / It is not up for discussion.

== electricity bill, meter reading, utility bill
customer person = customer, account holder | consumer bill_payer contract_holder
reader person = read by, meter reader | technician reading_taken_by visitor
previous_customer person = previous occupant, former account holder | prior_customer predecessor who_had_it_before
supplier company = supplier, current supplier | energy_company provider utility billed_by
old_supplier company = old supplier, former supplier | previous_provider switched_from left
old int 1000 99999 = old reading, previous reading | last_reading opening_reading start_reading reading_before
new int 1000 99999 = new reading, current reading | latest_reading closing_reading end_reading reading_now
used int 50 990 = consumption, units used | usage consumed kwh_used
from date = period start, billed from | start_date period_from first_day
to date = period end, billed to | end_date period_to last_day
total price = amount charged, bill total | total_cost bill_amount charged
paid price = paid in advance, advance payments | prepaid instalments_paid payments_on_account
rest price = still to pay, additional payment | balance_due left_to_pay shortfall
monthly price = monthly instalment, new instalment | monthly_payment per_month budget_plan
meter code = meter number, meter | meter_no meter_id meter_serial
account code = customer number, account number | account_no customer_no contract_no
> Meter {meter}~[Old reading|Previous]: {old}~[New reading|Present]: {new}~Used: {used}
> Last time the meter stood at {old}; now it shows {new}.
> Dear {customer},~we charge you {total} for the year. You have paid {paid} already, so {rest} \
    [is left|must still come].~{supplier}
> {reader} came to read the meter of {customer} and wrote down {new}.
> {customer} switched from {old_supplier} to {supplier}[ last month| because it was cheaper|].
> When {previous_customer} moved out and {customer} took over, the meter said {old}. Today it says {new}.
> The reading went up from {old} to {new}, which is {used} units [more|used].
> Hello {supplier}, my customer number is {account} and my meter, no. {meter}, reads {new} today. {customer}
> Having paid {paid} in instalments over the year against a bill of {total}, you owe us {rest}.
> {used} units were used between {from} and {to}.
> Bill for account {account}~Period {from} - {to}~Total {total}~From now on {monthly} a month
> As of now we will debit {monthly} every month; your last bill was {total}.
> "{new}," [called|said] {reader} from the cellar, and {customer}, who had noted {old} a year ago, sighed.
> Goodbye {old_supplier}, hello {supplier}: I have changed sides, and the new contract is signed. -- {customer}
> {new} minus {old}: {used}. The period ended on {to}.
> No, {customer} did not use that much: {previous_customer} still lived there then[, as {supplier} should know|].
> {supplier} asks {customer} for another {rest}, since the {paid} paid in advance was not enough.
> water / {from}: {old} / {to}: {new} / read by {reader}
- The person who read it was {reader}.
- We have received {paid} from you so far this year.
- The monthly payment will be {monthly}.
- Before that, {previous_customer} was the customer here.
- The earlier contract was with {old_supplier}.
- Please transfer the missing {rest}.
- The account is kept under {account}.
- The box on the wall bears the number {meter}.
- The counter started the period at {old}.
- The period closes on {to}.
- The period begins on {from}.
- We used {used} units in that time.

== bank transfer, payment, donation
sender person = sender, payer | paid_by remitter sent_by from_person donor
recipient person = recipient, payee | paid_to beneficiary receiver to_person
charity company = charity, donated to | charity_name good_cause nonprofit donee
sending_bank company = sender's bank, sending bank | payer_bank bank_of_sender ordering_bank
receiving_bank company = recipient's bank, receiving bank | payee_bank bank_of_recipient beneficiary_bank
source iban = from account, debited account | source_account account_debited payer_iban
target iban = to account, credited account | target_account account_credited payee_iban
amount price = amount sent, transfer amount | sum_sent transferred payment_sum gift_amount
fee price = fee, bank charges | transfer_fee commission cost_of_transfer
before price = balance before, opening balance | old_balance previous_balance start_balance
after price = balance after, closing balance | new_balance remaining_balance end_balance
goal price = goal, fundraising target | target_sum sum_needed campaign_goal
raised price = raised so far, collected | collected_so_far raised_total donations_total
ordered date = ordered on, date of order | order_date instructed_on submitted
booked date = booked on, value date | booking_date arrived_on posted_on credited_on
purpose title = purpose, payment reference | remittance_text memo what_for
> {sender} sent {recipient} {amount}[ for the {purpose}|].
> {recipient} received {amount} from {sender}, [booked|and it was in the account] on {booked}.
> From {source} ({sending_bank})~To {target} ({receiving_bank})~Amount {amount}
> Your balance was {before} before and is {after} after the transfer of {amount}.
> A gift of {amount} from {sender} to {recipient}, who collects for {charity}, brings the goal of {goal} nearer.
> Please take {amount} from my account {source} and pay it into {target}, which belongs to {recipient}. {sender}
> {charity} has collected {raised} so far out of the {goal} that it [needs|is hoping for].
> Ordered by {sender} on {ordered}, the money reached {recipient} on {booked}.
> [Hi {recipient}, did you get the money|Did the money arrive, {recipient}]? I transferred {amount} on {ordered}. \
    {sender}
> Debit {source}, credit {target}, ref: {purpose}
> The transfer cost {sender} {fee} in fees, and {recipient} got {amount}.
> Being a client of {sending_bank}, {sender} paid {fee} to have money sent to {receiving_bank}.
> Thank you, {sender}! With your {amount} we now stand at {raised}.~{recipient}, treasurer of {charity}
> {amount} went out, leaving {after} on the account[ {source}|].
> "I owe {recipient} {amount}, and I pay my debts," said {sender}[ to the clerk|].
> Payee: {recipient}~Payer: {sender}~Sum: {amount}~Value date: {booked}~Text: {purpose}
> There was {before} in the account {source} until {sender} paid {recipient} out of it.
> What {sender} ordered at {sending_bank} on {ordered} was credited by {receiving_bank} only on {booked}.
> {recipient} would like {sender} to pay into the account {target} at {receiving_bank}.
- The bank kept {fee} for it.
- There is {after} left in the account.
- At the start there was {before} in the account.
- The order was given on {ordered}.
- It was credited on {booked}.
- The money is meant for {recipient}.
- The giver is {sender}.
- On the slip it says: {purpose}.
- The collection is meant to bring in {goal}.
- So far {raised} has come together.
- The money was taken from {source}.
- It was paid into {target}.
- The good cause is {charity}.

== subscription, membership, contract
subscriber person = subscriber, user of the account | member account_user used_by subscribed_for
payer person = payer, paid by | billed_to bill_payer invoice_recipient card_owner
provider company = provider, company | offered_by operator service_company
rival company = new provider, next provider | switching_to future_provider moves_to
old_plan of Basic; Starter; Silver; Solo; Student; Light; Classic; Weekend; Home; Junior; Mini; Bronze; Free; \
    Standard; Flex; Local = old plan, previous plan | plan_before former_tier switched_from_plan
new_plan of Premium; Gold; Family; Pro; Business; Unlimited; Plus; Platinum; Team; Deluxe; Max; Ultra; Senior; Duo; \
    World; Complete = new plan, current plan | plan_now new_tier upgraded_to
old_fee price = old fee, previous fee | fee_before former_rate old_monthly_price
new_fee price = new fee, current fee | fee_now new_rate new_monthly_price
setup price = setup fee, joining fee | activation_fee one_off_fee entry_fee
started date = started on, subscribed since | start_date member_since contract_start
ends date = ends on, expires | end_date runs_until contract_end
cancel_by date = cancel by, notice deadline | last_day_to_cancel cancellation_deadline notice_by
trial int 3 60 = trial days, free days | trial_length days_free test_period
devices int 2 12 = devices, number of screens | max_devices screens device_limit
number code = membership number, subscription number | member_no subscription_id contract_id
> {subscriber} moved from the {old_plan} plan to {new_plan}[ at {provider}|].
> [From next month|Soon] your membership will cost {new_fee} a month instead of {old_fee}.
> Hello {subscriber},~your subscription started on {started} and runs until {ends}.~Your {provider} team
> {payer} pays for the account that {subscriber} uses.
> To stop it from renewing on {ends}, you must cancel by {cancel_by}[. Your number is {number}|].
> {provider} puts its monthly fee up from {old_fee} to {new_fee}, and {subscriber} is not amused.
> First {trial} days free, then {new_fee} a month. Joining costs {setup} once.
> I am leaving {provider} for {rival}. Please confirm the end of my contract {number}, {ends}. {subscriber}
> Plan change~Old: {old_plan}, {old_fee}~New: {new_plan}, {new_fee}~Account: {number}
> The bill goes to {payer}, the login to {subscriber}. Both have said yes to the {new_plan} plan.
> {new_plan} lets you watch on {devices} devices; with {old_plan} that was not possible.
> "My daughter {subscriber} reads it, but the card is mine," wrote {payer}, adding that it has run since {started}.
> Having been with {provider} since {started}, {subscriber} [will switch|switches] to {rival}.
> {number} | {subscriber} | {new_plan} | started {started} | ends {ends} | cancel by {cancel_by}
> One-off: {setup}. Every month: {new_fee}. {trial} days to try it out at no cost.
> {rival} has made {subscriber} a better offer, so notice to {provider} must be given by {cancel_by}.
> As a present, {payer} gave {subscriber} a year of {provider}[, starting on {started}|].
> You were paying {old_fee} for {old_plan}. We have put you on {new_plan}, {payer}, as you asked.
- The last day to give notice is {cancel_by}.
- The contract expires on {ends}.
- It began on {started}.
- There was a joining fee of {setup}.
- The first {trial} days cost nothing.
- It works on {devices} screens at once.
- The card that is charged belongs to {payer}.
- The fee used to be {old_fee} a month.
- The fee is now {new_fee} a month.
- Before the change it was the {old_plan} plan.
- The person who uses it is {subscriber}.
- The next contract will be with {rival}.
- Quote the number {number} when you call.

== claim, insurance claim, damage report
insured person = policyholder, insured person | insured claimant policy_owner covered_person
culprit person = other party, caused by | person_at_fault liable_party responsible_for_damage
adjuster person = adjuster, handled by | claims_handler assessor surveyor
insurer company = insurer, insurance company | insured_with underwriter policy_with
workshop company = repair shop, repaired by | workshop garage_or_workshop repairer
policy code = policy number, policy | policy_no policy_id contract_number
claim code = claim number, claim no | claim_id case_number file_ref
happened date = date of damage, happened on | damage_date loss_date accident_date
reported date = reported on, date of report | report_date notified_on claimed_on
settled date = settled on, payout date | paid_out_on settlement_date closed_on
estimate price = damage, estimated damage | repair_estimate loss_amount damage_sum
excess price = deductible, excess | own_share deductible_amount self_paid
payout price = payout, sum paid out | settlement compensation insurer_pays
item product = damaged item, damaged thing | damaged_object item_lost affected_item
cause of burst pipe; hail; kitchen fire; burglary; lightning; fallen tree; flood; storm; short circuit; \
    vandalism; spilled coffee; broken window; theft; frozen pipes; falling roof tile; water leak \
    = cause, cause of damage | type_of_loss peril reason_for_claim
city city = place of damage, where it happened | loss_location scene city
> {insurer} paid {insured} {payout} for the {item}.
> The damage was put at {estimate}; after the deductible of {excess} there remained {payout}, \
    which [we have paid|was paid to you].
> Claim {claim}~Policy {policy}~Insured: {insured}~Cause: {cause}~Assessor: {adjuster}
> {insured} says that {culprit} broke the {item} on {happened}[ in {city}|].
> Dear {insurer},~I am insured with you (policy {policy}). On {happened} my {item} was damaged.~{insured}
> It happened on {happened}, but {insured} did not report it until {reported}.
> {adjuster} came to look at what {culprit} had done to the {item} of {insured}.
> {workshop} wants {estimate} to mend the {item}, of which {excess} is [my|our] own share.
> Good news, {insured}: we settled case {claim} on {settled} and are sending you {payout}. {adjuster}
> Ruined in {city}: the {item}. What did it? {cause}.
> Reported {reported}, paid {settled}: not bad, {insurer}!
> {culprit} ran into {insured} with a trolley; {insurer} has asked {adjuster} for a report.
> {workshop} did the repair, {insurer} paid the bill, and {insured} had only {excess} to pay.
> Estimate {estimate} / excess {excess} / payout {payout} / file {claim}
> "I am sorry, it was my fault," said {culprit} to {insured}, whose {item} lay in pieces.
> Caused by: {cause}. Assessed by: {adjuster}. Repaired by: {workshop}. Date of loss: {happened}.
> The file {claim} under policy {policy} was closed on {settled}.
> We thought the loss was {estimate}. The expert, {adjuster}, thinks otherwise, so {insured} gets {payout}.
- The claim came in on {reported}.
- The money was paid out on {settled}.
- The guilty one was {culprit}.
- Our expert {adjuster} had a look at it.
- The repair is done by {workshop}.
- The first {excess} must be borne by the policyholder.
- It happened in {city}.
- The policy has the number {policy}.
- The insurance will pay {payout}.
- The harm was done on {happened}.
- {insured} holds the policy.
- The reason for it all was this: {cause}.
- Repairs are expected to cost {estimate}.
? injured anyone_hurt injuries
* true / Somebody was hurt.
* true / One person was taken to hospital.
* true / There was a broken arm, too.
* true / An ambulance took a wounded woman away.
* true / One of them was injured.
* true / A boy got a nasty cut.
* true / Two people needed a doctor.
* false / Nobody was hurt.
* false / Luckily, no one was injured.
* false / There were no injuries.
* false / Everybody got away without a scratch.
* false / All people are safe and sound.
* false / Only things were damaged, no people.
* false / No doctor was needed for anyone.

== flat, lease, tenancy
landlord person = landlord, let by | lessor owner property_owner rent_goes_to
tenant person = tenant, new tenant | lessee renter rented_by occupant
former person = former tenant, previous tenant | previous_renter last_occupant
agent company = agency, letting agent | broker estate_agent arranged_by
street street = address, street | flat_address located_at
rent price = rent, current rent | monthly_rent new_rent rent_now
old_rent price = old rent, previous rent | rent_before former_rent rent_until_now
deposit price = deposit, security deposit | bond deposit_paid security
extras price = service charge, heating costs | utilities side_costs additional_costs
kept price = deduction, deposit deduction | kept_from_deposit deducted withheld damages_deducted
returned price = returned deposit, deposit refund | paid_back money_returned returned_to_tenant
moves_in date = move-in date, lease starts | move_in start_date lease_from available_from
moves_out date = move-out date, lease ends | move_out end_date lease_to leaves_on
notice date = notice given on, date of notice | notice_date terminated_on notice_received
rooms int 2 9 = rooms, number of rooms | room_count nr_rooms
keys int 2 11 = keys, keys handed over | key_count number_of_keys
> {landlord} lets the flat at {street} to {tenant} for {rent} a month.
> {tenant} took over the flat from {former}, [who lived there before|who moved out].
> Rent {rent}, service charge {extras}, deposit {deposit}.
> Of your deposit of {deposit} I have kept {kept} for the broken door; {returned} is on its way to you. {landlord}
> Dear {tenant},~as announced, the rent will go up from {old_rent} to {rent}.~Yours, {landlord}
> [To let|For rent]: {rooms} rooms, {street}, {rent} plus {extras} for heating. Free from {moves_in}.
> The lease begins on {moves_in} and ends on {moves_out}.
> On {notice} {tenant} gave {landlord} notice and will leave on {moves_out}.
> I paid {landlord} {deposit} as security and {rent} for the first month.
> Handover at {street}~Out: {former}~In: {tenant}~Keys: {keys}
> {former} paid only {old_rent}; from {tenant}, {landlord} now asks {rent}.
> {agent} found {landlord} a new tenant, {tenant}, after {former} had left.
> "You will get {returned} back," {landlord} promised {tenant}, who had put down {deposit}.
> {street} / {rooms} rooms / {rent} / deposit {deposit} / from {moves_in}
> We are looking for somebody to follow {former} on {moves_in}. {rooms} rooms, {rent}. Apply to {agent}.
> My landlord, {landlord}, has received my letter of {notice}. I hand back the {keys} keys on {moves_out}. {tenant}
> Living at {street} costs {tenant} {rent} each month, and on top of that come {extras} in heating and water.
> Who moves in? {tenant}, on {moves_in}. Who moved out? {former}. Who gets the rent? {landlord}.
> The house belongs to {landlord}. {tenant} rents it, with the help of {agent}.
- {kept} was held back for repairs.
- {landlord} [owns|is the owner of] the house.
- Before that, {former} lived there.
- The tenant got {returned} back of the deposit.
- Heating and water come to {extras} a month.
- {keys} keys were handed over.
- It has {rooms} rooms.
- Until then the rent was {old_rent}.
- A deposit of {deposit} is asked for.
- The lease runs out on {moves_out}.
- You can move in on {moves_in}.
- The notice was dated {notice}.
- It was arranged by {agent}.
? furnished is_furnished with_furniture
* true / It comes with furniture.
* true / Bed, table and wardrobe are there.
* true / The place is fully furnished.
* true / All the furniture stays.
* true / You need not bring your own furniture.
* true / Let furnished.
* false / It is unfurnished.
* false / You have to bring your own bed and chairs.
* false / There is no furniture in it.
* false / The rooms are empty, without a single chair.
* false / Let without furniture.
* false / None of the furniture stays.

== expense report, payslip, pay note
employee person = employee, paid to | staff_member worker claimant submitted_by
approver person = approved by, approver | manager signed_off_by authorised_by boss
clerk person = payroll clerk, processed by | accountant payroll_contact worked_out_by
employer company = employer, company | works_for firm paid_by
visited company = client visited, customer visited | visited_client trip_to_company host_company
gross price = gross pay, gross | gross_salary before_deductions pay_before_tax
net price = net pay, take-home pay | net_salary after_deductions pay_after_tax
deductions price = deductions, tax and insurance | withheld taken_off total_deductions
bonus price = bonus | bonus_payment extra_pay premium
old_wage price = old hourly wage, previous wage | wage_before former_hourly_rate old_rate
new_wage price = new hourly wage, current wage | wage_now raised_to new_rate
hotel price = hotel costs, hotel bill | accommodation_cost lodging overnight_costs
travel price = fares, travel costs | train_and_taxi transport_cost ticket_costs
advance price = advance, paid in advance | cash_advance already_received prepayment
submitted date = submitted on, handed in | submission_date claimed_on filed_on
paid_on date = paid on, payday | payment_date pay_date reimbursed_on
> {employee} earned {gross} before tax and took home {net}.
> {approver} approved the expenses of {employee}[, handed in on {submitted}|].
> Payslip {paid_on}~{employee}, {employer}~Gross {gross}~Deductions {deductions}~Net {net}
> For [my|the] trip to {visited} I claim {hotel} for the hotel and {travel} for trains. {employee}
> As from next month {employer} pays {employee} {new_wage} an hour instead of {old_wage}.
> Of the {gross} that {employer} pays you, {deductions} [goes|go] in taxes and so on, which leaves {net}.
> Dear {clerk},~I handed in my receipts on {submitted} and was told the money would come on {paid_on}. Where is it?~\
    {employee}
> {employee}, who works for {employer}, spent two days with {visited}.
> Hotel {hotel}~Fares {travel}~Advance -{advance}~Signed: {approver}~Traveller: {employee}
> Without the signature of {approver}, {clerk} cannot pay {employee} anything.
> You have had an advance of {advance} against hotel bills of {hotel}, so not much is left to pay.
> {clerk} in payroll saw that {employee} still got {old_wage} an hour, although {approver} had agreed to {new_wage}.
> On top of a gross salary of {gross} there is a bonus of {bonus} this time, [well earned|well done], {employee}!
> submitted {submitted} / approved {approver} / paid {paid_on}
> {employer} sent {employee} to {visited} and paid {travel} for the tickets.
> "The raise to {new_wage} an hour is fair," said {approver}, adding that {old_wage} had been too little.
> Hi {approver}, could you sign my expense claim of {submitted}? {travel} for taxis, {hotel} for two nights. Best, \
    {employee}
> What remains after {deductions} has been taken off is {net}, and {clerk} will transfer it on {paid_on}.
> {bonus} extra for {employee}, says {approver}; {clerk} puts it on the next slip.
- The boss who said yes is {approver}.
- The figures come from {clerk} in payroll.
- There is an extra {bonus} as a bonus.
- The nights in the hotel cost {hotel}.
- Trains and taxis came to {travel}.
- {advance} had been paid out before the trip.
- The report was handed in on {submitted}.
- The money is paid out on {paid_on}.
- After all deductions there is {net} left.
- Before the raise, an hour brought {old_wage}.
- An hour now brings {new_wage}.
- The trip was to see {visited}.
- The pay comes from {employer}.
- {deductions} is withheld.
"""
)  # fmt: skip
