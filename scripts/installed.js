/** Run by npm after installing: reports what was installed, and the next commands. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.js';

const folders = readdirSync(join(root, 'node_modules'), { withFileTypes: true }).filter(
  ({ name }) => !name.startsWith('.'),
);
process.stdout.write(
  `Installed the packages of Edgewatch (${folders.length} folders in node_modules).\n` +
    'Next: npm start builds if needed and serves the demo. npm test runs all checks.\n',
);
