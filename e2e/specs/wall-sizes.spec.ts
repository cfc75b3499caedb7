/** Everything on a wall fits and is legible, on every screen and from every distance. */

import type { Page } from '@playwright/test';
import { rowsOf } from '../servers/edits.ts';
import { reach } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { expectLegible, screens } from '../support/wall/legible.ts';
import { verdict, withOne } from '../support/wall/wall.ts';

const named = (count: number, name: (index: number) => string, status = 'operational') =>
  Array.from({ length: count }, (_, index) => ({ name: name(index), status }));

const english = (index: number) => `Component ${index + 1}`;
const german = (index: number) => `Verfügbarkeitszonenübergreifende Replikation ${index + 1}`;
const chinese = (index: number) => `对象存储复制服务 ${index + 1}`;

const words = ['major_outage', 'degraded_performance', 'partial_outage', 'recalibrating', 'maintenance'];

/** 60 components with German names. The first `bad` of them have problems. */
const withProblems = (bad: number) =>
  named(60, german).map((component, index) =>
    index < bad ? { ...component, status: words[index % words.length] ?? 'down' } : component,
  );

/** Slug, components, and the text that is on screen once the status is read. */
const statuses = [
  ['four', named(4, english), '4 of 4 components'],
  ['german', named(18, german), '18 of 18 components'],
  ['chinese', named(60, chinese), '60 of 60 components'],
  ['many', named(539, english), '539 of 539 components'],
  ['one-problem', withProblems(1), 'Major outage'],
  ['3-problems', withProblems(3), 'Major outage'],
  ['40-problems', withProblems(40), 'Major outage'],
] as const;

test('few and many components, with and without problems, fit and are legible on every screen', async ({
  page,
  deployTogether,
}) => {
  test.slow();
  const { host } = await deployTogether(
    Object.fromEntries(statuses.map(([slug, components]) => [slug, { ...allOperational, components }])),
  );
  for (const [slug, , shown] of statuses)
    await test.step(slug, async () => {
      await reach(page, `${host.url}/${slug}/wall?scenes=status`);
      await expect(page.getByRole('main')).toContainText(shown);
      for (const screen of screens) {
        await page.setViewportSize(screen);
        // The check retries, because the lists arrive later and add text above the components.
        await expectLegible(page, `${slug} at ${screen.width} × ${screen.height}`);
      }
    });
});

/** Expects three rows of two figures, with both figures of a row on one baseline. */
async function expectBaselines(page: Page): Promise<void> {
  const lines = await page.locator('main dl > div').evaluateAll((figures) =>
    figures.map((figure) => {
      const place = document.createElement('i');
      place.style.display = 'inline-block';
      figure.querySelector('dd > div > *')?.append(place);
      const { bottom } = place.getBoundingClientRect();
      const { top } = figure.getBoundingClientRect();
      place.remove();
      return { row: Math.round(top), bottom };
    }),
  );
  const rows = new Map<number, number[]>();
  for (const { row, bottom } of lines) rows.set(row, [...(rows.get(row) ?? []), bottom]);
  expect(rows.size).toBe(3);
  for (const [one = 0, other = 0] of rows.values()) expect(Math.abs(one - other)).toBeLessThan(1);
}

/** Expects that the head and the sentence of a map cover neither land nor names. */
async function expectFreeMap(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
    const [head, sentence] = [document.querySelector('main > header'), document.querySelector('.wall-scene p')];
    const svg = boxOf(document.querySelector('.wall-map'));
    const scale =
      svg.height / Number(document.querySelector('.wall-map')?.getAttribute('viewBox')?.split(' ')[3]);
    const rect = document.querySelector('.wall-map clipPath rect');
    const top = svg.top + Number(rect?.getAttribute('y')) * scale;
    const bottom = top + Number(rect?.getAttribute('height')) * scale;
    const names = [...document.querySelectorAll('.wall-map text')].map((name) => boxOf(name));
    return {
      overHead: [top, ...names.map((name) => name.top)].filter((edge) => edge < boxOf(head).bottom - 2),
      overSentence: [bottom, ...names.map((name) => name.bottom)].filter(
        (edge) => edge > boxOf(sentence).top + 2,
      ),
    };
  });
  expect(found, where).toMatchObject({ overHead: [], overSentence: [] });
}

