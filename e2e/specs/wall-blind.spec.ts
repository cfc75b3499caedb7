/** What a wall shows if services do not respond, and if its own host does not. */

import type { Page } from '@playwright/test';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';
import { expectLegible, screens } from '../support/wall/legible.ts';
import {
  components,
  pollSeconds,
  scene,
  untilHostSays,
  verdict,
  withOne,
  withWords,
} from '../support/wall/wall.ts';

async function expectDrained(page: Page): Promise<void> {
  await expect(page.locator('main [data-severity]').first()).toBeAttached();
  await expect(page.locator('main [data-severity]:not([data-severity=unvouched])')).toHaveCount(0);
  await expect(page.locator('main [data-freshness]:not([data-freshness=lost])')).toHaveCount(0);
}
test('from the second failure on every band has a hatched edge and its age', async ({
  page,
  request,
  deploy,
}) => {
  const { url, api, double } = await deploy({
    ...withWords({ 'Object Store': 'major_outage' }, 'major_outage'),
    pollSeconds,
  });
  const band = components(page).getByRole('listitem');
  const ground = () => band.evaluate((element) => getComputedStyle(element).backgroundColor);
  const time = await openInStoppedTime(page, `${url}/wall?scenes=status`, () =>
    expect(band).toContainText('Major outage'),
  );
  const fresh = await ground();
  for (const path of allOperational.offered) double.set(path, { status: 503, body: 'out of order' });
  await untilHostSays(request, api, '503');
  let failures = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/api/v2/status') && response.status() >= 500) failures += 1;
  });
  await time.passUntil(() => failures === 2, 8);
  await expect(page.locator('main [data-freshness=late]').first()).toBeAttached();
  await expect(band).toContainText(/ old.*Major outage/s);
  await expect(band).toContainText(/last confirmed \d\d:\d\d:\d\d/i);
  expect(await ground()).not.toBe(fresh);
  expect(await band.evaluate((element) => getComputedStyle(element, '::before').backgroundImage)).toContain(
    'repeating-linear-gradient',
  );
  await expectNoGoodWithoutProof(page);
});

test('a screen without its own host says so, and claims nothing about any service', async ({
  page,
  deployTogether,
}) => {
  const bad = withWords({ 'Object Store': 'major_outage' }, 'major_outage');
  const { host, doubles } = await deployTogether(
    { fine: allOperational, bad, burning: allOperational },
    { pollSeconds },
  );
  doubles['burning']?.set('/api/v2/nodes', {
    headers: { 'Cache-Control': 'public, max-age=5' },
    edit: (body) => ({
      ...body,
      data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
    }),
  });
  const time = await openInStoppedTime(page, `${host.url}/wall?scenes=overview`, () =>
    expect(page.getByRole('list', { name: 'Deployments' }).getByText('Major outage')).toHaveCount(2),
  );
  await host.stop();
  await time.passInVain(6);
  await expect(scene(page)).toHaveAttribute('data-scene', 'blind');
  await expect(verdict(page).getByRole('heading')).toHaveText('This screen is blind');
  await expect(verdict(page)).toContainText(/for \d+\ss, since \d\d:\d\d:\d\d/);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    `Its own host, ${new URL(host.url).host}, does not answer: no connection. How the services are is not known.`,
  );
  await expect(main).not.toContainText('No contact');
  await expect(main).toContainText('Nothing on this screen is current');
  const known = page.getByRole('list', { name: 'Last known' }).getByRole('listitem');
  await expect(known).toHaveCount(3);
  await expect(known.first()).toContainText(/bad.*major outage.*read \d\d:\d\d:\d\d/s);
  await expectDrained(page);
  // The nodes of `burning` are old after 30 s, but the wall still lists their last known state.
  await time.passInVain(30);
  await expect(known.nth(1)).toContainText(/burning.*major outage/s);
  for (const screen of screens) {
    await page.setViewportSize(screen);
    await expectLegible(page, `blind at ${screen.width} × ${screen.height}`);
  }
});

test('a wall without any responding deployment states that its own host responds', async ({
  page,
  deployTogether,
}) => {
  const { host, doubles } = await deployTogether({ one: allOperational, two: allOperational }, { pollSeconds });
  const time = await openInStoppedTime(page, `${host.url}/wall?scenes=overview`, () =>
    expect(page.getByRole('list', { name: 'Deployments' })).toContainText('18 of 18'),
  );
  await Promise.all(Object.values(doubles).map((double) => double.refuse()));
  await time.pass(25);
  await expect(verdict(page).getByRole('heading')).toHaveText('No contact');
  await expect(page.getByRole('main')).toContainText(
    'None of the 2 deployments answers. Our own host answers.',
  );
  await expect(page.locator('main > footer')).toContainText(/Own host answers, \d+\ss ago/);
  await expectDrained(page);
});

