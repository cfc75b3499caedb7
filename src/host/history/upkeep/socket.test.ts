import { expect, test } from 'vitest';
import type { HistoryFile } from '../store/store.ts';
import { listenIn } from './socket.ts';

test('a folder whose path is too long for a socket is reported, and the host runs', () => {
  const lines: string[] = [];
  const close = listenIn(`/tmp/${'long'.repeat(30)}`, {} as HistoryFile, (line) => lines.push(line));
  expect(lines).toEqual([expect.stringContaining('too long for a socket')]);
  close();
});