test('every other scene fits and is legible on every screen', async ({ page, deployTogether }) => {
  test.slow();
  const bad = withOne(allOperational, 3, 'degraded_performance');
  const { host, doubles } = await deployTogether({
    fine: allOperational,
    other: allOperational,
    bad,
    large: allOperational,
    failing: allOperational,
  });
  const change = (slug: string, list: string, fields: object) =>
    doubles[slug]?.set(`/api/v2/${list}`, {
      edit: (body) => ({ ...body, data: rowsOf(body).map((row) => ({ ...row, ...fields })) }),
    });
  change('large', 'nodes', { capacity: '9999999G' });
  change('failing', 'regions', { status: 'degraded_performance' });
  const figures = page.getByText('event volume');
  const map = page.getByText(/^\d+ regions/).last();
  for (const [name, address, shown, alsoExpect] of [
    [
      'overview',
      'wall?deployments=fine,other,bad&',
      page.getByRole('list', { name: 'Deployments' }).getByRole('listitem').last(),
    ],
    ['map', 'fine/wall?', map],
    // Its problem and its map take turns.
    ['map', 'failing/wall?seconds=5&', map, expectFreeMap],
    ['inventory', 'fine/wall?', figures],
    [
      'events',
      'fine/wall?',
      page.getByRole('list', { name: 'Largest event types' }).getByRole('listitem').first(),
    ],
  ] as const)
    await test.step(`${address}${name}`, async () => {
      await page.goto(`${host.url}/${address}scenes=${name}`);
      for (const screen of screens) {
        await page.setViewportSize(screen);
        const where = `${name} at ${screen.width} × ${screen.height}`;
        // Again if the scene changed meanwhile.
        await expect(async () => {
          await expect(shown).toBeVisible();
          await expectLegible(page, where);
          await alsoExpect?.(page, where);
        }).toPass({ timeout: 60_000 });
      }
    });

  await test.step('figures side by side share one baseline, however long one of them is', async () => {
    await page.setViewportSize({ width: 1080, height: 1920 });
    await page.goto(`${host.url}/large/wall?scenes=inventory`);
    await expect(figures).toBeVisible();
    await expect(page.getByText(/^\d{3},\d{3},\d{3}/)).toBeVisible();
    await expectBaselines(page);
  });
});

for (const [diagonal, distances] of [
  [55, [3, 5]],
  [43, [8, 10]],
] as const)
  test(`essential content fits and is legible on ${diagonal} inches from ${distances.join(' and ')} m`, async ({
    page,
    deployTogether,
  }) => {
    test.slow();
    const bad = withOne(withOne(allOperational, 3, 'major_outage'), 9, 'degraded_performance');
    const { host, doubles } = await deployTogether({ fine: allOperational, bad, gone: allOperational });
    for (const path of allOperational.offered)
      doubles['gone']?.set(path, { status: 503, body: 'out of order' });
    const scenes = [
      ['fine/wall?scenes=status', verdict(page).getByText('All operational')],
      ['bad/wall?scenes=status', page.getByRole('list', { name: 'Components' }).getByText('Usage Reporting')],
      ['gone/wall?scenes=status', verdict(page).getByText('No contact')],
      ['fine/wall?', verdict(page).getByText('All operational')],
      ['fine/wall?card', page.getByText('Smallest text')],
      ['wall?scenes=overview', page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')],
    ] as const;
    // At 10 m the text is so large that an overview has no space for rows.
    for (const distance of distances)
      for (const [address, shown] of distance < 10 ? scenes : scenes.slice(0, -1))
        await test.step(`${address}, ${distance} m`, async () => {
          await reach(page, `${host.url}/${address}&diagonal=${diagonal}&distance=${distance}`);
          for (const screen of screens) {
            await page.setViewportSize(screen);
            await expect(shown.first(), address).toBeVisible();
            await expect(page.locator('main')).toContainText(/\d\d:\d\d:\d\d.*UTC/s);
            await expectLegible(page, `${address} at ${screen.width} × ${screen.height}`, {
              distance,
              diagonal,
            });
          }
        });
  });
