/** Waits for moments in which the machine does nothing else: ratios bear other work, but not bursts of it. */

import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const sampleMilliseconds = 150;
const mostSamples = 4;
/** Share of all cores that may be at work. */
const quietShare = 0.15;

function workedMilliseconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** How often a quiet moment was found: where the machine is never quiet, a run goes on all the same. */
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

  /** How many of the moments came with other work going on, as a sentence. */
  describe(): string {
    return this.#noisy === 0
      ? 'Every measurement began in a quiet moment.'
      : `Other work went on at the start of ${this.#noisy} of ${this.#moments} measurements.`;
  }
}