test('scenes of a lost deployment keep no colour, although its lists are not old', async ({
  page,
  deployTogether,
}) => {
  const { host, doubles } = await deployTogether(
    { gone: allOperational, fine: allOperational },
    // If regions were part of the verdict, the scene of their problem would come in every second turn.
    { pollSeconds, verdict: { regions: false, nodeShare: false } },
  );
  doubles['gone']?.set('/api/v2/regions', {
    edit: (body) => ({
      ...body,
      data: [body['data']].flat().map((row) => ({ ...Object(row), status: 'major_outage' })),
    }),
  });
  const red = page.locator('main [data-severity=critical]').first();
  const time = await openInStoppedTime(page, `${host.url}/wall?scenes=map,inventory&seconds=5`, () =>
    expect(red).toBeAttached(),
  );
  const isOf = async (slug: string, name: string) =>
    (await scene(page).getAttribute('data-scene')) === name &&
    ((await page.locator('main > header').textContent()) ?? '').startsWith(slug);
  // Steps of four seconds find every scene, because each is shown for five.
  const until = async (slug: string, name: string) => {
    for (let looks = 0; looks < 6 && !(await isOf(slug, name)); looks += 1) await time.pass(4);
    expect(await isOf(slug, name)).toBe(true);
  };
  await doubles['gone']?.refuse();
  await time.pass(20);
  for (const name of ['map', 'inventory']) {
    await until('gone', name);
    await expect(scene(page)).toHaveAttribute('data-contact', 'none');
    await expectDrained(page);
    await expect(page.locator('main > footer')).toContainText(
      /Own host answers, \d+\ss ago; 1 other deployment is read/,
    );
  }
  for (const name of ['map', 'inventory']) {
    await until('fine', name);
    await expect(scene(page)).toHaveAttribute('data-contact', 'some');
    await expect(page.locator('main [data-freshness=fresh]').first()).toBeAttached();
  }
});

test('without contact the rotation stops, nothing is green, and it recovers by itself', async ({
  page,
  request,
  deploy,
}) => {
  const { url, api, double } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, `${url}/wall?seconds=20`, async () => {
    await expect(verdict(page)).toContainText('18 of 18');
  });
  for (const path of allOperational.offered) double.set(path, { status: 503, body: 'out of order' });
  await untilHostSays(request, api, '503');
  await time.pass(30);
  await expect(scene(page)).toHaveAttribute('data-scene', 'status');
  await expect(scene(page)).toHaveAttribute('data-contact', 'none');
  await expect(verdict(page).getByRole('heading')).toHaveText('No contact');
  await expect(verdict(page)).toContainText(/since \d\d:\d\d:\d\d/);
  await expect(page.getByText(/Rotation paused, (next try in|trying now)/)).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText(/double cannot be read: attempt \d+, HTTP 503\. Our own host answers\./);
  await expect(page.locator('main > footer')).toContainText(/Own host answers, \d+\ss ago/);
  await expect(main).toContainText(/Last known, \d+\ss old, may no longer be true/);
  const known = page.getByRole('list', { name: 'Last known' });
  await expect(known).toContainText(/18 components.*operational.*read \d\d:\d\d:\d\d/s);
  await expect(known).toContainText(/6 regions.*operational/s);
  await expectDrained(page);
  for (const path of allOperational.offered) double.clear(path);
  await untilHostSays(request, api, 'operational');
  await time.pass(4);
  await expect(verdict(page)).toContainText('18 of 18 components');
  await expect(scene(page)).toHaveAttribute('data-contact', 'some');
});

test('unreadable lists are named, beside problems and in the head of other scenes', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy({
    ...withOne(allOperational, 3, 'major_outage'),
    status: 'major_outage',
  });
  double.set('/api/v2/nodes', { status: 503, body: 'out of order' });
  double.set('/api/v1/nodes', { status: 503, body: 'out of order' });
  await page.goto(`${url}/wall?scenes=status`);
  const main = page.getByRole('main');
  await expect(page.getByRole('list', { name: 'Components' })).toContainText('Usage Reporting');
  await expect(main).toContainText('Partly unknown: nodes could not be read.');
  await expect(page.locator('main > header')).toContainText('partly unknown');
  double.clear('/api/v2/status');
  await page.goto(`${url}/wall?scenes=events&seconds=5`);
  await expect(scene(page)).toHaveAttribute('data-scene', 'events');
  await expect(verdict(page)).toContainText('Major outage, partly unknown');
});
