/** `npm run check`: the checks for every commit. */

import { format, lint, runChecks, types, unitTests } from './run-checks.js';

process.exitCode = runChecks([types, lint, format, unitTests], 'about 90 seconds');
