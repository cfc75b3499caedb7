/**
 * Kills a process that writes a history record a thousand times: `npm run kill-test`
 * (docs/develop/testing.md).
 */

import { runPrograms } from './programs.js';

await runPrograms('bench/kills', ['main', 'writer', 'note-writer']);
