import type { Page } from '@playwright/test';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';
import { expectLegible, misfits, screens } from '../support/wall/legible.ts';
import {
  components,
  contradict,
  pollSeconds,
  scene,
  untilHostSays,
  verdict,
  withOne,
  withWords,
} from '../support/wall/wall.ts';

test('a calm wall shows one verdict, every component and its time, and names what it cannot show', async ({
  page,
  deploy,
}) => {
  const { url, host } = await deploy(allOperational);
  await page.goto(`${url}/wall`);
  await expect(scene(page)).toHaveAttribute('data-scene', 'status');
  await expect(verdict(page).getByRole('heading')).toHaveText('All operational');
  await expect(verdict(page)).toContainText('18 of 18 components');
  await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem')).toHaveCount(18);
  await expect(page.locator('main > header')).toContainText(/\d\d:\d\d:\d\d.*UTC/s);
  await expect(page.locator('main > footer')).toContainText(/Checked \d+\ss ago/);
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('main') ?? document.body).cursor),
  ).toBe('none');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await test.step('an invalid address falls back, and an unknown deployment says so', async () => {
    await page.goto(`${url}/wall?seconds=-1&scenes=__proto__&distance=NaN&zone=%3Cb%3E&theme=blue`);
    await expect(verdict(page)).toContainText('18 of 18');
    await page.goto(`${host.url}/nobody/wall`);
    await expect(page.getByRole('heading')).toContainText('no deployment “nobody”');
  });

  await test.step('the test card shows the room and its smallest text', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${url}/wall?card&distance=5&diagonal=75`);
    await expect(page.getByRole('heading')).toContainText('75 inches, 1,920 × 1,080, read from 5 m');
  });
});

test('scenes take turns, each for its time, and start again', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  const order = ['status', 'inventory', 'events'];
  const time = await openInStoppedTime(page, `${url}/wall?seconds=5&scenes=${order.join()}`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
    await expect(page.getByRole('list', { name: 'Scenes' }).getByRole('listitem')).toHaveCount(3);
  });
  // Takes more samples than there are changes of scene, so the exact time of a change does not matter.
  const seen: (string | null)[] = [];
  const sample = async () => {
    const now = await scene(page).getAttribute('data-scene');
    if (now !== seen.at(-1)) seen.push(now);
  };
  for (let samples = 0; samples < 9; samples += 1) {
    await sample();
    await time.pass(3);
  }
  const first = order.indexOf(seen[0] ?? '');
  const inOrder = (index: number) => order[(first + index) % order.length] ?? '';
  expect(seen).toEqual(seen.map((_, index) => inOrder(index)));
  expect(seen.length).toBeGreaterThanOrEqual(5);
  await expect(verdict(page)).toHaveCount(1);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await sample();
  await time.pass(5);
  await expect(scene(page)).toHaveAttribute('data-scene', inOrder(seen.length));
});

test('a new problem interrupts, large, with name and time, and stays for two rounds', async ({
  page,
  request,
  deploy,
}) => {
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, `${url}/wall?seconds=20&scenes=inventory,events`, async () => {
    await expect(verdict(page)).toContainText('Operational');
  });
  double.set('/api/v2/status', {
    edit: (body) => ({
      ...body,
      components: allOperational.components.map(({ name, status }) => ({
        name,
        status: name === 'Object Store' ? 'major_outage' : name === 'Cache' ? 'recalibrating' : status,
      })),
    }),
  });
  await untilHostSays(request, api, 'recalibrating');
  // The problem interrupts the rotation after two polls.
  await time.pass(3 * pollSeconds + 1);
  await expect(scene(page)).toHaveAttribute('data-scene', 'status');
  const list = page.getByRole('list', { name: 'Components' });
  await expect(list.getByRole('listitem').first()).toContainText('Object Store');
  await expect(list.getByRole('listitem').first()).toContainText('Major outage');
  await expect(list.getByRole('listitem').first()).toContainText(/since \d\d:\d\d:\d\d/);
  await expect(list).toContainText('recalibrating');
  await expect(page.getByText('16 others operational')).toBeVisible();
  await time.pass(25);
  await expect(scene(page)).toHaveAttribute('data-scene', 'status');
  await expectNoGoodWithoutProof(page);
});

/** Position, size and font size of the bands of text, CSS pixels, in order. */
function bandsOf(page: Page) {
  return components(page)
    .getByRole('listitem')
    .evaluateAll((bands) =>
      bands.map((band) => {
        const { left, top, width, height } = band.getBoundingClientRect();
        const name = band.querySelector('[data-verbatim]');
        return { left, top, width, height, size: name ? getComputedStyle(name).fontSize : '' };
      }),
    );
}

test('mild problems do not shrink the letters of a major outage, and share one size', async ({
  page,
  deploy,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const { url, double } = await deploy({ ...withWords({}), pollSeconds });
  const letters = async (mild: Readonly<Record<string, string>>) => {
    const { components: sent } = withWords({ 'Object Store': 'major_outage', ...mild });
    double.set('/api/v2/status', { edit: (body) => ({ ...body, status: 'major_outage', components: sent }) });
    await page.goto(`${url}/wall?scenes=status`);
    // The host serves its cached status for a while.
    for (const name of Object.keys(mild)) await expect(components(page)).toContainText(name);
    await expect(components(page).getByRole('listitem')).toHaveCount(1 + Object.keys(mild).length);
    await expectLegible(page, JSON.stringify(mild));
    return bandsOf(page);
  };
  const [alone] = await letters({});
  const three = { Replication: 'degraded', 'Query Engine': 'degraded', 'Usage Reporting': 'partial_outage' };
  const [major, first, second, odd] = await letters(three);
  expect(major?.size).toBe(alone?.size);
  expect(new Set([first?.size, second?.size, odd?.size]).size).toBe(1);
  expect(first?.top).toBe(second?.top);
  expect(second?.left).toBeGreaterThan(first?.left ?? 0);
  expect(odd?.width).toBe(major?.width);
  await expect(page.getByText('14 others operational')).toBeVisible();

  const [stillMajor, degraded, , announced] = await letters({
    Replication: 'degraded',
    'Query Engine': 'degraded',
    Export: 'maintenance',
  });
  expect(stillMajor?.size).toBe(alone?.size);
  expect(announced?.width).toBe(stillMajor?.width);
  expect((announced?.height ?? 0) / (degraded?.height ?? 1)).toBeCloseTo(0.52, 1);
});

test('seven vanished components are named in the leading band, and below the major outage of the status document', async ({
  page,
  request,
  deploy,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
  });
  await time.pass(5);
  const rest = allOperational.components.slice(7);
  double.set('/api/v2/status', { edit: (body) => ({ ...body, components: rest }) });
  await expect.poll(async () => (await request.get(`${api}/api/v2/status`)).text()).not.toContain('"API"');
  await time.pass(4);
  await expect(verdict(page).getByRole('heading')).toHaveText('7 components no longer listed');
  const band = components(page).getByRole('listitem').first();
  await expect(band).toContainText(/7 no longer listed.*API, Authentication.* more.*last listed/s);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expectLegible(page, `seven vanished alone at ${screen.width} × ${screen.height}`);
  }

  await page.setViewportSize({ width: 1920, height: 1080 });
  double.set('/api/v2/status', { edit: (body) => ({ ...body, status: 'major_outage', components: rest }) });
  await untilHostSays(request, api, 'major_outage');
  await time.pass(4);
  await expect(verdict(page).getByRole('heading')).toHaveText('Major outage');
  await expect(verdict(page).locator('[data-severity]').first()).toHaveAttribute('data-severity', 'critical');
  await expect(page.getByText('says the status document').last()).toBeVisible();
  const bands = components(page).getByRole('listitem');
  await expect(bands).toHaveCount(1);
  await expect(bands).toContainText(
    /7 no longer listed.*API, Authentication.* more.*last listed \d\d:\d\d:\d\d/s,
  );
  await expect(page.getByText('11 others operational')).toBeVisible();
  await expect(page.locator('main > header')).toContainText('11 of 18 components listed');
  await expectLegible(page, 'seven vanished');
  await expectNoGoodWithoutProof(page);
});

test('failing regions and nodes have no disc under a good document: full neither before they are read nor after', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy(allOperational);
  const lists = allOperational.offered.filter((path) => /regions|nodes/.test(path));
  for (const path of lists) double.set(path, { hold: true });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${url}/wall?scenes=status`);
  const main = page.getByRole('main');
  const heading = verdict(page).getByRole('heading');

  await test.step('before they are read', async () => {
    await expect(verdict(page)).toContainText('Regions and nodes have not been read yet');
    await expect(verdict(page).locator('[data-severity]').first()).toHaveAttribute('data-severity', 'assumed');
    await expect(heading).toHaveText('Operational');
  });

  await test.step('they lead, and the document is contradicted', async () => {
    for (const path of lists)
      double.set(path, {
        edit: (body) => ({
          ...body,
          data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
        }),
      });
    await expect(heading).toHaveText('Major outage');
    await expect(main).toContainText(/6 of 6 regions.*are not operational, major outage/s);
    await expect(main).toContainText('The status document says operational');
    await expect(main).toContainText('So do 18 of 18 components. All 6 regions and every node say otherwise.');
    await expect(main).toContainText(/document read \d+\ss ago/);
    const zones = page.getByRole('list', { name: 'Zones' }).getByRole('listitem');
    await expect(zones.first()).toContainText(/\d+ of \d+/);
    await expect(page.locator('main [data-severity=ok], main [data-severity=assumed]')).toHaveCount(0);
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await expectLegible(page, `contested at ${screen.width} × ${screen.height}`);
    }
  });
});

