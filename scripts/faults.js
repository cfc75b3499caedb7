/** The fault server with a host in front: `npm run faults`; docs/develop/faults.md. */

import { runPrograms } from './programs.js';

await runPrograms('e2e/servers/faults', ['main']);
