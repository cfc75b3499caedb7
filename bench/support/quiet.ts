/** Waits until other programs use little CPU. A ratio of two times tolerates steady load, but no bursts. */

import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

const sampleMilliseconds = 150;
const mostSamples = 4;
/** Maximum busy share of all cores at which a moment counts as quiet, from 0 to 1. */
const quietShare = 0.15;

function workedMilliseconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/**
 * Waits before each measurement, and counts those that started while the machine was busy. A run continues
 * even on a machine that is never quiet.
 */
export class Quiet {
  #noisy = 0;
  #moments = 0;

  /** Resolves in a quiet moment, or after `mostSamples` samples without one. */
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
