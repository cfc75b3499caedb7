/** Weeks of a wall in minutes: `npm run soak` (docs/develop/testing.md). */

import { runPrograms } from './programs.js';

await runPrograms('bench/soak', ['main', 'host']);
