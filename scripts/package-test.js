/**
 * Tests what people install: `npm run package-test`, or some parts of it: `npm run package-test npm image`
 * (docs/develop/testing.md). It needs the package registry and some minutes, so `npm test` leaves it out.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testFiles } from './package-test/files.js';
import { testImage } from './package-test/image.js';
import { testPackage } from './package-test/package.js';
import { summarize } from './package-test/steps.js';
import { testUnit } from './package-test/unit.js';

const parts = { npm: testPackage, image: testImage, files: testFiles, systemd: testUnit };

const requestedParts = process.argv.slice(2);
const unknown = requestedParts.find((name) => !Object.hasOwn(parts, name));
if (unknown === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-package-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, test] of Object.entries(parts))
    if (requestedParts.length === 0 || requestedParts.includes(name)) await test(folder);
  // A host of a failed step may still run.
  process.exit(summarize() ? 0 : 1);
} else {
  process.stderr.write(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.\n`);
  process.exitCode = 1;
}
