/**
 * Starts a stopwatch; the returned function reads it, milliseconds. Time in which other programs have the processor does
 * not count: the reading is the smaller of elapsed time and processor time of this process.
 */
export function startWorkTime(): () => number {
  const began = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - began, (user + system) / 1000);
  };
}
