/** The handover of a range: its page, as Markdown and JSON, on paper, and without a history. */

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AllHandovers, Handover } from '#contract/reports/handover.ts';
import { startDouble } from '../servers/double.ts';
import { expectNothingSerious } from '../support/axe.ts';
import { readHistory } from '../support/hosts/recorded-demo.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const day = 86_400_000;

/** Noon of a day (UTC) before today. The demo's host was killed in the night three days ago. */
function noon(daysAgo: number): string {
  return new Date(Math.floor(Date.now() / day) * day - daysAgo * day + day / 2).toISOString();
}

test('a night on one sheet, from what nobody observed to the event volumes', async ({
  page,
  context,
  recordedDemo: { url },
}) => {
  test.setTimeout(120_000);
  const [from, to] = [noon(4), noon(2)];
  const address = `${url}/history/everything/handover?from=${from}&to=${to}`;
  const handover = await readHistory<Handover>(address);
  expect(handover.blind.map(({ cause }) => cause)).toContain('host-stopped');
  expect(handover.ended.length).toBeGreaterThan(0);
  const main = page.getByRole('main');
  const list = (name: string) => main.getByRole('list', { name });

  await test.step('the Changes page leads to it, with the last 12 h', async () => {
    await page.goto(`${url}/everything/changes`);
    await main.getByRole('link', { name: 'Handover' }).click();
    await expect(page).toHaveURL(`${url}/everything/handover`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Handover');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(main).toContainText(/known until \d+\s\w+\s20\d\d \d\d:\d\d:\d\d, may still change/);
    await main.getByRole('navigation', { name: 'Ranges' }).getByRole('link', { name: 'Yesterday' }).click();
    await expect(page).toHaveURL(/handover\?from=.*T00:00:00\.000Z&to=.*T00:00:00\.000Z$/);
  });

  await test.step('a chosen range has what happened in it, what nobody observed first', async () => {
    const form = main.getByRole('form', { name: 'Range of time' });
    await form.getByLabel('From').fill(to.slice(0, 16));
    await form.getByLabel('To').fill(from.slice(0, 16));
    await form.getByRole('button', { name: 'Show' }).click();
    await expect(form).toContainText('“From” must lie before “To”');
    await form.getByLabel('From').fill(from.slice(0, 16));
    await form.getByLabel('To').fill(to.slice(0, 16));
    await form.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(`${url}/everything/handover?from=${from}&to=${to}`);
    await expect(main).toContainText(handover.hash);
    await expect(main).not.toContainText('may still change');
    await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Not observed');
    await expect(list('Not observed')).toContainText('this host was stopped');
    await expect(list('Happened and ended')).toContainText(/Edge Network: major outage for \d+\smin, /);
    await expect(list('Happened and ended')).toContainText(/Node nod_\w+, .* and \d+ more: major outage for /);
    await expect(list('Appeared, vanished, moved')).toContainText('moved from');
    await expect(list('Event volumes').getByRole('link').first()).toBeVisible();
    await expectNoGoodWithoutProof(page);
    await expectNothingSerious(page);
  });

  await test.step('the copy is the Markdown of the host', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await main.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect(main).toContainText('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^# Handover Everything /);
    const served = await fetch(address, { headers: { accept: 'text/markdown' } });
    expect(served.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(copied).toBe(await served.text());
  });

  await test.step('the file has the same bytes and its hash', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('link', { name: 'Download JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('everything-handover.json');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toBe(await (await fetch(address)).text());
    const { hash, ...content } = JSON.parse(text) as Handover;
    expect(createHash('sha256').update(JSON.stringify(content)).digest('hex')).toBe(hash);
  });

  await test.step('it takes one sheet of paper, without controls', async () => {
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    await expect(main.getByRole('button', { name: 'Copy as Markdown' })).toBeHidden();
    await expect(main.getByRole('form', { name: 'Range of time' })).toBeHidden();
    await expect(list('Not observed')).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  await test.step('a phone shows it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess).toBeLessThanOrEqual(0);
  });

  await test.step('Find leads to it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('/');
    await page.keyboard.type('handover');
    await page
      .getByRole('dialog', { name: 'Find' })
      .getByRole('option', { name: 'Page Handover', exact: true })
      .click();
    await expect(page).toHaveURL(`${url}/everything/handover`);
  });
});

test('all deployments on one sheet, from what nobody observed', async ({
  page,
  context,
  recordedDemo: { url },
}) => {
  test.setTimeout(120_000);
  const [from, to] = [noon(4), noon(2)];
  const address = `${url}/history/handover?from=${from}&to=${to}`;
  const all = await readHistory<AllHandovers>(address);
  const main = page.getByRole('main');
  const list = (name: string) => main.getByRole('list', { name });

  await test.step('the overview leads to it', async () => {
    await page.goto(url);
    await main.getByRole('link', { name: 'Handover' }).click();
    await expect(page).toHaveURL(`${url}/handover`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Handover');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(/Handover, all deployments/);
    await expect(main).toContainText(/known until \d+\s\w+\s20\d\d \d\d:\d\d:\d\d, may still change/);
  });

  await test.step('a chosen range has a part for each deployment, what nobody observed first', async () => {
    const form = main.getByRole('form', { name: 'Range of time' });
    await form.getByLabel('From').fill(from.slice(0, 16));
    await form.getByLabel('To').fill(to.slice(0, 16));
    await form.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(`${url}/handover?from=${from}&to=${to}`);
    await expect(main).toContainText(all.hash);
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([
      'Not observed',
      'Everything',
      'Object storage',
      'Edge network',
      'Platform',
    ]);
    await expect(list('Not observed')).toContainText('Everything: ');
    await expect(list('Not observed')).toContainText('this host was stopped');
    await expect(list('Happened and ended, Everything')).toContainText('Edge Network: major outage for ');
    await expectNoGoodWithoutProof(page);
    await expectNothingSerious(page);
  });

  await test.step('the copy is the Markdown of the host, and the file its bytes', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await main.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect(main).toContainText('Copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const served = await fetch(address, { headers: { accept: 'text/markdown' } });
    expect(copied).toBe(await served.text());
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('link', { name: 'Download JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('handover.json');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toBe(await (await fetch(address)).text());
  });

  await test.step('it takes one sheet of paper', async () => {
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  await test.step('a phone shows it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess).toBeLessThanOrEqual(0);
  });

  await test.step('the name of a deployment leads to its own handover of the range', async () => {
    await main.getByRole('link', { name: 'Handover of Platform' }).click();
    await expect(page).toHaveURL(`${url}/platform/handover?from=${from}&to=${to}`);
  });
});

test('a deployment without a record is not observed, and a gap proves no quiet night', async ({
  page,
  startWith,
}, testInfo) => {
  const double = await startDouble(allOperational);
  const file = testInfo.outputPath('edgewatch.json');
  const deployments = [
    { slug: 'recorded', name: 'Recorded', baseUrl: double.url },
    { slug: 'unrecorded', name: 'Not recorded', baseUrl: double.url, observe: 'off' },
  ];
  await writeFile(file, JSON.stringify({ pollSeconds: 2, deployments }));
  const { url } = await startWith(['--config', file], { EDGEWATCH_OBSERVE: 'all' });
  await readHistory(`${url}/history/recorded/handover`);
  await page.goto(`${url}/handover`);
  const main = page.getByRole('main');
  await expect(main.getByRole('list', { name: 'Not observed' })).toContainText(
    'Nothing is known of Not recorded, because its history is not recorded or cannot be read.',
  );
  await expect(main.getByRole('heading', { name: 'Observed throughout' })).toHaveCount(0);
  // The host ran for a moment of the range only.
  const part = main.locator('.handover-part').filter({ hasText: 'Recorded' });
  await expect(part).toContainText('None observed: still not good; happened and ended;');
  await expect(part).toContainText('Not observed in all: ');
  await double.close();
});

test('without a history it says why, and an unknown range falls back to the last 12 h', async ({
  page,
  deploy,
}) => {
  const { url } = await deploy();
  await page.goto(`${url}/handover?from=yesterday&to=today`);
  const main = page.getByRole('main');
  await expect(main).toContainText('No host records a history of this deployment, so there is no handover.');
  await expect(main.getByRole('link', { name: 'Last 12 h' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Copy as Markdown' })).toHaveCount(0);
});
