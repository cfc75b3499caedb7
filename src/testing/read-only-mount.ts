/** A folder that is read-only for one process, root included: mounted so in a namespace of its own. */

import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';

/** The command, and its first arguments, that runs what follows it. */
export function withReadOnly(folder: string): readonly [string, ...string[]] {
  return ['unshare', '-r', '-m', 'sh', '-c', script, 'sh', folder];
}

const [command, ...args] = withReadOnly(tmpdir());
export const canMountReadOnly = spawnSync(command, [...args, 'true']).status === 0;

/** For the title of a test. */
export const whyNoMount = canMountReadOnly ? '' : ' (skipped: unshare --mount is not allowed on this machine)';
