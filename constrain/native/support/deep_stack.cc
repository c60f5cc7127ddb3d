#include "support/deep_stack.h"

#include <cerrno>
#include <cstdint>
#include <exception>
#include <memory>
#include <system_error>

#include "support/budget.h"
#include "support/common.h"

#include <pthread.h>

namespace constrain {
namespace {

// The ends of this thread's stack, which grows down; equal where they are not known.
struct Ends {
  std::uintptr_t low = 0, high = 0;
};

Ends find_ends() {
  Ends out;
#if defined(__APPLE__)
  out.high = reinterpret_cast<std::uintptr_t>(pthread_get_stackaddr_np(pthread_self()));
  out.low = out.high - pthread_get_stacksize_np(pthread_self());
#elif defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return out;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    out.low = reinterpret_cast<std::uintptr_t>(low);
    out.high = out.low + size;
  }
  pthread_attr_destroy(&attributes);
#endif
  return out;
}

pthread_t make_thread(std::function<void()> work, bool detached) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kDeepStack);
  if (detached) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  auto handed = std::make_unique<std::function<void()>>(std::move(work));
  pthread_t made;
  const auto run = [](void* given) -> void* {
    const std::unique_ptr<std::function<void()>> own(static_cast<std::function<void()>*>(given));
    (*own)();
    return nullptr;
  };
  const int fault = pthread_create(&made, &attributes, run, handed.get());
  pthread_attr_destroy(&attributes);
  if (fault) throw std::system_error(fault, std::generic_category(), "a thread");
  handed.release();
  return made;
}

}  // namespace

std::size_t stack_left() {
  thread_local const Ends ends = find_ends();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  // Elsewhere is a stack that somebody made who knows how large it is.
  return here < ends.low || here > ends.high ? ~std::size_t{0} : here - ends.low;
}

void on_deep_stack(const std::function<void()>& work) {
  std::exception_ptr thrown;
  Pace share = pace;  // the other thread spends what this one may
  const auto guarded = [&] {
    std::swap(pace, share);
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
    std::swap(pace, share);
  };
  try {
    pthread_join(make_thread(guarded, false), nullptr);
  } catch (const std::system_error&) {
    throw LimitError(
        "this thread's stack has too little room (bytes), and the system gives no thread with more; raise "
        "threading.stack_size",
        stack_left(), kRoom);
  }
  pace = share;
  if (thrown) std::rethrow_exception(thrown);
}

void start_thread(std::function<void()> work) {
  make_thread(std::move(work), true);
}

}  // namespace constrain
