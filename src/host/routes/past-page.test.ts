/** The HTML document of a page of the past has nothing of the present (docs/understand/host-api.md). */

import { expect, test } from 'vitest';
import type { FirstScreen } from '#domain/first-screen/first-screen.ts';
import { block, host } from '#testing/embedded-host.ts';
import type { Drawing } from '../drawing/drawer.ts';
import { ListNotes } from '../gateway/list-notes.ts';

async function pageAt(path: string) {
  const screens: FirstScreen[] = [];
  const drawing: Drawing = {
    draw: async (screen) => {
      screens.push(screen);
      return { markup: '<p>frame</p>', styles: '' };
    },
    close: async () => undefined,
  };
  const lists = new ListNotes();
  lists.noteAbsent('first', '/api/v2/nodes');
  const html = await (await host({ drawing, lists }).ask(path)).text();
  return { html, hasData: screens.map(({ answers, tallies }) => answers.length + tallies.length > 0) };
}

test.each([
  '/first?at=2026-01-02T03:04:05Z',
  '/first/nodes?sort=id&at=2026-01-02T03:04:05.678Z',
  '/first?against=2026-01-02T03:04:05Z',
])('%s has the frame only', async (path) => {
  const { html, hasData } = await pageAt(path);
  expect(hasData).toEqual([false]);
  expect(html).toContain('<p>frame</p>');
  expect(['delivered', 'tallies'].map((id) => block(html, id))).toEqual([undefined, undefined]);
  // Without the configuration, the app could not start at once.
  expect(block(html, 'config')).toBeDefined();
});

test.each([
  '/first',
  '/first?at=yesterday',
  '/first?against=yesterday',
  '/first?at=2026-02-30T00:00:00Z',
  '/first?at=9999-01-01T00:00:00Z',
  '/?at=2026-01-02T03:04:05Z',
])('%s shows the present', async (path) => {
  const { html, hasData } = await pageAt(path);
  expect(hasData).toEqual([true]);
  expect(['delivered', 'tallies'].map((id) => block(html, id))).not.toContain(undefined);
});
