// One sequence's state: the configuration, and the tokens and configurations that led to it, its history.
//
// A text may also be taken by its bytes, wherever tokens would begin and end in it: one link of the history, as a token
// is. The history is a linked list shared between forks, so forking is a reference and rolling back is following links.
// Owned by one thread at a time; forks may live on other threads.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "masks/configuration.h"
#include "support/in_use.h"

namespace constrain {

class Matcher {
 public:
  explicit Matcher(std::shared_ptr<ConstraintCore> constraint);
  Matcher(const Matcher& other);
  Matcher& operator=(const Matcher&) = delete;
  ~Matcher() { release(last_); }

  void advance(TokenId token);  // throws RejectedFault; the matcher is then unchanged
  bool allows(TokenId token);
  // Takes a text, wherever tokens begin and end in it, or nothing of it: then, how many of its bytes could be read.
  std::optional<std::size_t> advance_bytes(std::string_view bytes);
  // How many bytes of the text could be read, and what may follow them, in words.
  std::pair<std::size_t, std::string> explain_bytes(std::string_view bytes);
  // How many of the tokens could be taken one after another.
  std::size_t validate(std::span<const TokenId> tokens);
  // Of each node of a tree of tokens, whether the way to it could be taken. `parents[i]` is a node before i, or -1 for
  // where this matcher stands. If `rows` is not null, the mask after each node is written there, `stride` words apart,
  // and zeros where it could not be taken.
  void validate_tree(std::span<const std::int64_t> parents, std::span<const TokenId> tokens, bool* valid,
                     std::uint32_t* rows, std::size_t stride);
  void fill(std::uint32_t* row);
  // The same of the tokens that leave enough of `left` to complete the text. Throw LimitError if none do, for that is
  // too few.
  bool allows(TokenId token, std::uint64_t left);
  void fill(std::uint32_t* row, std::uint64_t left);
  // How many tokens a short completion of the text takes, and which. Where it takes too many of some region:
  // kUnbounded, and a LimitError with that region's numbers.
  std::uint32_t tokens_to_end() { return finished() ? 0 : overrun() ? kUnbounded : budgets().tokens_to_end(config()); }
  std::vector<TokenId> completion();
  // Whether `fill` only copies.
  bool ready() const { return finished() || (configurations_->ready(config()) && !budgets().has_regions()); }
  // What makes it ready, or null if it is; may be called from any thread, also when this matcher is gone.
  std::function<void()> preparation() const;
  // The configuration after every token, as `state` has it in its middle bits; kNone where it is not allowed or is an
  // end.
  void successors(std::span<ConfigId> next);
  void rollback(std::size_t tokens);
  std::size_t length() const { return last_ ? last_->length : 0; }
  std::vector<TokenId> tokens() const;  // without texts that were taken by their bytes
  // What was taken, in order: a token, or a text.
  using Taken = std::variant<TokenId, std::string>;
  std::vector<Taken> history() const;
  bool accepting() const { return finished() || configurations_->accepting(config()); }
  bool finished() const { return last_ && last_->finished; }
  // Whether a `fill` with a number of tokens left has taken away what the grammar allows; forks inherit it.
  bool shortened() const { return shortened_; }
  std::string forced_bytes(std::size_t limit);
  std::string explain(TokenId token);
  std::uint64_t state() const;
  ConstraintCore& constraint() const { return *constraint_; }
  const std::shared_ptr<ConstraintCore>& shared_constraint() const { return constraint_; }

  mutable InUse use;  // for whoever calls these from several threads; nothing here looks at it

 private:
  struct Link {
    Link* previous;
    std::atomic<std::uint32_t> references;
    TokenId token;
    ConfigId config;
    std::uint32_t length;
    std::uint32_t in_region;  // tokens taken in the region that the configuration is in
    bool finished;
    const std::string* text;  // its own; null where a token was taken
  };
  // What a token leads to, and whether it ends the text.
  struct Step {
    ConfigId config;
    bool finished;
    std::uint32_t in_region;  // as in Link
  };
  TokenBudgets& budgets() const { return configurations_->budgets(); }
  std::optional<Step> next(Step from, TokenId token);
  Step here() const { return {config(), finished(), last_ ? last_->in_region : 0}; }
  // Where regions have budgets of their own: what is told of the configuration alone holds of these as well.
  bool keeps(Step from, ConfigId to) {
    return !budgets().has_regions() || budgets().keeps_regions(from.config, from.in_region, to);
  }
  std::uint32_t in_region(Step from, ConfigId to) {
    return budgets().has_regions() ? budgets().tokens_in_region(from.config, from.in_region, to) : 0;
  }
  std::optional<Overrun> overrun() {
    return budgets().has_regions() ? budgets().overrun(config(), here().in_region) : std::nullopt;
  }
  void fill_step(Step at, std::uint32_t* row);
  static void release(Link* link);
  ConfigId config() const { return last_ ? last_->config : configurations_->start(); }
  void append(TokenId token, ConfigId config, bool finished, const std::string* text = nullptr);
  void renew();

  std::shared_ptr<ConstraintCore> constraint_;
  std::shared_ptr<Configurations> configurations_;
  Link* last_ = nullptr;
  bool shortened_ = false;
};

}  // namespace constrain
