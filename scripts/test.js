/** `npm test`: all checks, the fastest first. A change may land if they pass, and only then. */

import { ensureChromium } from './chromium.js';
import { browserTests, build, deadCode, format, lint, runChecks, types, unitTests } from './run-checks.js';

if (!ensureChromium()) process.exit(1);
process.exitCode = runChecks(
  [types, lint, format, deadCode, unitTests, build, browserTests],
  'about 18 minutes',
);