test('a wall of several deployments starts with an overview, worst first, and is set up in a dialog', async ({
  page,
  deployTogether,
}) => {
  const {
    host: { url },
    doubles,
  } = await deployTogether({
    one: allOperational,
    bad: withOne(allOperational, 3, 'degraded_performance'),
    burning: allOperational,
  });
  for (const path of ['/api/v2/regions', '/api/v2/nodes'])
    doubles['burning']?.set(path, {
      edit: (body) => ({
        ...body,
        data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
      }),
    });

  await test.step('an overview alone reads the lists of its verdicts: nothing is green while nodes fail', async () => {
    await page.goto(`${url}/wall?scenes=overview`);
    const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    // Rows change their order only when a state was read twice, so that of `burning` does not change it yet.
    await expect(rows.filter({ hasNotText: 'burning' })).toContainText(['bad', 'one']);
    const burning = rows.filter({ hasText: 'burning' });
    await expect(burning).toContainText('Major outage');
    await expect(burning).toContainText(
      '60 of 60 nodes are not operational; the status document says operational',
    );
    await expect(rows.filter({ hasText: /^bad/ })).toContainText('Degraded');
    const one = rows.filter({ hasText: /^one/ });
    await expect(one).toContainText('18 of 18');
    await expect(one.locator('[data-severity=ok]').first()).toBeAttached();
  });

  await test.step('the address in the dialog holds all settings', async () => {
    await page.goto(`${url}/one`);
    // Before the app replaces the server-rendered page, the link opens the wall itself.
    await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
    await page.getByRole('link', { name: 'Wall' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up a wall' });
    const address = dialog.getByLabel('Address of the wall');
    await expect(address).toHaveText(`${url}/one/wall`);
    await dialog.getByRole('checkbox', { name: 'burning' }).check();
    await dialog.getByRole('checkbox', { name: 'Events' }).uncheck();
    await dialog.getByRole('button', { name: 'Move Status up' }).click();
    await dialog.getByRole('button', { name: '30 s' }).click();
    await expect(address).toHaveText(
      `${url}/wall?deployments=one,burning&scenes=status,overview,map,inventory&seconds=30`,
    );
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Status of one, as it is now');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.getByRole('link', { name: 'Wall' }).click();
    await dialog.getByRole('checkbox', { name: 'one' }).uncheck();
    await dialog.getByRole('button', { name: 'Open here' }).click();
    await expect(page).toHaveURL(`${url}/wall`);
    // A problem may interrupt the overview at once, so either scene is correct.
    await expect(scene(page)).toHaveAttribute('data-scene', /^(?:overview|status)$/);
  });
});

test("a contradiction has its time by the host's clock if the screen's clock is wrong", async ({
  page,
  deploy,
}) => {
  const deployed = await deploy({ ...allOperational, pollSeconds: 2 });
  contradict(deployed);
  deployed.double.set('/api/v2/status', { status: 503 });
  await page.clock.install({ time: new Date(Date.now() + 20 * 60_000) });
  const clockIsKnown = page.waitForResponse((response) => response.url().endsWith('/history'));
  await page.goto(`${deployed.url}/wall?scenes=status`);
  await clockIsKnown;
  const startedAt = Date.now();
  deployed.double.clear('/api/v2/status');
  const contradictions = page.getByRole('list', { name: 'Contradictions' });
  await expect(contradictions).toContainText(/first seen \d\d:\d\d:\d\d/);
  const clock = /first seen ([\d:]+)/.exec((await contradictions.textContent()) ?? '')?.[1];
  const day = 24 * 60 * 60_000;
  const after = (Date.parse(`1970-01-01T${clock}Z`) - startedAt) % day;
  // Without the correction the time would be 20 minutes off. The test tolerates less than ten.
  expect(Math.abs(((after + 1.5 * day) % day) - day / 2)).toBeLessThan(10 * 60_000);
});

test('a contradiction keeps its start time while other scenes have their turns', async ({ page, deploy }) => {
  const deployed = await deploy({ ...allOperational, pollSeconds });
  contradict(deployed);
  const { url } = deployed;
  const contradictions = page.getByRole('list', { name: 'Contradictions' });
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status,inventory&seconds=20`, () =>
    expect(contradictions).toContainText(/first seen \d\d:\d\d:\d\d/),
  );
  const moment = /first seen [\d:]+/.exec((await contradictions.textContent()) ?? '')?.[0];
  for (const name of ['inventory', 'status']) {
    for (let passed = 0; (await scene(page).getAttribute('data-scene')) !== name && passed < 30; passed += 1)
      await time.pass(1);
    await expect(scene(page)).toHaveAttribute('data-scene', name);
  }
  await time.pass(2);
  await expect(contradictions).toContainText(moment ?? 'a moment');
});

test('vanished components and contradictions are on the wall with their times', async ({
  page,
  request,
  deploy,
}) => {
  const deployed = await deploy({ ...allOperational, pollSeconds });
  const { url, api, double } = deployed;
  contradict(deployed);
  const contradictions = page.getByRole('list', { name: 'Contradictions' }).getByRole('listitem');
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
    await expect(contradictions.first()).toContainText(/2 of 60 nodes are not.*first seen \d\d:\d\d:\d\d/);
  });
  expect(await misfits(page)).toEqual([]);
  await time.pass(10);
  double.set('/api/v2/status', {
    edit: (body) => ({
      ...body,
      version: 'v2',
      components: allOperational.components.filter(({ name }) => name !== 'Replication'),
    }),
  });
  await expect
    .poll(async () => (await request.get(`${api}/api/v2/status`)).text())
    .not.toContain('Replication');
  await time.pass(10);
  const gone = page.getByRole('list', { name: 'Components' }).getByRole('listitem').first();
  await expect(gone).toContainText(/Replication.*No longer listed.*last listed \d\d:\d\d:\d\d/s);
  await expect(contradictions.first()).toContainText('2 of 60 nodes are not');
  expect(await misfits(page)).toEqual([]);
  await expectNoGoodWithoutProof(page);
});
