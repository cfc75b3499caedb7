/** The faults of a soak test. All fault modes take turns, some on one endpoint, some on all. */

import { modes } from '../../e2e/servers/faults/modes.ts';
import type { FaultServer } from '../../e2e/servers/faults/server.ts';

/** On average, one of this many intervals has a fault. */
const spellsPerFault = 3;
/** Maximum length of an interval, in cycles of a poll. */
const longestSpell = 8;
/** Number of cycles after which the same faults repeat, so that equal parts of a run can be compared. */
export const mixCycles = 1800;

export interface FaultMix {
  pass(): Promise<void>;
  end(): Promise<void>;
  count(): number;
}

export function createFaultMix(server: FaultServer): FaultMix {
  let seed = 1;
  const pick = (count: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * count);
  };
  let left = 0;
  let cycles = 0;
  let turn = 0;
  let count = 0;
  let isRefusing = false;

  async function heal(): Promise<void> {
    server.heal();
    if (isRefusing) await server.accept();
    isRefusing = false;
  }

  async function begin(): Promise<void> {
    const mode = modes[turn % (modes.length + 1)];
    turn += 1;
    count += 1;
    // After all modes the server itself refuses connections for a while.
    if (!mode) {
      isRefusing = true;
      await server.refuse();
    } else if (pick(4) === 0) server.put(mode, mode.on);
    else server.put(mode, mode.on.slice(pick(mode.on.length)).slice(0, 1));
  }

  return {
    count: () => count,
    end: heal,
    async pass() {
      if (cycles % mixCycles === 0) [seed, turn, left] = [1, 0, 0];
      cycles += 1;
      left -= 1;
      if (left > 0) return;
      await heal();
      left = 1 + pick(longestSpell);
      if (pick(spellsPerFault) === 0) await begin();
    },
  };
}
