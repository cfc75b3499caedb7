/**
 * Test helper: a folder that is read-only for one process, even for root. It is mounted in a separate
 * namespace.
 */

import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';

export function withReadOnly(folder: string): readonly [string, ...string[]] {
  return ['unshare', '-r', '-m', 'sh', '-c', script, 'sh', folder];
}

const [command, ...args] = withReadOnly(tmpdir());
export const canMountReadOnly = spawnSync(command, [...args, 'true']).status === 0;

export const whyNoMount = canMountReadOnly ? '' : ' (skipped: unshare --mount is not allowed on this machine)';
