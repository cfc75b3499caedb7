import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPaths } from '../documented.ts';
import { subjects } from './mode.ts';
import { modeNamed, modes, provenElsewhere } from './modes.ts';
import { type FaultServer, startFaultServer } from './server.ts';

const page = readFileSync(new URL('../../../docs/understand/untrusted-responses.md', import.meta.url), 'utf8');
/**
 * The row numbers of the docs page, from the first column of its tables: `A1`, `A2, A3`, `A61 to A64, A67`.
 */
const rows = [...page.matchAll(/^\| (A\d[^|]*) \|/gm)].flatMap(([, cell = '']) =>
  cell.split(', ').flatMap((part) => {
    const [first = 0, last = first] = part.split(' to ').map((row) => Number(row.slice(1)));
    return Array.from({ length: last - first + 1 }, (_, index) => `A${first + index}`);
  }),
);

test('the page has the rows A1 to A68', () => {
  expect(new Set(rows)).toEqual(new Set(Array.from({ length: 68 }, (_, index) => `A${index + 1}`)));
});

test('every row of docs/understand/untrusted-responses.md has a mode, or a reference to its test', () => {
  const shown = new Set([...modes.flatMap((mode) => mode.rows), ...Object.keys(provenElsewhere)]);
  expect(rows.filter((row) => !shown.has(row))).toEqual([]);
  expect([...shown].filter((row) => !rows.includes(row))).toEqual([]);
});

test('mode names are unique', () => {
  expect(new Set(modes.map((mode) => mode.name)).size).toBe(modes.length);
});

describe('the fault server', () => {
  let server: FaultServer;
  beforeAll(async () => {
    server = await startFaultServer({ bodyLimit: 64 * 1024 });
  });
  afterAll(() => server.close());

  const start = Date.UTC(2026, 0, 1);

  /**
   * Sends a request, and collects the bytes until the server closes the connection or sends nothing for
   * `silence` milliseconds. The server's clock is two minutes after `start`.
   */
  function received(path: string, silence: number): Promise<string> {
    server.setClock(start + 120_000);
    return new Promise((resolve) => {
      const { hostname, port } = new URL(server.url);
      let text = '';
      const socket = connect(Number(port), hostname);
      const end = () => {
        socket.destroy();
        resolve(text);
      };
      socket.setEncoding('latin1').setTimeout(silence, end).on('close', end);
      socket.on('error', (error) => {
        text += error.message;
      });
      socket.on('data', (chunk) => {
        text += String(chunk);
        if (text.length > 1_000_000) end();
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      setTimeout(end, 2 * silence).unref();
    });
  }

  /** Milliseconds without bytes after which the test gives up, for responses that end. */
  const patience = 20_000;

  test('serves all ten endpoints while healthy', async () => {
    for (const path of allPaths)
      expect(await received(path, patience)).toMatch(
        /^HTTP\/1.1 200 OK[^]*(?:"status":"operational"|"object":"list")/,
      );
  });

  test('every mode changes the response, and ends', async () => {
    const same: string[] = [];
    for (const mode of modes) {
      const [subject = 'status'] = mode.on;
      const path = allPaths.find((all) => all.endsWith(subject)) ?? '';
      const search = ['nodes', 'buckets', 'assets'].includes(subject) ? '?region=fra1' : '';
      const healthy = await received(path + search, patience);
      server.setClock(start);
      server.put(mode, [subject]);
      // Some modes change only every second response, and some never end.
      const isChanged = async () => (await received(path + search, 100)) !== healthy;
      if (!(await isChanged()) && !(await isChanged())) same.push(mode.name);
      server.heal();
    }
    expect(same).toEqual([]);
  });

  test('a mode for all subjects can be set on each of them', () => {
    const silent = modeNamed('silent');
    if (!silent) throw new Error('There is no mode named silent.');
    server.put(silent, subjects);
    expect(server.state().size).toBe(allPaths.length);
    server.heal();
    expect(server.state().size).toBe(0);
  });
});
