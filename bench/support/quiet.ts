/** Waits for quiet moments of the machine: ratios tolerate other load, but not bursts. */

import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const sampleMilliseconds = 150;
const mostSamples = 4;
/** Tolerated busy share of all cores. */
const quietShare = 0.15;

function workedMilliseconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** Counts noisy starts. On a machine that is never quiet a run continues anyway. */
export class Quiet {
  #noisy = 0;
  #moments = 0;

  /** Resolves in a quiet moment, or after some samples without one. */
  async moment(): Promise<void> {
    this.#moments += 1;
    for (let sample = 0; sample < mostSamples; sample += 1) {
      const before = workedMilliseconds();
      const started = performance.now();
      await delay(sampleMilliseconds);
      const milliseconds = performance.now() - started;
      const share = (workedMilliseconds() - before) / (milliseconds * cpus().length);
      if (share <= quietShare) return;
    }
    this.#noisy += 1;
  }

  describe(): string {
    return this.#noisy === 0
      ? 'Every measurement began in a quiet moment.'
      : `Other work went on at the start of ${this.#noisy} of ${this.#moments} measurements.`;
  }
}
