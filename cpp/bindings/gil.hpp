// `nb`: nanobind, with guards for the interpreter's lock that survive its exit.
//
// Before 3.14 CPython ends a thread that asks for the lock of an interpreter that is exiting, by
// pthread_exit, and glibc does that by unwinding the stack. nanobind's own guards are noexcept, so
// that a daemon thread in the core aborted the process. With these such a thread sleeps until the
// process is over, as CPython does since 3.14.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>

namespace nb {

using namespace nanobind;

[[noreturn]] inline void sleep_until_exit() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

struct gil_scoped_release {
  NB_NONCOPYABLE(gil_scoped_release)
  gil_scoped_release() noexcept : state_(PyEval_SaveThread()) {}
  ~gil_scoped_release() {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      sleep_until_exit();
    }
  }

 private:
  PyThreadState* state_;
};

struct gil_scoped_acquire {
  NB_NONCOPYABLE(gil_scoped_acquire)
  gil_scoped_acquire() noexcept {
    try {
      state_ = PyGILState_Ensure();
    } catch (...) {
      sleep_until_exit();
    }
  }
  ~gil_scoped_acquire() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};

}  // namespace nb
