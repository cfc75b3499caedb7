/** Opens the state of access control: in the data folder, or in the database that several hosts share. */

import type { AccessState } from '../access/access-state.ts';
import type { SharedDatabase } from '../history/store/postgres/shared-database.ts';

export interface OpenAccess {
  readonly state: AccessState;
  readonly close: () => void;
}

/**
 * Resolves once the state is known. A database that does not respond delays the start for some seconds only.
 * @param data - the data folder; `null` if the host must not write there.
 */
export async function openAccess(
  database: SharedDatabase | null,
  data: string | null,
  report: (line: string) => void,
): Promise<OpenAccess> {
  const { openAccessState, ownAccessState } = await import('../access/access-state.ts');
  if (!database) return { state: openAccessState(data, report), close: () => undefined };
  const { SharedAccess } = await import('../access/shared/shared-access.ts');
  const shared = new SharedAccess({ database, report });
  await shared.start();
  const state = { ...ownAccessState(Date.now), sessions: shared, wallLinks: shared, shared };
  return { state, close: () => shared.close() };
}
