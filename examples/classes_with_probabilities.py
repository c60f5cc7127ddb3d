"""Classification: the probability of every label, summed over all ways to spell it, and not of its first letters."""

from constrain.sampling import classify, small_model

LABELS = ["positive", "negative", "neutral"]
REVIEWS = [
    "The lamp broke after a week. I want my money back.",
    "I love this lamp. It is the best that I have ever had.",
]

model, tokenizer = small_model()
chats = [
    [{"role": "user", "content": f"{review}\n\nIs this review positive, negative or neutral? Answer with one word."}]
    for review in REVIEWS
]
found = classify(model, tokenizer, chats, LABELS)
for review, each in zip(REVIEWS, found, strict=True):
    print(review)
    for label, probability in each.probabilities.items():
        print(f"  {label:9} {probability:6.1%}")
