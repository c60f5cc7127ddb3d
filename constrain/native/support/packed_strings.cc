// Long strings that several lists have.
#include "support/packed_strings.h"

#include <mutex>
#include <unordered_map>

#include "support/fork_gate.h"

namespace constrain {

namespace {

class LongStrings {
 public:
  std::shared_ptr<const std::string> find(std::string_view text) {
    const std::lock_guard guard(mutex_);
    const auto known = known_.find(text);
    return known == known_.end() ? nullptr : known->second.lock();
  }
  // The one that is known for the same bytes by now, or this one.
  std::shared_ptr<const std::string> keep(const std::shared_ptr<const std::string>& made) {
    const std::lock_guard guard(mutex_);
    if (const auto known = known_.find(*made); known != known_.end()) {
      if (auto living = known->second.lock()) return living;
      known_.erase(known);  // whoever held it last is about to take it out
    }
    known_.emplace(*made, made);
    return made;
  }
  void take_out(const std::string& last) {
    const std::lock_guard guard(mutex_);
    const auto known = known_.find(last);
    if (known != known_.end() && known->first.data() == last.data()) known_.erase(known);
  }

 private:
  std::mutex mutex_;  // a leaf
  std::unordered_map<std::string_view, std::weak_ptr<const std::string>> known_;  // by their own bytes
};

// Never freed: lists may outlive everything else when a program ends.
LongStrings& long_strings() {
  static LongStrings& made = *new LongStrings;
  return made;
}

}  // namespace

std::shared_ptr<const std::string> shared_string(std::string_view text) {
  const fork_gate::Entry entry;
  if (auto known = long_strings().find(text)) return known;
  const std::shared_ptr<const std::string> made(new std::string(text), [](const std::string* held) {
    const std::unique_ptr<const std::string> last(held);
    const fork_gate::Entry inside;
    long_strings().take_out(*last);
  });
  return long_strings().keep(made);
}

}  // namespace constrain
