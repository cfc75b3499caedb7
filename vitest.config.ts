import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { virtualModules } from './scripts/virtual-modules.ts';

/** Memory, if there is any: on a disk, tests of the history mostly wait until their rows are synced. */
function temporaryFolder(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 ** 30 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

export default defineConfig({
  plugins: [virtualModules()],
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', '{e2e,bench}/**/*.test.ts'],
    clearMocks: true,
    env: { TMPDIR: temporaryFolder() },
    // Loading the same modules anew for every file takes longer than all tests; none keeps anything that another sees.
    isolate: false,
    // By default one core is left to whoever waits: on two of them half of the machine.
    maxWorkers: '100%',
    // Limits for what hangs, not for how long anything takes: properties run on machines that are busy, too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
