import { expect, test, vi } from 'vitest';
import { createLateLog } from './late-log.ts';

test('lines from before the log is open are written when it opens, in order', () => {
  const late = createLateLog();
  const written: string[] = [];
  const log = {
    request: vi.fn(),
    report: (text: string) => void written.push(`report ${text}`),
    note: (text: string) => void written.push(`note ${text}`),
    fatal: vi.fn(),
    flush: vi.fn(),
  };
  late.report('one');
  late.note('two');
  late.flush();
  late.open(log);
  late.report('three');
  expect(written).toEqual(['report one', 'note two', 'report three']);
  late.flush();
  expect(log.flush).toHaveBeenCalledOnce();
});
