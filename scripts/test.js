/**
 * `npm test`: all checks, the fastest first. A change may land if they pass, and only then.
 * `npm run check`: with `--quick`, the checks for every commit.
 */

import { ensureChromium } from './chromium.js';
import { browserTests, build, deadCode, format, lint, runChecks, types, unitTests } from './run-checks.js';

const quick = process.argv.includes('--quick');
if (!quick && !ensureChromium()) process.exit(1);
process.exitCode = quick
  ? runChecks([types, lint, format, unitTests], 'about 90 seconds')
  : runChecks([types, lint, format, deadCode, unitTests, build, browserTests], '20 to 45 minutes');
