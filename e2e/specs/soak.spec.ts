/** A short run of `npm run soak`. A release includes the full run (docs/develop/testing.md). */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const script = fileURLToPath(new URL('../../scripts/soak.js', import.meta.url));

test('a wall in fast motion keeps its size', async () => {
  test.setTimeout(300_000);
  const run = promisify(execFile)(process.execPath, [script, '--cycles', '100']);
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  expect(stdout).not.toMatch(/missed|Complaint/);
  expect(stdout.match(/holds/g)).toHaveLength(4);
});
