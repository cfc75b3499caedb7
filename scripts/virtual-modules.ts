/** Virtual modules generated from data packages in every build. */

import type { Plugin } from 'vite';
import { buildGazetteer } from './gazetteer/build.ts';
import { buildOutlines } from './outlines/build.ts';

const makers: Readonly<Record<string, () => unknown>> = {
  'virtual:gazetteer': () => buildGazetteer().usual,
  'virtual:gazetteer-others': () => buildGazetteer().others,
  'virtual:outlines': buildOutlines,
};

export function virtualModules(): Plugin {
  return {
    name: 'edgewatch:virtual-modules',
    resolveId: (id) => (id in makers ? `\0${id}` : null),
    load(id) {
      const make = id.startsWith('\0') ? makers[id.slice(1)] : undefined;
      return make ? `export default ${JSON.stringify(make())};` : null;
    },
  };
}
