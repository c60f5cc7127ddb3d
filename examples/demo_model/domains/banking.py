"""Banking: invoices, transfers, accounts and bills."""

from __future__ import annotations

from .. import values as v
from .. import words as w
from .domain import Domain, fact, lines

BANKING = Domain(
    subjects=w.words("invoice, payment, transfer, account, bill, loan, statement"),
    facts={
        "payer": fact("payer, sender, debtor, account holder", w.person, also="paid_by from"),
        "payee": fact("payee, recipient, creditor, beneficiary", w.company, also="paid_to to receiver"),
        "amount": fact(
            "amount, sum, amount paid",
            w.price,
            "number",
            also="value",
            units=["{} EUR", "${}", "{} dollars", "€{}", "£{}"],
        ),
        "invoice": fact("invoice number, invoice, bill number", w.code, also="invoice_no invoice_id number"),
        "issued": fact("invoice date, date of issue, issued on", w.iso_date, "date", also="issued date"),
        "due": fact("due date, payable until, payment deadline", w.iso_date, "date", also="due pay_by"),
        "paid": fact("payment date, date of payment, value date", w.iso_date, "date", also="paid_on booked_on"),
        "tax": fact(
            "tax, VAT, sales tax, tax amount", w.price, "number", also="vat", units=["{} EUR", "${}", "{} euros"]
        ),
        "discount": fact(
            "discount, rebate, reduction",
            v.whole(1, 60),
            "int",
            also="discount_percent",
            units=["{} %", "{}%", "{} percent"],
        ),
        "net": fact(
            "net amount, net, subtotal", w.price, "number", also="net_total", units=["{} EUR", "${}", "{} euros"]
        ),
        "total": fact(
            "total, grand total, gross amount",
            w.price,
            "number",
            also="total_amount gross",
            units=["{} EUR", "${}", "{} euros"],
        ),
        "iban": fact("IBAN, account number, account", v.iban, also="iban account_no"),
        "bank": fact("bank, bank name, credit institution", w.company),
        "balance": fact(
            "balance, account balance, remaining amount", w.price, "number", units=["{} EUR", "${}", "{} euros"]
        ),
        "fee": fact("fee, bank fee, charge", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
        "rate": fact("interest rate, interest, rate", v.decimal(0, 14), "number", units=["{} %", "{}%", "{} percent"]),
        "purpose": fact("purpose, reference, payment reference", w.title, also="subject memo"),
        "method": fact(
            "payment method, means of payment, method",
            v.one_of("cash, card, transfer, cheque, paypal", 0),
            "enum",
            also="paid_with",
            options="cash, card, transfer, cheque, paypal",
        ),
        "currency": fact("currency", v.one_of("EUR, USD, GBP, CHF, JPY", 0), "enum", options="EUR, USD, GBP, CHF, JPY"),
        "reminder": fact("reminder fee, late fee", w.price, "number", units=["{} EUR", "${}", "{} euros"]),
    },
    leads=lines(
        """
        {payer} [paid|transferred|sent] {amount} to {payee}[ on {paid}|].
        Invoice {invoice} [of|from|issued by] {payee} [is due on|must be paid by] {due}[: {total}|].
        Invoice {invoice}, {issued}: net {net}, [VAT|tax] {tax}, total {total}.
        {payee} [sent|billed] {payer} {total} [on {issued}|with invoice {invoice}].
        [Transfer|Payment] of {amount} from {payer} to {payee}, [purpose|reference] {purpose}.
        [Dear|Hello] {payer}, the invoice {invoice} of {total} [is due|should be paid] on {due}.
        {payer}, {iban}, {bank}: [balance|account balance] {balance}.
        [Please pay|Pay] {total} [by|until] {due} to {iban}.
        {payee} [gives|grants] {payer} a discount of {discount} on invoice {invoice}.
        {bank} [lends|lent] {payer} {amount} at {rate}.
        The [bill|invoice] {invoice} was paid on {paid} by {method}.
        {amount} [was|were] [booked|received] on {paid}, [sender|from] {payer}.
        {payer} has {balance} in the account {iban}.
        A fee of {fee} [is charged|was taken] by {bank}.
        {invoice} / {payee} / {issued} / {total}
        Subtotal {net}, discount {discount}, tax {tax}, to pay {total}.
        {payer} owes {payee} {amount} [since {issued}|until {due}].
        [Reminder|Second reminder]: invoice {invoice} over {total}, late fee {reminder}.
        """
    ),
    clauses={
        "due": lines(
            """
            It is [due|payable] [on|by] {due}.
            Please pay [by|before|until] {due}.
            [Due|Pay by]: {due}.
            It must be paid by {due}.
            The [deadline|last day] is {due}.
            [We expect|They want] the money by {due}.
            """
        ),
        "tax": lines(
            """
            [It includes|That includes] {tax} of [VAT|tax].
            [VAT|Tax]: {tax}.
            The [VAT|tax] [is|comes to] {tax}.
            {tax} [of it |]is tax.
            Plus {tax} [tax|VAT].
            The state gets {tax}.
            """
        ),
    },
    adjectives=w.words("paid, overdue, tax-free, recurring, rejected, cancelled, refunded, approved, signed, settled"),
    features=w.words("a discount, interest, a fee, a receipt, an overdraft, a reminder, a guarantor, a standing order"),
)
