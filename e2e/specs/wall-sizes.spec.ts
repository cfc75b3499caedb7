/** Whether everything on a wall fits and is legible, on every screen and from every distance. */

import { expectLegible, screens } from '../support/legible.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { verdict, withOne } from '../support/wall.ts';

const named = (count: number, name: (index: number) => string, status = 'operational') =>
  Array.from({ length: count }, (_, index) => ({ name: name(index), status }));

const english = (index: number) => `Component ${index + 1}`;
const german = (index: number) => `Verfügbarkeitszonenübergreifende Replikation ${index + 1}`;
const chinese = (index: number) => `对象存储复制服务 ${index + 1}`;

for (const [count, name, words] of [
  [4, english, 'four components'],
  [18, german, 'German names'],
  [60, chinese, 'Chinese names'],
  [539, english, '539 components'],
] as const)
  test(`everything fits and is legible on every screen: ${words}`, async ({ page, deploy }) => {
    const calm = { ...allOperational, components: named(count, name) };
    const { url, double } = await deploy(calm);
    for (const screen of screens) {
      await page.setViewportSize(screen);
      double.clear('/api/v2/status');
      await page.goto(`${url}/wall?scenes=status`);
      await expect(verdict(page)).toContainText(`${count} of ${count} components`);
      // Waits for the lists, which add text above the grid.
      await expectLegible(page, `calm at ${screen.width} × ${screen.height}`);
    }
  });

for (const bad of [1, 3, 40])
  test(`${bad} problems fit and are legible on every screen`, async ({ page, deploy }) => {
    const words = ['major_outage', 'degraded_performance', 'partial_outage', 'recalibrating', 'maintenance'];
    const components = named(60, german).map((component, index) =>
      index < bad ? { ...component, status: words[index % words.length] ?? 'down' } : component,
    );
    const { url } = await deploy({ ...allOperational, components });
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await page.goto(`${url}/wall?scenes=status`);
      await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem').first()).toContainText(
        'Major outage',
      );
      await expectLegible(page, `${screen.width} × ${screen.height}`);
    }
  });

test('every other scene fits and is legible on every screen', async ({ page, deployTogether }) => {
  const bad = withOne(allOperational, 3, 'degraded_performance');
  const { host } = await deployTogether({ fine: allOperational, other: allOperational, bad });
  for (const [name, address, shown] of [
    ['overview', 'wall', page.getByRole('list', { name: 'Deployments' }).getByRole('listitem').last()],
    ['map', 'fine/wall', page.getByText(/^\d+ regions/).last()],
    ['inventory', 'fine/wall', page.getByText('event volume')],
    [
      'events',
      'fine/wall',
      page.getByRole('list', { name: 'Largest event types' }).getByRole('listitem').first(),
    ],
  ] as const) {
    await page.goto(`${host.url}/${address}?scenes=${name}`);
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await expect(shown).toBeVisible();
      await expectLegible(page, `${name} at ${screen.width} × ${screen.height}`);
    }
  }
});

test('figures side by side share one baseline, however long one of them is', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  double.set('/api/v2/nodes', {
    edit: (body) => ({
      ...body,
      data: [body['data']].flat().map((row) => ({ ...Object(row), capacity: '9999999G' })),
    }),
  });
  await page.setViewportSize({ width: 1080, height: 1920 });
  await page.goto(`${url}/wall?scenes=inventory`);
  await expect(page.getByText('event volume')).toBeVisible();
  await expect(page.getByText(/^\d{3},\d{3},\d{3}/)).toBeVisible();
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
});

test('the head and the sentence of a map cover neither land nor names', async ({ page, deploy }) => {
  const { url, double } = await deploy(allOperational);
  double.set('/api/v2/regions', {
    edit: (body) => ({
      ...body,
      data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'degraded_performance' })),
    }),
  });
  await page.goto(`${url}/wall?scenes=map`);
  await expect(page.getByText(/^\d+ regions/).last()).toBeVisible();
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expectLegible(page, `${screen.width} × ${screen.height}`);
    const found = await page.evaluate(() => {
      const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
      const [head, sentence] = [
        document.querySelector('main > header'),
        document.querySelector('.wall-scene p'),
      ];
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
    expect(found, `${screen.width} × ${screen.height}`).toMatchObject({ overHead: [], overSentence: [] });
  }
});

for (const [diagonal, distance] of [
  [55, 3],
  [55, 5],
  [43, 8],
  [43, 10],
] as const)
  test(`essential content fits and is legible on ${diagonal} inches from ${distance} m`, async ({
    page,
    deployTogether,
  }) => {
    const bad = withOne(withOne(allOperational, 3, 'major_outage'), 9, 'degraded_performance');
    const { host, doubles } = await deployTogether({ fine: allOperational, bad, gone: allOperational });
    for (const path of allOperational.offered)
      doubles['gone']?.set(path, { status: 503, body: 'out of order' });
    const room = `diagonal=${diagonal}&distance=${distance}`;
    for (const [address, shown] of [
      ['fine/wall?scenes=status', verdict(page).getByText('All operational')],
      ['bad/wall?scenes=status', page.getByRole('list', { name: 'Components' }).getByText('Usage Reporting')],
      ['gone/wall?scenes=status', verdict(page).getByText('No contact')],
      ['fine/wall', verdict(page).getByText('All operational')],
      ['fine/wall?card', page.getByText('Smallest text')],
      // At 10 m an overview has no space for rows.
      ...(distance < 10
        ? [
            [
              'wall?scenes=overview',
              page.getByRole('list', { name: 'Deployments' }).getByRole('listitem'),
            ] as const,
          ]
        : []),
    ] as const) {
      await page.goto(`${host.url}/${address}${address.includes('?') ? '&' : '?'}${room}`);
      for (const screen of screens) {
        await page.setViewportSize(screen);
        await expect(shown.first(), address).toBeVisible();
        await expect(page.locator('main')).toContainText(/\d\d:\d\d:\d\d.*UTC/s);
        await expectLegible(page, `${address} at ${screen.width} × ${screen.height}`, { distance, diagonal });
      }
    }
  });
