/**
 * Starts a stopwatch. Time used by other programs does not count: the value is the smaller of elapsed time
 * and CPU time of this process.
 *
 * @returns a function that reads it, milliseconds.
 */
export function startWorkTime(): () => number {
  const began = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - began, (user + system) / 1000);
  };
}
