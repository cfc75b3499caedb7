/** Notes: a person's words beside the record, from a tile and from the changes, withdrawn but never erased. */

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SinceResponse } from '#contract/history.ts';
import type { Note } from '#contract/notes.ts';
import { pathsOf } from '../servers/documented.ts';
import { type Double, startDouble } from '../servers/double.ts';
import { expectNothingSerious } from '../support/axe.ts';
import { type Host, startHost } from '../support/hosts/host.ts';
import { readHistory } from '../support/hosts/recorded-demo.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const hostile =
  '<img src=x onerror="globalThis.__pwned=1"> [link](javascript:alert(1)) \u202Etxt.exe **bold** | # head';

/** Sets the state of the component `Gate`. */
function putGate(double: Double, word: string): void {
  for (const path of pathsOf(null))
    double.set(path, {
      edit: (body) => ({
        ...body,
        status: word === 'operational' ? 'operational' : 'degraded',
        components: [
          { name: 'Gate', status: word },
          { name: 'Cache', status: 'operational' },
        ],
      }),
    });
}

interface Observed {
  readonly double: Double;
  readonly host: Host;
  /** URL of the history of the deployment. */
  readonly history: string;
  /** Stops the host, and starts another one at the same address with the same data. */
  readonly restart: () => Promise<void>;
}

