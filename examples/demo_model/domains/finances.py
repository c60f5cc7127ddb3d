"""Money: standing orders, loans, cards, shares, claims, raises, taxes, grants, debts, tenders, clubs, vouchers."""

from __future__ import annotations

from .compact import domains

(
    STANDING_ORDERS,
    LOANS,
    CARDS,
    SHARES,
    POLICIES,
    RAISES,
    TAXES,
    FUNDING,
    DEBTS,
    TENDERS,
    CASH_BOXES,
    VOUCHERS,
) = domains(
    r"""
== standing order, bank notice, account notice
payer person = payer, account holder | remitter debited_person sent_by paying_party debtor_name
payee person = payee, beneficiary | credited_person paid_to receiving_party creditor_name
amount price = instalment, payment amount | regular_amount each_payment sum_per_transfer transfer_amount
former price = former amount, previous instalment | amount_until_now earlier_amount old_instalment
fee price = bank fee, handling charge | bank_charge service_charge transfer_fee
before price = opening balance, balance before | old_balance balance_b4 previous_balance
after price = closing balance, balance after | new_balance remaining_balance available_now
source iban = debit account, from account | source_account debited_iban account_from sender_iban
target iban = credit account, to account | target_account credited_iban account_to recipient_iban
first date = first payment, starts on | first_run begins_on start_date valid_from
last date = last payment, ends on | final_run expires_on end_date valid_until
bank company = bank | banking_house credit_institution held_at bank_name
purpose of rent; pocket money; child support; piano lessons; garage; kindergarten; gym fees; savings plan; charity; \
    car loan; electricity; school meals; club dues; phone bill; storage unit; newspaper; cleaning; allotment \
    = purpose, payment reference | reason_for_payment remittance_text intended_for transfer_subject
rhythm of every month; every quarter; once a year; each week; every second week; twice a year; every Friday; \
    at the end of the month; on the first of the month; every ten days; every other month; each January \
    = interval, frequency | how_often rhythm repeats
number code = order number | mandate_id instruction_no standing_order_id
> {payer} has set up a standing order: {payee} will get {amount} {rhythm}, starting on {first}.
> Dear {payer},~as instructed we will send {payee} {amount} {rhythm}. The last payment goes out on {last}.~{bank}
> STANDING ORDER {number}~Debit: {source}~Credit: {target}~Amount: {amount}~First run: {first}~Last run: {last}
> Please stop paying {payee}. The money, {amount} {rhythm}, has been coming out of my account since {first}.~{payer}
> Your balance was {before} this morning. After today's payment of {amount} to {payee} you have {after} left.
> Before: {before}~Out: {amount} ({purpose})~After: {after}
> From {first} until {last}, money for the {purpose} leaves account {source} {rhythm}[ by itself|].
> {payee} wants to know when the money from {payer} will come. It is {amount}, and the first time is {first}.
> So far {payee} received {former}; as of {first} it will be {amount}[, as you wished|].
> hi it's {payer}, can you change what i send to {payee}? it was {former} and should be {amount} now
> - taken from: {source}~- paid into: {target}~- for: {purpose}~- bank: {bank}
> Instead of {former}, our customer {payer} now wants to send {amount} {rhythm}. Beneficiary remains {payee}.
> The account of {payer} was debited with {amount}, to which {bank} added a charge of {fee}.
> "Who is this {payee} that gets {amount} from us {rhythm}?" - "That is for the {purpose}."
> What remains after the transfer is {after}, down to the cent; what there was before it, {before}.
> Account {target} has been credited with {amount}. The sender used account {source} and wrote "{purpose}".
> payer | {payer}~payee | {payee}~sum | {amount}~charge | {fee}
> The arrangement by which {payer} supports {payee} ends on {last}; it had begun on {first}.
> FAQ: When does order {number} stop? On {last}. And what does {bank} charge for it? {fee} per transfer.
> Order {number} begins on {first}. It moves {amount} each time; before the first run the account held {before}.
- The money is for the {purpose}.
- For each transfer the bank keeps {fee}.
- It is sent {rhythm}.
- Nothing more will be paid after {last}.
- The money lands in account {target}.
- It is taken out of account {source}.
- That leaves {after} in the account.
- Earlier it was only {former}[ each time|].
- The first transfer [goes out|leaves] on {first}.
- The account is with {bank}.
- Quote order {number} when you call.
- Before that there was {before} in the account.
? by_post paper_statements sent_on_paper
* true / The statements come by post.
* true / You get your statements on paper.
* true / Every notice is printed and mailed to the house.
* true / We send each statement in an envelope.
* true / The bank still posts a printed statement.
* true / A paper copy is in the mail.
* false / The statements are only online.
* false / Nothing is sent on paper any more.
* false / You find all notices in the app, none come by post.
* false / No letter will follow, the notice is electronic.
* false / The bank has given up printed statements.
* false / Paper copies are not sent.

== loan, mortgage, credit
borrower person = borrower | loan_taker credit_customer mortgagor debtor taken_out_by
guarantor person = guarantor, co-signer | surety cosigner stands_surety vouching_person
adviser person = loan officer, adviser | credit_officer bank_clerk advised_by account_manager
lender company = lender, bank | mortgagee loan_provider financed_by granted_by
former company = previous lender, old bank | former_bank refinanced_from earlier_lender
sum price = loan amount, principal | amount_borrowed credit_sum loan_sum borrowed
deposit price = down payment, own money | equity downpayment own_contribution paid_upfront
monthly price = monthly instalment, monthly payment | paid_per_month installment repayment_amount
open price = outstanding debt, remaining debt | still_owed balance_outstanding debt_left
rate number 0 15 = interest rate, interest | interest_percent annual_rate apr
years int 3 40 = term, years | term_years duration_years running_time
signed date = signed on, contract date | signing_date agreement_date date_of_contract
ends date = paid off on, final instalment | payoff_date maturity last_instalment_on debt_free_on
home street = property, financed house | address_of_property mortgaged_house collateral_address
purpose of new roof; boat; kitchen; wedding; delivery van; solar panels; studies; tractor; holiday home; heating; \
    bakery oven; motorbike; flat; barn; extension; dental work; food truck; garage \
    = purpose | loan_purpose used_for money_for
> {borrower} borrowed {sum} from {lender} and pays back {monthly} a month.
> {lender} has lent {borrower} {sum} for the {purpose}, with {guarantor} standing surety.
> Should {borrower} fail to pay, {guarantor} must step in. That is what both signed at {lender} on {signed}.
> Dear {borrower},~your mortgage on {home} was transferred from {former} to {lender} on {signed}.
> Loan: {sum}~Interest: {rate} %~Term: {years} years~Monthly: {monthly}~Own money: {deposit}
> Of our own we had {deposit}; the other {sum} for the {purpose} came from {lender}.
> we're leaving {former}!! {lender} only wants {rate} percent and we pay {monthly} per month
> {borrower} still owes the bank {open} and will be free of debt on {ends}.
> "How much did they give you?" - "{sum}, over {years} years. I had to put down {deposit} myself."
> Having put {deposit} on the table, {borrower} took out a loan of {sum} to pay for the {purpose}.
> The house at {home} belongs to {lender} until the final instalment, due on {ends}, has been paid by {borrower}.
> Agreement of {signed} between {lender} (lender) and {borrower} (borrower), secured by {guarantor}
> Each month {monthly} goes to {lender}. The debt that remains today is {open}.
> {adviser} of {lender} received {borrower}, who had come with {guarantor}, and explained the {rate} percent interest.
> [Note|Memo] for the file: spoke with {borrower}. Wants {sum}. Offers {deposit} down. {guarantor} would co-sign.
> It was in the office of {adviser} that {borrower} signed on {signed}, and on {ends} the last cent will be paid.
> Thank you for calling, {borrower}. My name is {adviser}. Today you owe {open}, and you pay {monthly} a month.
> {years} years, {rate} percent, {sum}: these are the terms which {lender} offered when {former} no longer would.
> HOUSE AT {home}~borrowed: {sum}~put down: {deposit}~left to pay: {open}
- The bank takes {rate} percent interest.
- {guarantor} [guarantees|vouches] for it.
- The contract was signed on {signed}.
- It runs for {years} years.
- The money is meant for the {purpose}.
- {adviser} was in charge of the file at the bank.
- The instalment is {monthly} per month.
- To this day {open} has not been paid back.
- With {ends} comes the last instalment.
- As security serves the house at {home}.
- Before that the loan was with {former}.
- {deposit} had been saved for it.
? early early_repayment can_be_repaid_early
* true / It may be paid back sooner at no cost.
* true / Early repayment is allowed.
* true / You can clear the whole debt ahead of time whenever you like.
* true / Extra payments are welcome at any time.
* true / There is no penalty for finishing sooner.
* true / Nobody minds if it is paid back before the end.
* false / Paying it back ahead of time is not allowed.
* false / Early repayment is ruled out.
* false / It must run its full course, and no extra payments are taken.
* false / You cannot get out of it before the end.
* false / The contract forbids extra payments.
* false / The bank does not let anyone repay sooner.

== card alert, fraud alert, card statement
holder person = cardholder | card_owner name_on_card holder_name owner_of_card
agent person = bank agent, case handler | fraud_officer hotline_agent spoke_to case_worker
shop company = genuine merchant, known shop | real_purchase_at confirmed_merchant trusted_shop
fake company = suspicious merchant, disputed merchant | unknown_merchant doubtful_shop fraudulent_payee
paid price = genuine amount, confirmed charge | real_amount accepted_charge own_purchase_amount
disputed price = disputed amount, suspicious charge | fraud_amount contested_charge unauthorised_amount
home city = home city, city of residence | home_town usual_city lives_in
strange city = place of fraud, suspicious city | fraud_city unusual_location charged_from_city
charged date = date of the fraud, charged on | fraud_date disputed_on_statement date_of_charge
reported date = date reported, reported on | report_date notified_on complaint_date
digits int 1000 9999 = last four digits, card ending | last4 card_no_end final_digits
limit price = current limit, old limit | present_limit limit_until_now cap_before
raised price = requested limit, new limit | limit_wanted future_limit limit_from_now_on
case code = case number | case_id dispute_ref file_no
hotline phone = hotline, emergency number | blocking_line number_to_call helpline
> FRAUD ALERT~Card ending {digits}~{disputed} at {fake}, {strange}~Not you? Call {hotline}.
> {holder} did pay {paid} at {shop}, but knows nothing of the {disputed} that went to {fake}.
> Dear {holder}, on {charged} someone in {strange} paid {disputed} with your card. You live in {home}, we believe.
> Someone took {disputed} off my card on {charged}. I noticed late and told you on {reported}. [Best|Yours], {holder}
> While {holder} was at home in {home}, a stranger in {strange} was shopping at {fake} with the same card.
> "Was it you who bought from {shop}?" - "Yes, {paid}, that's mine. The one from {fake} isn't."
> Call log {case}: {agent} took the report of {holder} on {reported}; the charge itself dates from {charged}.
> genuine: {shop} {paid}~not mine: {fake} {disputed}~card: {digits}
> i never was in {strange}! i live in {home} and the only thing i bought was from {shop}
> {agent} from the fraud desk rang {holder} about a payment of {disputed}.
> Of the two charges that {holder} saw on the statement, {paid} was right and {disputed} was not.
> Please raise the limit on my card ({digits}) from {limit} to {raised}. {holder}
> {fake} debited {disputed}, which {holder} disputes. The charge of {paid} by {shop} stands.
> You asked us for a limit of {raised}. At the moment yours is {limit}[, which is plenty for most people|].
> Money gone! {holder} from {home} was robbed of {disputed} by card thieves, who cashed it in {strange}.
> Dispute {case}~Reported: {reported}~Charged: {charged}~Contested: {disputed}~Handled by: {agent}
> According to {holder}, whose call {agent} answered, only the purchase at {shop} is in order.
> New limit as of tomorrow: {raised}. Limit until today: {limit}. Card: **** {digits}.
> Transcript: "Fraud desk, {agent} speaking." - "Hello, {holder} here. A firm called {fake} has my {disputed}!"
- The card number ends in {digits}.
- The thief [struck|used it] in {strange}.
- Help is available on {hotline}.
- It was reported on {reported}.
- The case has the number {case}.
- At the bank {agent} looks after it.
- The owner of the card lives in {home}.
- The charge that nobody recognises is {disputed}.
- The crooked payment dates from {charged}.
- The payment to {shop} was a real one.
- The firm {fake} is the one that looks suspicious.
- Up to now the limit was {limit}.
? blocked card_blocked is_blocked
* true / The card has been blocked.
* true / We have locked the card to be safe.
* true / The card no longer works, and a fresh one is in the post.
* true / We stopped the card at once.
* true / Nobody can pay with it any more.
* true / The card was frozen within minutes.
* false / The card has not been blocked.
* false / You can go on using the card.
* false / The card still works as usual.
* false / There was no need to lock the card.
* false / We left the card open.
* false / The card stays active.

== trade, share deal, broker note
investor person = investor, shareholder | depot_owner trader account_of portfolio_owner
adviser person = investment adviser, recommended by | financial_adviser tip_from advised_by
broker company = broker | brokerage executed_by trading_house order_desk
bought company = stock bought, bought company | acquired_stock purchase_of entered_position invested_in
sold company = stock sold, sold company | disposed_stock exited_position divested_from
quantity int 2 900 = shares bought, number bought | qty_bought purchased_units buy_quantity
parted int 2 900 = shares sold, number sold | qty_sold units_sold sell_quantity
cost price = buying price, purchase price | buy_price entry_price price_when_bought
proceeds price = selling price, sale price | sell_price exit_price price_when_sold
got date = bought on, purchase date | buy_date entry_date acquired_on
left date = sold on, sale date | sell_date exit_date disposed_on
fee price = commission, order fee | broker_fee trading_cost execution_fee
dividend price = dividend | dividend_per_share payout distribution
target price = price target | target_price analyst_target expected_price
market city = stock exchange, trading place | exchange traded_in bourse
> Bought {quantity} {bought} at {cost}. Sold {parted} {sold} at {proceeds}. Fee {fee}.
> {investor} sold the shares in {sold} and put the money into {bought}.
> BUY {quantity} x {bought} @ {cost}~Broker: {broker}~Date: {got}
> SELL {parted} x {sold} @ {proceeds}~For: {investor}~Date: {left}
> On {left} {investor} let go of {parted} shares, for {proceeds} apiece, that were bought on {got} for {cost} each.
> I got in at {cost} and out at {proceeds}[, don't ask|].
> {adviser} talked {investor} into buying {bought}. [Later|Soon] both were sorry.
> Out with {sold}, in with {bought}: that was the advice that {adviser} gave to {investor}.
> Dear {investor},~your order is done. You now own {quantity} more shares of {bought}, at {cost} each.~{broker}
> Per share {bought} pays {dividend} this year; analysts see the stock at {target} before long.
> "Did you keep your {sold}?" - "No, {broker} sold them for me on {left}."
> Purchase: {got}, {cost}~Sale: {left}, {proceeds}~Traded in {market} through {broker}
> The {parted} shares that {investor} had in {sold} are gone; {quantity} shares in {bought} have come in for them.
> {broker} charged {investor} {fee} for the order on {got}, when {bought} entered the portfolio.
> what i paid: {cost} | what i got when i sold: {proceeds} | what the broker kept: {fee}
> Acting for {investor}, the brokers at {broker} bought {bought} in {market} on {got}.
> As of {left} {investor} holds nothing in {sold} any more, having sold the last {parted} shares through {broker}.
> Headline: {investor} buys into {bought} at {cost}, sheds {sold} at {proceeds}
> {target} is what {adviser} thinks {bought} will be worth. {investor} paid {cost} for it.
- The order was carried out by {broker}.
- The broker took {fee} for it.
- A dividend of {dividend} was paid.
- The deal was done on the exchange in {market}.
- The tip came from {adviser}.
- Every share that was bought cost {cost}.
- Every share that was sold brought in {proceeds}.
- The buying was done on {got}.
- The selling was done on {left}.
- Analysts believe it will reach {target}.
- The depot is in the name of {investor}.

== insurance claim, damage report, policy
holder person = policyholder, insured | insured_person claimant policy_owner client_of_insurer
culprit person = person at fault, caused by | damage_caused_by liable_person culprit other_party
adjuster person = adjuster, loss assessor | expert claims_expert inspected_by assessor
witness person = witness | seen_by eyewitness witness_name
insurer company = insurer | insurance_company underwriter policy_with covered_by
claimed price = amount claimed, claimed sum | claim_amount sum_demanded loss_amount
settled price = amount paid out, payout | settlement paid_by_insurer reimbursed compensation
excess price = excess, deductible | own_share self_paid_part retention
premium price = new premium, premium | yearly_premium premium_from_now_on current_premium
earlier price = old premium, premium so far | previous_premium premium_last_year premium_until_now
happened date = date of loss, date of damage | loss_date happened_on damage_date
reported date = reported on, date of report | report_date claim_filed notified_on
policy code = policy number | policy_id contract_no insurance_no
claim code = claim number | claim_id damage_no file_ref
damaged of garden shed; front door; left headlight; violin; carpet; greenhouse; bicycle; laptop; roof; bathroom; \
    rear bumper; shop window; suitcase; chimney; fence; sofa; camera; oak table = damaged object, damaged item | \
    broken_thing what_was_damaged insured_object thing_to_replace
cause of hail; storm; burst pipe; theft; fire; flood; frost; lightning; vandalism; fallen tree; short circuit; \
    careless parking; sparks; leaking tap; heavy snow = cause | cause_of_damage peril damage_reason
> {holder} claimed {claimed} for the {damaged}; {insurer} paid {settled}.
> Claim {claim} under policy {policy}~Insured: {holder}~Loss: {happened}~Reported: {reported}~Adjuster: {adjuster}
> It was {culprit} who broke the {damaged} that belongs to {holder}, and {witness} saw it happen.
> Dear {holder},~of the {claimed} you asked for we can pay {settled}, as your deductible is {excess}.
> {adjuster} came to look at the {damaged} for {insurer} and spoke with the owner, {holder}.
> The damage was done on {happened}. I could not report it before {reported}, I was abroad.
> hi, {culprit} backed into my {damaged}. {witness} was standing right there and can confirm. - {holder}
> We moved our policy because {insurer} wants {premium} a year. Elsewhere we used to pay {earlier}.
> Your premium changes from {earlier} to {premium}. You can cancel policy {policy} if you don't agree.~{insurer}
> After the {cause} of {happened}, {holder} wrote to {insurer} about the {damaged}.
> {insurer}, at which {holder} has been insured for ages, transferred {settled} after the {cause}.
> demanded: {claimed}~granted: {settled}~to be borne by the customer: {excess}
> "Who saw it?" - "{witness}." - "And who did it?" - "{culprit}, with a ladder."
> Witness statement. I, {witness}, was present on {happened} when {culprit} damaged the {damaged}.
> Having inspected the {damaged}, assessor {adjuster} puts the loss at {claimed}.
> Insurance is now {premium} - last year {holder} paid {earlier} to the same company, {insurer}
> {settled} is all {insurer} gave us. The repair came to {claimed}!!
> Q: What do I have to pay myself? A: {excess}. Everything else, {settled} in your case, is paid by {insurer}.
> {holder} / {policy} / {damaged} / {cause} / {happened}
- The culprit was {culprit}.
- {witness} [watched|saw] it all.
- The reason for the damage was {cause}.
- The owner has to bear {excess} of it.
- The file at the insurer has claim number {claim}.
- It was not reported until {reported}.
- The expert who came to look was {adjuster}.
- It is insured with {insurer}.
- The policy has the number {policy}.
- What got damaged was the {damaged}.
- Until now the policy cost {earlier}.
- In the end {settled} was paid out.
- It [occurred|happened] on {happened}.
- From now on the policy costs {premium}.
? injured anyone_hurt people_injured
* true / Someone was hurt.
* true / One person had to go to hospital.
* true / There were injuries.
* true / It ended with a broken arm.
* true / An ambulance took the injured away.
* true / A child was injured.
* false / Nobody was hurt.
* false / There were no injuries.
* false / Luckily everyone got away without a scratch.
* false / No one was injured.
* false / It is only about things, all people are well.
* false / No person came to any harm.

== raise, pay rise, salary review
employee person = employee, staff member | worker who_gets_the_raise salaried_person team_member
boss person = approved by, manager | superior granted_by line_manager decided_by
employer company = employer | works_for paid_by company_name hired_by
rival company = other employer, rival offer from | competing_company poached_by would_be_employer
old int 18000 90000 = old salary, salary before | previous_salary salary_until_now earned_before
new int 18000 90000 = new salary, salary after | future_salary salary_from_now_on raised_to
asked int 18000 90000 = salary asked for, requested salary | salary_demand wanted_salary asking_salary
percent int 2 25 = increase in percent, percentage | raise_percent rise_pct percent_more
bonus price = bonus | one_off_payment year_end_bonus extra_pay
gross price = gross pay | before_deductions gross_wage gross_amount
net price = net pay, take-home pay | after_deductions paid_out_wage net_wage
pension price = pension contribution | pension_payment paid_into_pension retirement_saving
since date = effective date, valid from | effective_from takes_effect_on new_salary_since
reviewed date = last review, review date | reviewed_on talk_held_on previous_review
former job = former position, old job title | earlier_role job_before promoted_from
position job = new position, new job title | promoted_to job_now role_after
> {employee} used to earn {old} a year at {employer} and now earns {new}.
> {boss} has approved a raise for {employee}: {percent} percent more, as of {since}.
> Dear {employee},~we are pleased to raise your salary from {old} to {new}. The change takes effect on {since}.~{boss}
> i asked {boss} for {asked}, and what did i get? {new}
> SALARY CHANGE~Name: {employee}~Old: {old}~New: {new}~Valid from: {since}~Signed: {boss}
> Promoted from {former} to {position}, {employee} will receive {new} a year.
> {employee}, {position} at {employer}, had been with the company as {former} before.
> Gross {gross}, net {net}, of which nothing is left by the twentieth[, as always|].
> {rival} would have paid {employee} {asked}, so {employer} raised the salary to {new}.
> Payslip of {employee}~Gross: {gross}~Pension: {pension}~Paid out: {net}
> Because {rival} wanted to lure {employee} away, {boss} agreed to {percent} percent more.
> At the review on {reviewed} {employee} asked {boss} for {asked}. The two settled on {new}.
> From {gross} they take tax and {pension} for the pension, and I see {net} in my account.
> "What did you make before?" - "{old}." - "And now?" - "{new}, plus a bonus of {bonus}."
> The talk between {employee} and {boss}, who is in charge, took place on {reviewed}; the raise starts on {since}.
> To the pay office: please pay {employee} {new} a year beginning on {since}. The {old} no longer applies.
> Thanks to {boss}, who fought for it, {employee} takes home {net}.
> {new} instead of {old} - {employer} pays its staff better
> As {position} you earn {new}; as {former} it was {old}. [Well done|Congratulations], {employee}!
- The raise was granted by {boss}.
- It takes effect on {since}.
- On top there is a bonus of {bonus}.
- That is {percent} percent more.
- After deductions {net} is left.
- The pension fund receives {pension}.
- Before deductions it is {gross}.
- The job title is now {position}.
- {rival} had made an offer too.
- The last review was on {reviewed}.
- The demand had been {asked}.
- The employer is {employer}.
- Until then the job title was {former}.

== tax return, tax notice, assessment
payer person = taxpayer | tax_subject taxable_person assessed_person declared_by
adviser person = tax adviser, accountant | prepared_by tax_consultant adviser_name
official person = tax official, clerk in charge | inspector tax_officer case_officer signed_by_office
spouse person = spouse | husband_or_wife filed_jointly_with partner
income price = taxable income, income | earnings declared_income income_total
due price = tax due, tax to pay | tax_owed tax_payable amount_payable_to_office
refund price = refund | tax_refund money_back overpaid repayment_to_taxpayer
prepaid price = prepaid tax, advance payment | tax_already_paid prepayment paid_in_advance
fine price = late fee, fine | penalty late_filing_penalty surcharge
costs price = expenses deducted, deductions | deductible_costs write_offs deducted
filed date = filed on, date filed | handed_in_on submission_date return_submitted
deadline date = filing deadline | deadline latest_filing_date must_be_filed_by
issued date = notice date, assessed on | assessment_date date_of_notice notice_issued
year year = tax year | fiscal_year assessment_year for_the_year
office city = tax office | competent_office office_city revenue_office
number code = tax number | taxpayer_id tin fiscal_code
> {payer} earned {income} in {year} and has to pay {due} in tax on it.
> Tax year {year}~Taxpayer: {payer}~Income: {income}~Already paid: {prepaid}~Still due: {due}
> {adviser} filed the return for {payer} on {filed}. The deadline was {deadline}.
> Dear {payer},~your return for {year} should have been here by {deadline}. The late fee is {fine}.~{official}
> "Good news," said {adviser}, the accountant. "You get {refund} back for {year}, {payer}."
> The tax office in {office} pays back {refund}, as {payer} had paid {prepaid} in advance.
> i handed it in on {filed}, the deadline was {deadline}, and they fined me {fine} anyway
> Notice of {issued} concerning the return that you submitted on {filed}. Tax number: {number}. Refund: {refund}.
> On the {income} that came in, after taking off {costs} for expenses, the tax is {due}.
> Taxpayer {payer}, married to {spouse}, was assessed on {issued}; the notice is signed by {official}.
> {official} of the {office} office asks for receipts. {payer} sent the question on to {adviser}, the accountant.
> earned: {income}~deducted: {costs}~tax: {due}~late fee: {fine}
> Whereas {prepaid} was paid ahead, the final tax for {year} comes to {due}.
> To the tax office in {office}: my adviser, {adviser}, will hand in my return by {deadline}. {payer}, {number}
> Late again! {payer} must pay {fine} on top of the {due} in tax, says the notice of {issued}.
> Return received {filed}; notice sent {issued}; signed for the office: {official}.
> For {year} you declared earnings of {income} and deductions of {costs}. We owe you {refund}.
> I, {payer}, file together with my spouse {spouse}, and our accountant {adviser} swears we get {refund} back.
> Please find the return of my client {payer} enclosed. The costs of {costs} are documented. {adviser}, tax adviser
- The return was handed in on {filed}.
- It had to be handed in by {deadline}.
- The tax number is {number}.
- At the office {official} is in charge.
- {adviser} prepared the return as accountant.
- It is about the year {year}.
- The penalty for being late is {fine}.
- {prepaid} had been paid in advance.
- {refund} will be paid back by the office.
- Expenses of {costs} were deducted.
- The office is in {office}.
- The notice is dated {issued}.
- The income was {income}.

== grant, project budget, crowdfunding campaign
project work = project, campaign | project_title campaign_name funded_project undertaking
lead person = applicant, project leader | applied_by founder started_by principal_investigator
referee person = reviewer, referee | evaluated_by assessed_by report_written_by
contact person = contact at the foundation, programme officer | funder_contact officer programme_manager
funder company = funder, sponsor | foundation grant_giver awarded_by main_sponsor
second company = co-funder, second sponsor | cofunder additional_funder partner_funder
asked price = amount requested, applied for | requested sum_asked budget_requested
granted price = amount granted, grant | awarded approved_sum funding_received
spent price = money spent, spent so far | used_budget expenditure costs_to_date
left price = money left, unspent budget | remaining_budget leftover not_yet_spent
own price = own contribution | own_share self_financed own_funds
goal price = funding goal | campaign_target target_amount threshold
pledged price = pledged, amount raised | raised_so_far pledges_total collected
backers int 13 900 = backers | supporters number_of_backers donors_count
opened date = campaign start, opened on | launch_date call_opened funding_starts
closes date = campaign end, closes on | closing_date funding_ends last_day_to_give
> {lead} applied to {funder} for {asked} and was given {granted} for "{project}".
> {funder} supports "{project}" with {granted}. Another partner, {second}, adds to it.
> {backers} people have pledged {pledged} for {project} so far; the goal is {goal}.
> CAMPAIGN {project}~Goal: {goal}~Raised: {pledged}~Backers: {backers}~Ends: {closes}
> Dear {lead},~we cannot grant the {asked} you requested in full. We can offer {granted}.~{contact}, {funder}
> Budget check: {spent} is gone, {left} is still there. "{project}" runs on.
> Only {pledged} of {goal} - founder {lead} is worried about "{project}", which must be paid for by {closes}
> help us out!! {project} went live on {opened}, and when it ends on {closes} we need {goal} in the pot
> {referee} read the application that {lead} had sent in, and recommended it to {funder}.
> Although {referee} had written a harsh review, programme officer {contact} saw to it that {funder} backed {lead}.
> Asked for: {asked}~Got: {granted}~Own money: {own}~Spent: {spent}
> We put in {own} ourselves, {funder} gave {granted}.
> The project called {project}, led by {lead}, has used up {spent}, so {left} goes back to {funder}.
> The call opens on {opened} and closes on {closes}. Questions? Write to {contact}, not to the reviewers.
> "You wanted {asked}, {lead}?" - "Yes, and they approved {granted}."
> First came {funder} as main sponsor, then {second} as a second one, and so {project} could begin.
> {left} remains of the {granted} that was granted to {lead}[, and it has to last|].
> As project leader, {lead} thanks all {backers} backers. The campaign began on {opened} and has brought in {pledged}.
> {project} | leader {lead} | grant {granted} | officer {contact}
- The report was written by {referee}, the reviewer.
- From our own pocket comes {own}.
- {left} has not been spent yet.
- It also gets money from {second}, the co-funder.
- The campaign started on {opened}.
- It is over on {closes}.
- At the foundation {contact} answers questions.
- So far {spent} has been spent.
- It has {backers} backers by now.
- The application was for {asked}.
- The goal was set at {goal}.
- The main sponsor is {funder}.

== debt, IOU, private loan
lender person = lender, creditor | lent_by owed_to gave_the_money money_belongs_to
debtor person = debtor, borrower | lent_to owes owing_person has_to_repay
helper person = go-between, messenger | passed_on_by carried_by intermediary
lent price = amount lent, original debt | sum_lent borrowed_sum loaned debt_at_first
repaid price = amount paid back, repaid | paid_back returned_so_far given_back
open price = amount still owed, open debt | rest_owed still_to_pay balance_owed
bill price = whole bill, total bill | bill_total shared_cost joint_cost
share price = share per person, each share | per_head each_pays split_amount
friends int 3 12 = number of people, people sharing | headcount sharers split_between
lent_on date = lent on, date of the loan | loan_date borrowed_on money_given_on
due date = to be repaid by, due date | due_on pay_back_by promised_for
back date = repaid on, paid back on | repayment_date settled_on returned_on
reason of concert tickets; petrol; a new tyre; the dentist; a birthday present; a bus pass; the moving van; \
    train tickets; the deposit; school books; a ski pass; groceries; a phone repair; the vet; a tent; \
    football boots; the plumber \
    = reason, what it was for | spent_on debt_reason needed_for
place venue = place | handed_over_at where_paid meeting_place
> {lender} lent {debtor} {lent} for {reason}.
> {debtor} owes {lender} {open}. The debt was {lent} once, so {repaid} has been paid back.
> IOU~I, {debtor}, owe {lender} the sum of {lent}, which I will pay back by {due}.
> hey {debtor}, remember the {lent} i gave you on {lent_on}? i could use it now. {lender}
> On {lent_on} {debtor} borrowed {lent} from {lender}, to be returned by {due}[ at the latest|].
> {lender} is still waiting for {open}, says {helper}, who brought {repaid} from {debtor}.
> Of the {lent} I once borrowed from {lender} I have returned {repaid}; {helper} carried it over for me.
> The bill at {place} was {bill}. There were {friends} of us, so everyone pays {share}.
> {debtor} got {lent} from {lender} and gave it to the garage[, which was not the plan|].
> "Did {debtor} ever pay you?" - "Yes, on {back}, the whole {lent}, though I had asked for it by {due}."
> {lender} paid the whole {bill}; now each of the {friends} friends owes {lender} {share}.
> Thanks for helping me out with the {lent}, {lender}! You will have it back on {due}. Your {debtor}
> Borrowed: {lent_on}. Promised for: {due}. Paid back: {back}.
> Through {helper}, who was going there anyway, {debtor} sent {repaid} back to {lender}.
> - {debtor} -> {lender}: {open} to pay~- reason: {reason}
> {debtor} came to {place} to pay {lender} back. {repaid} was handed over, and {open} remained to be paid.
> It is not I who owe {lender} money, it is {debtor}, and the money was for {reason}!
> kitty: {bill} in all, {friends} people, {share} each. {lender} paid for everyone, {debtor} has not given a cent yet
> Dear diary, today {debtor} wanted money for {reason} again. I said no; it was {lender} who gave in and lent {lent}.
- It was needed for {reason}.
- {open} is still to be paid.
- So far {repaid} has been given back.
- It was promised for {due}.
- The money changed hands at {place}.
- {helper} carried the money across.
- The loan dates from {lent_on}.
- In the end it was paid back on {back}.
- Split evenly it is {share} a head.
- The whole bill came to {bill}.
- There are {friends} people who share it.
? written in_writing is_written_down
* true / There is a signed paper about it.
* true / They put it in writing.
* true / It is all down in black and white.
* true / Both signed a note.
* true / A written agreement exists.
* true / There is a contract, dated and signed.
* false / There is nothing in writing.
* false / It was agreed by word of mouth only.
* false / No paper was signed.
* false / A handshake had to do.
* false / Nobody wrote anything down.
* false / It rests on a spoken promise alone.

== tender, call for bids, contract award
client company = contracting authority, client | awarding_body commissioned_by issuer_of_tender principal
winner company = winner, successful bidder | awarded_to contract_goes_to winning_company contractor
loser company = losing bidder, runner-up | unsuccessful_bidder second_place turned_down_company
won price = winning bid, contract value | accepted_offer award_price winning_price
lost price = losing bid, rejected offer | rejected_price second_best_price losing_price
estimate price = estimate, expected cost | cost_estimate budgeted_value estimated_price
officer person = procurement officer | buyer_contact tender_contact enquiries_to purchasing_agent
foreman person = site manager | works_manager contractor_contact runs_the_work
bids int 2 30 = bids received, number of bids | offers_received bidders count_of_offers
published date = published on, tender date | publication_date call_date announced_on
closing date = bids due, closing date | submission_deadline bid_deadline offers_until
awarded date = awarded on, award date | decision_date contract_awarded_on date_of_award
begins date = start of work | work_begins commencement works_start_on
work of road repairs; school catering; snow clearing; window cleaning; street lamps; bus shelters; a footbridge; \
    office furniture; pest control; playground equipment; roof work; tree cutting; laundry; a sports hall; \
    security guards; waste collection; lift maintenance = subject of the contract, works | contract_subject \
    what_is_tendered scope_of_contract
number code = tender number | tender_id procedure_no lot_ref
site city = place of performance, site | work_site performed_in place_of_work
> {client} awarded the contract for {work} to {winner}, which had asked for {won}. {loser} had wanted {lost}.
> {winner} beat {loser} in the tender of {client}.
> With an offer of {lost}, {loser} came second to {winner}, whose bid was {won}.
> TENDER {number}~Authority: {client}~Works: {work}~Place: {site}~Bids due: {closing}
> Dear bidders at {loser},~we regret that we have chosen {winner} for {work}.~{officer}, {client}
> [Congratulations|Good news], {winner}! Your bid of {won} has been accepted by {client}. Work starts on {begins}.
> {bids} bids came in by {closing}; the one from {winner} was taken, that of {loser} was turned down.
> Published {published}. Offers until {closing}. Award {awarded}. Start of work {begins}.
> We had reckoned with {estimate}, but {winner} charges {won} for {work} in {site}.
> "Who got it?" - "{winner}. We at {loser} were too dear with our {lost}."
> {client} is looking for someone to take on {work} in {site}. Questions go to {officer}.
> the job went to {winner} on {awarded}... {loser} had already bought the machines
> After {client} had published the tender on {published}, {bids} companies made an offer.
> For {winner}, which won, {foreman} runs the site; for {client}, which pays, {officer} keeps an eye on it.
> offer accepted: {won}~offer rejected: {lost}~own estimate: {estimate}
> Not {loser} but {winner} will be working for {client} when the job starts on {begins}.
> {officer}, who buys for {client}, signed the contract with {winner} on {awarded}.
> Losing firm goes to court: {loser} attacks the award by {client} to {winner}
> No. {number} | {work} | estimate {estimate} | awarded for {won}
- {bids} [companies|firms] put in a bid.
- The work begins on {begins}.
- Procurement was in the hands of {officer}.
- The decision was made on {awarded}.
- Before the bids came in, the cost had been estimated at {estimate}.
- It is about {work}.
- The file has the tender number {number}.
- The work is to be done in {site}.
- Bids had to be in by {closing}.
- The call was published on {published}.
- {foreman} manages the site for the contractor.
- The offer that was turned down stood at {lost}.

== cash report, treasurer's report, club accounts
club name = club, association | club_name society whose_cash_box
leaving person = outgoing treasurer, old treasurer | former_treasurer treasurer_until_now handed_over_by
coming person = incoming treasurer, new treasurer | next_treasurer treasurer_from_now_on taken_over_by
auditor person = auditor, checked by | audited_by cash_auditor examiner
fined person = fined member, offender | who_was_fined fine_paid_by late_member
opening price = opening cash, cash at the start | initial_cash carried_forward cash_before
closing price = closing cash, cash at the end | final_cash cash_in_box counted_at_end
income price = takings, money taken in | receipts_total revenue income_of_club
outgo price = expenses, money paid out | spending payments_total outgoings
fine price = fine | penalty fine_amount late_fine
dues price = membership fee, dues | subscription_fee yearly_dues member_contribution
paid int 20 400 = members who paid, paid-up members | paying_members dues_received_from
behind int 2 19 = members in arrears | unpaid_members owing_members dues_missing_from
since date = period start, from date | period_from accounts_from report_begins
until date = period end, to date | period_to accounts_until report_ends
event of summer party; raffle; flea market; cake sale; cup final; carnival; Christmas market; open day; jumble sale; \
    choir concert; chess night; bike tour; sponsored run; barbecue; dance; quiz night = event | \
    raised_at earned_at occasion event_name
> At the start there was {opening} in the cash box of {club}, at the end there was {closing}.
> {leaving} has handed the cash box of {club} over to {coming}.
> {club}, cash report {since} to {until}~Opening: {opening}~In: {income}~Out: {outgo}~Closing: {closing}
> From now on please pay your dues to {coming} and no longer to {leaving}. They are {dues} a year.
> {fined} came late to training and paid a fine of {fine} into the box of {club}.
> The {event} brought in {income}; for drinks and prizes we had to pay {outgo}.
> Dear members,~after many years as treasurer {leaving} steps down. {coming} was elected to follow.~{club}
> {auditor} went through the books and found {closing} in the box, as {leaving}, the outgoing treasurer, had said.
> {paid} members have paid the fee of {dues}, {behind} have not.
> when i took over from {leaving} the box had {opening} in it. today i counted {closing}. {coming}, treasurer
> taken in: {income}~paid out: {outgo}~event: {event}
> "Who has the key of the box now?" - "{coming}. {leaving} gave it up last week."
> The books from {since} to {until} were still kept by {leaving}, our former treasurer. {auditor} checked them.
> Since {fined} forgot the balls again, {club} is richer by {fine}[, hooray|].
> We spent {outgo} and earned {income}, most of it at the {event}.
> In arrears: {behind}. Paid up: {paid}. Dues: {dues} a head. Report by {coming}, the new treasurer.
> The accounts of {club}, which {auditor} has audited, cover the time from {since} until {until}.
> {coming} was chosen to look after the money that {leaving} had looked after so far; {auditor} will audit.
> Minutes: the outgoing treasurer, {leaving}, reports {closing} in hand. {fined} must pay a fine of {fine}.
- {auditor} [checked|audited] the books.
- {fined} was fined for being late.
- {behind} members have yet to pay.
- {paid} members have paid up.
- Each member pays {dues} a year.
- The {event} was our best day.
- The fine was {fine}.
- The books were opened on {since}.
- The books were closed on {until}.
- All in all {outgo} was spent.
- All in all {income} came in.
- The new treasurer is {coming}.
- When all was counted at the end, the box held {closing}.

== voucher, gift card, warranty
giver person = giver, gift from | donor voucher_buyer presented_by
taker person = recipient, voucher holder | gift_for presented_to who_may_spend_it
shop company = shop, redeemable at | retailer accepted_at valid_in_shop
maker company = manufacturer, maker | brand produced_by made_by
workshop company = repair shop, service partner | repaired_by service_workshop sent_in_to
value price = voucher value, face value | worth nominal_value amount_on_card
used price = amount used, amount redeemed | redeemed spent_from_voucher deducted
left price = remaining value, credit left | rest_value unspent_credit balance_on_card
issued date = issue date, issued on | date_of_issue valid_from printed_on
expires date = expiry date, valid until | expires_on best_before_date last_day_of_validity
bought date = purchase date, item bought on | date_of_purchase item_purchase bought_on
basic int 6 36 = standard warranty, warranty months | legal_warranty basic_cover_months included_warranty
extra int 37 120 = extended warranty | extended_cover_months warranty_plus long_warranty
number code = voucher code | gift_code coupon_code redeem_code
serial serial = serial number | serial_no device_id unit_number
item product = item, device | covered_item guaranteed_product warranty_item
> {giver} gave {taker} a voucher worth {value}, to be spent at {shop}.
> GIFT CARD~For: {taker}~From: {giver}~Value: {value}~Code: {number}~Valid until: {expires}
> Of the {value} on the card {taker} has used {used}, so {left} remains.
> To {taker} with love! Go to {shop} and get something nice before {expires}. Your {giver}
> The {item} was bought on {bought}. The warranty runs {basic} months, or {extra} if you extend it.
> Is my voucher still good? It was issued on {issued} and says {expires} as the last day. I am {taker}, it was a gift.
> {taker} was given a gift card by {giver}, who had bought it at {shop}.
> WARRANTY CARD~Item: {item}~Serial: {serial}~Maker: {maker}~Bought at: {shop}~Bought on: {bought}
> The {item} broke, so {shop} sent it to {workshop}, since {maker}, which made it, does not repair anything itself.
> paid {used} with the card, {left} still on it, code {number}
> "{maker} makes them, we only sell them," they told me at {shop} when the {item} broke.
> Issued {issued}, expires {expires}, face value {value}, redeemed {used}.
> A present from {giver}: {value} for {taker}, to be turned into something nice at {shop} by {expires}.
> The {item} comes with {basic} months of cover; to get {extra} months you pay a little more.
> Hello {taker},~your credit at {shop} is now {left}. You have spent {used} of it.
> Nobody but {taker} can redeem voucher {number}, not even {giver}, whose money paid for it.
> I bought the {item} from {shop} on {bought}. It was made by {maker}, and {workshop} has repaired it once.
> FAQ: How long is the {item} covered? For {basic} months as standard; with the extended plan, {extra} months.
> Serial {serial} went to {workshop} for repair. {maker}, who built it, had no time.
- The code to enter is {number}.
- It must be spent by {expires}.
- There is {left} left on it.
- {used} has been spent from it already.
- It was issued on {issued}.
- The item was bought on {bought}.
- The serial number reads {serial}.
- {workshop} [does|carries out] the repairs.
- With the extension the cover lasts {extra} months.
- The standard cover lasts {basic} months.
- It was a gift from {giver}.
- The item was made by {maker}.
- The card was loaded with {value} at first.
"""
)
