// A queue of tickets, each a task or an invitation to help with a job; see thread_pool.h.
#include "support/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>

#include "support/deep_stack.h"
#include "support/fork_gate.h"

#include "support/budget.h"

#include <pthread.h>

namespace constrain {
namespace {

constexpr unsigned kMostThreads = 64;
// A chunk is this fraction of a thread's share of what is left: the last ones are small.
constexpr std::size_t kShare = 3;
constexpr auto kLook = std::chrono::milliseconds(20);  // how often the caller looks for signals while it waits
constexpr std::size_t kMostTickets = 1024;  // where nobody finds the time to help, more invitations help nobody

struct Job {
  const std::function<void(std::size_t, std::size_t)>* work;
  std::size_t count, threads;
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t next = 0, running = 0;  // under the mutex, as the rest
  std::exception_ptr fault;
  std::optional<Budget> budget;  // as the caller's was when it began: each thread that helps has one of its own
  std::atomic<bool> failed{false};  // those who help stop at their next checkpoint

  // Takes chunks until none is left. A latecomer finds none and never looks at `work`, which may be gone by then.
  void help() {
    std::unique_lock lock(mutex);
    while (next < count) {
      const std::size_t begin = next, end = begin + std::max<std::size_t>(1, (count - begin) / (threads * kShare));
      next = end;
      ++running;
      lock.unlock();
      std::exception_ptr thrown;
      try {
        std::optional<Budget> own = budget;
        const Helping helping(failed, own ? &*own : nullptr);
        (*work)(begin, end);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      --running;
      if (thrown) {
        if (!fault) fault = thrown;
        failed.store(true, std::memory_order_relaxed);
        next = count;
      }
    }
    if (running == 0) ended.notify_all();
  }
};

class Pool {
 public:
  // So many threads are kept at least.
  void invite(const std::function<void()>& ticket, unsigned tickets, unsigned threads) {
    {
      const std::lock_guard lock(mutex_);
      for (; made_ < threads; ++made_) start_thread([this] { serve(); });
      for (unsigned i = 0; i < tickets && tickets_.size() < kMostTickets; ++i) tickets_.push_back(ticket);
    }
    for (unsigned i = 0; i < tickets; ++i) waiting_.notify_one();
  }

 private:
  void serve() {
    for (;;) {
      std::function<void()> ticket;
      {
        std::unique_lock lock(mutex_);
        waiting_.wait(lock, [this] { return !tickets_.empty(); });
        ticket = std::move(tickets_.front());
        tickets_.pop_front();
      }
      ticket();
    }
  }

  std::mutex mutex_;
  std::condition_variable waiting_;
  std::deque<std::function<void()>> tickets_;
  unsigned made_ = 0;
};

// Never destroyed: its threads wait on it until the process ends. A forked child gets a new one.
Pool* pool = nullptr;
std::once_flag once;

Pool& the_pool() {
  std::call_once(once, [] {
    pool = new Pool;
    // Threads do not live on in a child, so its pool must not wait for them.
    pthread_atfork(nullptr, nullptr, [] { pool = new Pool; });
  });
  return *pool;
}

}  // namespace

void parallel_for(std::size_t count, unsigned threads, const std::function<void(std::size_t, std::size_t)>& work) {
  threads = static_cast<unsigned>(std::min<std::size_t>({threads, kMostThreads, count}));
  if (threads <= 1) {
    if (count) work(0, count);
    return;
  }
  // Shared with the tickets, which may be taken up after this call has returned.
  const auto job = std::make_shared<Job>();
  job->work = &work;
  job->count = count;
  job->threads = threads;
  if (pace.budget) job->budget = *pace.budget;
  the_pool().invite([job] { job->help(); }, threads - 1, threads - 1);
  // The caller works too, so that a job ends even where no thread has the time to help.
  job->help();
  std::unique_lock lock(job->mutex);
  while (!job->ended.wait_for(lock, kLook, [&] { return job->running == 0; }))
    if (signalled()) job->failed.store(true, std::memory_order_relaxed);
  if (job->fault) std::rethrow_exception(job->fault);
}

void in_background(std::function<void()> task) {
  the_pool().invite(
      [task = std::move(task)] {
        const fork_gate::Entry entry;
        task();
      },
      1, 2);  // two batches may prepare at once
}

}  // namespace constrain
