/** All modes of the fault server, and the rows of the docs page that other tests prove. */

import { bodyModes } from './bodies.ts';
import { cachingModes } from './caching.ts';
import { connectionModes } from './connection.ts';
import type { Mode } from './mode.ts';
import { shapeModes } from './shapes.ts';
import { sizeModes } from './sizes.ts';
import { statusCodeModes } from './status-codes.ts';
import { textModes } from './texts.ts';
import { valueModes } from './values.ts';

export const modes: readonly Mode[] = [
  ...connectionModes,
  ...statusCodeModes,
  ...bodyModes,
  ...shapeModes,
  ...valueModes,
  ...textModes,
  ...sizeModes,
  ...cachingModes,
];

export function modeNamed(name: string): Mode | undefined {
  return modes.find((mode) => mode.name === name);
}

/**
 * Rows of docs/understand/untrusted-responses.md that no mode covers completely. Row → place of its test, and
 * the reason.
 */
export const provenElsewhere: Readonly<Record<string, string>> = {
  A1: 'the whole server refuses connections, not one endpoint: the server’s own switch, e2e/specs/detection.spec.ts',
  A16: 'every mode is put on some endpoints while the others are healthy: e2e/specs/matrix.spec.ts',
  A61: 'what the server sends while nothing is wrong: e2e/specs/polling.spec.ts',
  A65: 'the switches show what a page makes of these words behind a host; that the host’s store obeys them: src/host/gateway/shared-lifetime.test.ts, src/host/gateway/shared-answers.test.ts',
  A68: 'many viewers are no fault. At one time: src/host/gateway/proxy-requests.test.ts; status once a period: e2e/specs/polling.spec.ts. Lists once a lifetime: src/host/gateway/shared-answers.test.ts, e2e/specs/polling.spec.ts',
};
