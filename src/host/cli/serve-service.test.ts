import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceList } from '#service/imports.ts';
import { openImported, withImported } from './import/open-imported.ts';
import { serveService } from './serve-service.ts';

vi.mock('../http/listen.ts', () => ({
  listen: async () => ({
    origin: 'http://127.0.0.1:1',
    close: () => Promise.reject(new Error('the server does not close')),
  }),
}));

test('the store is closed although the server does not close', async () => {
  const data = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  await withImported(data, (store) => replaceList(store, 'region', async () => 'exact'));
  const output = { print: () => undefined, onAnswered: () => undefined };
  const service = await serveService({ kind: 'service', data, host: '127.0.0.1', port: 0 }, output);
  await expect(service.close(0)).rejects.toThrow('the server does not close');
  await (await openImported(data)).close();
});
