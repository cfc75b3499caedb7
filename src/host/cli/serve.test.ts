import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '#testing/upstream.ts';
import { makeSettings } from '../configuration/settings.ts';
import { noDrawing } from '../drawing/drawer.ts';
import type { ServeOptions } from './command-line.ts';
import { serve } from './serve.ts';

const options: ServeOptions = { open: false, demo: false, baseUrls: [], port: 0 };

function emptyBuild(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'files.json'), '[]');
  writeFileSync(join(folder, 'index.html'), '<html><body></body></html>');
  return pathToFileURL(`${folder}/`);
}

function start(given: Partial<ServeOptions>, appFolder = emptyBuild()) {
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const host = serve(makeSettings({ ...options, ...given }), {
    appFolder,
    version: '1',
    drawing: noDrawing,
    print,
    report: print,
  });
  onTestFinished(async () => {
    await host.then(
      (running) => running.close(0),
      () => undefined,
    );
  });
  return { host, printed };
}

describe('a started host', () => {
  it('prints its own address first, below its base path, then what it shows', async () => {
    const { host, printed } = start({
      demo: true,
      basePath: '/ops',
      baseUrls: [{ slug: 'edge', baseUrl: 'http://127.0.0.1:9' }],
    });
    await host;
    expect(printed).toEqual([
      expect.stringMatching(/^Edgewatch: http:\/\/127\.0\.0\.1:\d+\/ops$/),
      '  edge: http://127.0.0.1:9',
      '  Everything: demo data',
      '  Object storage: demo data',
      '  Edge network: demo data',
      '  Platform: demo data',
    ]);
  });

  it('gives a demo deployment another slug where its own is taken', async () => {
    const { host, printed } = start({
      demo: true,
      baseUrls: [{ slug: 'edge', baseUrl: 'http://127.0.0.1:9' }],
    });
    await host;
    const response = await fetch(`${printed[0]?.replace('Edgewatch: ', '')}/config.json`);
    expect(await response.json()).toMatchObject({
      deployments: [{ slug: 'edge' }, { slug: 'everything' }, { slug: 'storage' }, { slug: 'edge-2' }, {}],
    });
  });

  it('is not half there where its port is taken', async () => {
    const port = Number(new URL(await listenOnLoopback(createServer())).port);
    const { host, printed } = start({ port });
    await expect(host).rejects.toThrow('is taken');
    expect(printed).toEqual([]);
  });

  it('says what to do where nothing is built', async () => {
    const nowhere = pathToFileURL(join(tmpdir(), 'edgewatch-not-built/'));
    await expect(start({}, nowhere).host).rejects.toThrow('The app is not built; run npm run build.');
  });
});
