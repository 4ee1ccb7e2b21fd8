/** @param {() => void} run called when the parent of this process has ended */
export function whenOrphaned(run) {
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    run();
  }, 250);
  timer.unref();
}
