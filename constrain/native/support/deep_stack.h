// Room on the stack for work that recurses.
//
// Patterns nest up to ResidualStore::kMaxDepth levels, and what steps, searches and rewrites them recurses as deep; so
// do the parser and what looks ahead in it. Their depths are bounded by budgets, and a usual thread's stack has room
// for them. A thread with a small one (Python's threading.stack_size, musl's threads, macOS's) would crash: what it
// asks for is done on a thread with a large stack, for which it waits. Costs a comparison where there is room, and some
// 50 us where there is not.
#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

namespace constrain {

// The deepest work known takes 0.4 MB, with a sanitizer three times as much
// (tests/constrain/support/test_deep_stack.py). A stack is of pages that cost nothing until they are touched.
inline constexpr std::size_t kRoom = std::size_t{2} << 20, kDeepStack = std::size_t{16} << 20;

// Bytes left on this thread's stack; very many where the system does not say.
std::size_t stack_left();

// Calls `work` on a new thread with a stack of kDeepStack bytes, and waits for it; rethrows what it throws. Throws
// LimitError where there can be no such thread.
void on_deep_stack(const std::function<void()>& work);

// Starts a thread with such a stack that nobody waits for. Throws std::system_error where there can be none.
void start_thread(std::function<void()> work);

// Calls `work` here if there is room, or else on a deep stack.
template <class Work>
auto with_room(Work&& work) -> decltype(work()) {
  using Result = decltype(work());
  if (stack_left() >= kRoom) [[likely]] return work();
  if constexpr (std::is_void_v<Result>) {
    on_deep_stack([&] { work(); });
  } else {
    Result out{};
    on_deep_stack([&] { out = work(); });
    return out;
  }
}

}  // namespace constrain
