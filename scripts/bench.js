/** The benchmarks: `npm run bench`; docs/benchmarks.md. */

import { runPrograms } from './programs.js';

await runPrograms('bench', [
  'main',
  'page/floor-server',
  'service/bare-server',
  'service/load-client',
  'service/list-times',
  'table/list-server',
  'steady/clamped-server',
]);
