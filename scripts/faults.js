/** The fault server behind a host: `npm run faults` (docs/develop/faults.md). */

import { runPrograms } from './programs.js';

await runPrograms('e2e/servers/faults', ['main']);
