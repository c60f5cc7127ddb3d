// One sequence: its configuration and its history.
//
// 1. The history is a chain of links, the last one first, shared by forks: `fork` copies a pointer, `rollback` follows
//    links back. Example: two beams after `{"a":` share its links, and each has one of its own for what it wrote then.
// 2. `advance`, `advance_bytes`: a link more; refused where no text of the grammar goes on so.
// 3. `validate`, `validate_tree`: drafts are read without moving.
// 4. `fill`, `allows`: the mask, or one bit of it; with a number of tokens left, only what leaves enough to finish.
// 5. `renew`: moves to another generation of configurations by reading the tokens again.
#include "masks/matcher.h"

#include <algorithm>
#include <memory>


namespace constrain {

Matcher::Matcher(std::shared_ptr<ConstraintCore> constraint)
    : constraint_(std::move(constraint)), configurations_(constraint_->configurations()) {}

Matcher::Matcher(const Matcher& other)
    : constraint_(other.constraint_),
      configurations_(other.configurations_),
      last_(other.last_),
      shortened_(other.shortened_) {
  if (last_) last_->references.fetch_add(1, std::memory_order_relaxed);
}

void Matcher::release(Link* link) {
  // By a loop: a text of a million tokens freed by recursion would overflow the stack.
  while (link && link->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    Link* previous = link->previous;
    delete link->text;
    delete link;
    link = previous;
  }
}

void Matcher::append(TokenId token, ConfigId config, bool finished, const std::string* text) {
  const std::uint32_t tokens = finished ? here().in_region : in_region(here(), config);
  last_ = new Link{last_, {1}, token, config, last_ ? last_->length + 1 : 1, tokens, finished, text};
}

std::vector<TokenId> Matcher::tokens() const {
  std::vector<TokenId> out;
  for (const Link* l = last_; l; l = l->previous)
    if (!l->text) out.push_back(l->token);
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<Matcher::Taken> Matcher::history() const {
  std::vector<Taken> out;
  for (const Link* l = last_; l; l = l->previous) {
    if (l->text) out.emplace_back(*l->text);
    else out.emplace_back(l->token);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

// Moves to fresh configurations when the old ones have outgrown their budget, by replaying the tokens.
void Matcher::renew() {
  auto fresh = constraint_->configurations();
  if (fresh == configurations_) return;
  // Replayed aside first: if a limit is met on the way, this matcher is as it was.
  Matcher replayed(constraint_);
  replayed.configurations_ = fresh;
  // Bytes that were taken outside tokens are read again as bytes.
  for (const Taken& taken : history()) {
    if (const auto* text = std::get_if<std::string>(&taken)) {
      const ConfigId at = fresh->read(replayed.config(), *text).second;
      replayed.append(0, at, false, new std::string(*text));
      continue;
    }
    const TokenId t = std::get<TokenId>(taken);
    if (constraint_->trie->is_end(t)) replayed.append(t, replayed.config(), true);
    else replayed.append(t, fresh->advance(replayed.config(), t), false);
  }
  // Replaying may itself have filled the new generation, which would then be renewed at the next token, and forever.
  fresh->make_room();
  std::swap(configurations_, replayed.configurations_);
  std::swap(last_, replayed.last_);
}

void Matcher::advance(TokenId token) {
  if (configurations_->crowded()) renew();
  if (constraint_->trie->is_end(token)) {
    // An end token changes no configuration: it is noted in the link, so that rollback undoes it like any other.
    if (!accepting()) throw RejectedFault(explain(token), token);
    append(token, config(), true);
    return;
  }
  if (finished()) throw RejectedFault("token " + std::to_string(token) + " follows the end of the text", token);
  if (token >= constraint_->trie->vocabulary_size() || !constraint_->trie->is_text(token))
    throw RejectedFault(explain(token), token);
  const ConfigId next = configurations_->advance(config(), token);
  if (next == kNone || !keeps(here(), next)) throw RejectedFault(explain(token), token);
  append(token, next, false);
}

std::optional<std::size_t> Matcher::advance_bytes(std::string_view bytes) {
  if (configurations_->crowded()) renew();
  if (finished()) return 0;
  const auto [taken, next] = configurations_->read(config(), bytes);
  if (next == kNone) return taken;
  // Bytes that are no token are kept as they are, because a renewal has to read them again.
  auto text = std::make_unique<std::string>(bytes);
  append(0, next, false, text.get());
  text.release();
  return std::nullopt;
}

std::pair<std::size_t, std::string> Matcher::explain_bytes(std::string_view bytes) {
  if (finished()) return {0, "nothing may follow the end of the text"};
  const std::size_t taken = configurations_->read(config(), bytes).first;
  const ConfigId at = configurations_->read(config(), bytes.substr(0, taken)).second;
  return {taken, configurations_->expectations(at)};
}

// The step of a draft: nothing is appended, so that refusing costs nothing to undo.
std::optional<Matcher::Step> Matcher::next(Step from, TokenId token) {
  if (constraint_->trie->is_end(token)) {
    if (!from.finished && !configurations_->accepting(from.config)) return {};
    return Step{from.config, true, from.in_region};
  }
  if (from.finished || token >= constraint_->trie->vocabulary_size() || !constraint_->trie->is_text(token)) return {};
  const ConfigId to = configurations_->advance(from.config, token);
  if (to == kNone || !keeps(from, to)) return {};
  return Step{to, false, in_region(from, to)};
}

std::size_t Matcher::validate(std::span<const TokenId> tokens) {
  if (configurations_->crowded()) renew();
  Step at = here();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::optional<Step> found = next(at, tokens[i]);
    if (!found) return i;
    at = *found;
  }
  return tokens.size();
}

void Matcher::validate_tree(std::span<const std::int64_t> parents, std::span<const TokenId> tokens, bool* valid,
                            std::uint32_t* rows, std::size_t stride) {
  if (configurations_->crowded()) renew();
  std::vector<std::optional<Step>> steps(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::optional<Step> from = parents[i] < 0 ? here() : steps[static_cast<std::size_t>(parents[i])];
    if (from) steps[i] = next(*from, tokens[i]);
    valid[i] = steps[i].has_value();
    if (!rows) continue;
    std::uint32_t* row = rows + i * stride;
    std::memset(row, 0, stride * 4);
    // A node that is refused has an empty row, and so have those below it.
    if (steps[i]) fill_step(*steps[i], row);
  }
}

bool Matcher::allows(TokenId token) {
  if (constraint_->trie->is_end(token)) return accepting();
  if (finished() || token >= constraint_->trie->vocabulary_size() || !constraint_->trie->is_text(token)) return false;
  if (budgets().has_regions()) return next(here(), token).has_value();
  return configurations_->advance(config(), token, false) != kNone;
}

void Matcher::fill(std::uint32_t* row) { fill_step(here(), row); }

void Matcher::fill_step(Step at, std::uint32_t* row) {
  if (!at.finished) {
    if (budgets().has_regions()) budgets().fill_within(at.config, at.in_region, kUnbounded, row);
    else configurations_->fill(at.config, row);
    return;
  }
  std::memset(row, 0, std::size_t{constraint_->trie->words()} * 4);
  for (TokenId t : constraint_->trie->end_ids()) row[t >> 5] |= 1u << (t & 31);
}

namespace {
// A longer text than anybody can write is as good as any longer one.
std::uint32_t bounded(std::uint64_t tokens) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(tokens, Completions::kFar - 1));
}
}  // namespace

bool Matcher::allows(TokenId token, std::uint64_t left) {
  // An end token needs no room after it; but as with any other, the call raises where the text cannot be completed.
  if (finished() || constraint_->trie->is_end(token) || token >= constraint_->trie->vocabulary_size() ||
      !constraint_->trie->is_text(token)) {
    if (!finished()) budgets().check(config(), bounded(left));
    return allows(token);
  }
  return budgets().leaves(config(), configurations_->advance(config(), token), bounded(left)) &&
         (!budgets().has_regions() || allows(token));
}

void Matcher::fill(std::uint32_t* row, std::uint64_t left) {
  if (finished()) return fill(row);
  if (budgets().has_regions()) {
    shortened_ |= budgets().fill_within(config(), here().in_region, bounded(left), row);
  } else if (budgets().ample(config(), bounded(left))) {
    configurations_->fill(config(), row);
  } else {
    shortened_ |= budgets().fill(config(), bounded(left), row);
  }
}

std::vector<TokenId> Matcher::completion() {
  if (finished()) return {};
  if (const auto over = overrun())
    throw LimitError("a region of the text cannot be completed with the tokens that it may take", over->limit,
                     over->needed);
  return budgets().completion(config());
}

std::function<void()> Matcher::preparation() const {
  if (ready()) return nullptr;
  return [constraint = constraint_, configurations = configurations_, at = config()] { configurations->prepare(at); };
}

void Matcher::rollback(std::size_t tokens) {
  Link* target = last_;
  for (std::size_t i = 0; i < tokens; ++i) target = target->previous;
  // Taken before the old end is released, which would otherwise free it on the way down.
  if (target) target->references.fetch_add(1, std::memory_order_relaxed);
  release(last_);
  last_ = target;
}

void Matcher::successors(std::span<ConfigId> next) {
  // After the end nothing follows.
  if (finished()) std::fill(next.begin(), next.end(), kNone);
  else configurations_->successors(config(), next);
}

std::string Matcher::forced_bytes(std::size_t limit) {
  return finished() ? std::string() : configurations_->forced_bytes(config(), limit);
}

std::string Matcher::explain(TokenId token) {
  if (finished() && !constraint_->trie->is_end(token))
    return "token " + std::to_string(token) + " follows the end of the text";
  if (budgets().has_regions() && configurations_->advance(config(), token) != kNone)
    return "token " + std::to_string(token) +
           " would leave the text in a region that cannot be completed with the tokens that it may take";
  return configurations_->explain(config(), token);
}

std::uint64_t Matcher::state() const {
  // Below 2**16, and 2**15 generations take months.
  const std::uint64_t in_region = std::uint64_t{here().in_region} << 48;
  return in_region ^ (std::uint64_t{configurations_->generation()} << 33 | std::uint64_t{config()} << 1 | finished());
}

}  // namespace constrain