/** Starts a service whose Gate is degraded, and a host that has recorded it. */
async function startObserved(more: object = {}): Promise<Observed & AsyncDisposable> {
  const double = await startDouble(allOperational);
  putGate(double, 'degraded');
  const folder = join(tmpdir(), `edgewatch-notes-${randomUUID()}`);
  const file = test.info().outputPath(`${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ pollSeconds: 2, ...more }));
  const args = ['--config', file, '--base-url', `double=${double.url}`];
  const variables = { EDGEWATCH_OBSERVE: 'all', EDGEWATCH_DATA: folder };
  let host = await startHost(args, undefined, variables);
  const history = `${host.url}/history/double`;
  await expect.poll(() => severityOfGate(history), { timeout: 60_000 }).toBe('degraded');
  return {
    double,
    host,
    history,
    restart: async () => {
      await host.stop();
      host = await startHost([...args, '--port', new URL(host.url).port], undefined, variables);
    },
    [Symbol.asyncDispose]: async () => {
      await host.stop();
      await double.close();
    },
  };
}

async function severityOfGate(history: string): Promise<string | undefined> {
  const { data } = await readHistory<SinceResponse>(`${history}/since?kind=component`);
  return data.find(({ key }) => key === 'Gate')?.severity;
}

const notesOf = async (history: string) =>
  (await readHistory<{ readonly data: readonly Note[] }>(`${history}/notes`)).data;

const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Components' }).getByRole('listitem').filter({ hasText: name });

test('a problem is acknowledged from its tile, and is known on tile, overview and wall until it ends', async ({
  page,
}) => {
  await using observed = await startObserved();
  const { host, history, double } = observed;
  await page.goto(`${host.url}/double`);
  await tile(page, 'Gate').getByRole('button', { name: 'Acknowledge the problem of Gate by a note' }).click();
  const form = page.getByRole('dialog', { name: 'Acknowledge Gate' });
  const save = form.getByRole('button', { name: 'Save note' });
  await expect(form.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await expect(form).toContainText('2,000 of 2,000 characters left');
  await expect(save).toBeDisabled();
  await form.getByRole('textbox', { name: 'Note' }).fill('🦊'.repeat(2_001));
  await form.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await expect(form).toContainText('1 characters too many');
  await expect(save).toBeDisabled();
  await form.getByRole('textbox', { name: 'Note' }).fill('The fibre is cut.\nSplicing until noon.');
  await form.getByRole('textbox', { name: 'Ticket link (optional)' }).fill('https://tickets.test/OPS-7');
  await expectNothingSerious(page);
  await save.click();
  await expect(form).toBeHidden();
  await expect(tile(page, 'Gate')).toContainText('known: The fibre is cut. Splicing until noon. (Ada)');
  await expect(tile(page, 'Gate').getByRole('link', { name: 'ticket tickets.test/OPS-7' })).toHaveAttribute(
    'href',
    'https://tickets.test/OPS-7',
  );
  await expect(tile(page, 'Gate').getByRole('button', { name: /^Acknowledge/ })).toHaveCount(0);
  await expectNothingSerious(page);

  await page.reload();
  await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toContainText(
    /note by Ada: The fibre is cut\. Splicing until noon\.$/,
  );

  await page.goto(host.url);
  await expect(page.getByRole('main')).toContainText('Gate known: The fibre is cut.');
  await page.goto(`${host.url}/double/wall`);
  await expect(page.getByRole('main')).toContainText('known: The fibre is cut. Splicing until noon.');

  await page.goto(`${host.url}/double`);
  await expect(tile(page, 'Gate')).toContainText('known: The fibre is cut.');
  putGate(double, 'operational');
  await expect(tile(page, 'Gate')).not.toContainText('known', { timeout: 30_000 });
  // A later problem is another one.
  await expect.poll(() => severityOfGate(history), { timeout: 30_000 }).toBe('ok');
  putGate(double, 'degraded');
  await expect.poll(() => severityOfGate(history), { timeout: 30_000 }).toBe('degraded');
  await page.reload();
  await expect(tile(page, 'Gate').getByRole('button', { name: /^Acknowledge/ })).toBeVisible();
  await page.goto('about:blank');
});

test('a note stands among the changes, is withdrawn with a reason, and its words stay', async ({ page }) => {
  await using observed = await startObserved();
  const { host, history } = observed;
  await page.goto(`${host.url}/double/changes`);
  await page.getByRole('button', { name: 'Write a note' }).click();
  const form = page.getByRole('dialog', { name: 'Write a note' });
  await form.getByRole('textbox', { name: 'Note' }).fill(hostile);
  await form.getByRole('textbox', { name: 'Your name' }).fill('<b>Ada</b>');
  await form.getByRole('textbox', { name: 'Ticket link (optional)' }).fill('javascript:alert(1)');
  await form.getByRole('button', { name: 'Save note' }).click();
  await expect(form).toContainText('must be an address that begins with http');
  await expect(form.getByRole('textbox', { name: 'Ticket link (optional)' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Ticket link (optional)' }).fill('');
  await form.getByRole('button', { name: 'Save note' }).click();
  await expect(form).toBeHidden();
  const note = page.getByRole('listitem', { name: 'Note by <b>Ada</b>' });
  await expect(note).toContainText('<img src=x onerror="globalThis.__pwned=1"> [link](javascript:alert(1))');
  await expect(note).toContainText('‹U+202E›txt.exe **bold** | # head');
  await expect(note).toContainText('(name as typed)');
  await expect(note.getByRole('link')).toHaveCount(0);
  await expect(note.locator('[data-severity]')).toHaveCount(0);
  expect(await page.evaluate(() => '__pwned' in globalThis)).toBe(false);

  await note.getByRole('button', { name: /^Withdraw/ }).click();
  await note.getByRole('textbox', { name: 'Reason' }).fill('Another link');
  await expectNothingSerious(page);
  await note.getByRole('button', { name: 'Withdraw note' }).click();
  await expect(note).toContainText(/Withdrawn by <b>Ada<\/b> \(name as typed\) \d\d:\d\d:\d\d: Another link/);
  await expect(note.locator('s')).toContainText('**bold**');
  await expect(note.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0);
  await page.reload();
  await expect(note.locator('s')).toContainText('**bold**');
  expect(await notesOf(history)).toMatchObject([{ text: hostile, withdrawn: { reason: 'Another link' } }]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.goto('about:blank');
});

test('nothing is lost if the host stops, and a note that was written before it stopped is there once', async ({
  page,
}) => {
  await using observed = await startObserved();
  const { host, history, restart } = observed;
  await page.goto(`${host.url}/double/changes`);
  await page.getByRole('button', { name: 'Write a note' }).click();
  const form = page.getByRole('dialog', { name: 'Write a note' });
  await form.getByRole('textbox', { name: 'Note' }).fill('Handed over to Bo.');
  await form.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  // The response of the first request gets lost, as by a cut connection.
  let isLost = false;
  await page.route('**/history/double/notes', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await form.getByRole('button', { name: 'Save note' }).click();
  await expect(form).toContainText('it is not known whether it is saved');
  await form.getByRole('button', { name: 'Close' }).click();
  await restart();
  await page.getByRole('button', { name: 'Write a note' }).click();
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Handed over to Bo.');
  await form.getByRole('button', { name: 'Save note' }).click();
  await expect(form).toBeHidden();
  expect(await notesOf(history)).toMatchObject([{ id: 1, text: 'Handed over to Bo.' }]);
  await page.goto('about:blank');
});

test('other sites and other machines write nothing', async ({ page }) => {
  await using observed = await startObserved();
  const { host, history } = observed;
  const post = (headers: Record<string, string>) =>
    fetch(`${history}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ text: 'x', who: 'Ada' }),
    });
  expect((await post({ origin: 'https://evil.test' })).status).toBe(403);
  expect((await post({ 'x-forwarded-for': '192.0.2.7' })).status).toBe(403);
  expect(await notesOf(history)).toEqual([]);
  expect((await post({})).status).toBe(201);
  await page.goto(`${host.url}/double/changes`);
  await expect(page.getByRole('listitem', { name: 'Note by Ada' })).toBeVisible();
  await page.goto('about:blank');
});
