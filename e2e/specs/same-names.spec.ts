import { writeFile } from 'node:fs/promises';
import { startDouble } from '../servers/double.ts';
import { runProgram } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

test('two deployments with one name are distinguished everywhere', async ({ page, startWith }, testInfo) => {
  const doubles = [await startDouble(allOperational), await startDouble(allOperational)];
  const file = testInfo.outputPath('edgewatch.json');
  const name = 'Edge network';
  const deployments = doubles.map(({ url }, index) => ({
    slug: index === 0 ? 'eu' : 'us',
    name,
    baseUrl: url,
  }));
  await writeFile(file, JSON.stringify({ deployments, pollSeconds: 2 }, null, 1));
  const both = ['Edge network (eu)', 'Edge network (us)'];

  await test.step('the configuration check warns, and passes', async () => {
    const { code, stdout } = await runProgram(['config', 'check', file]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /edgewatch\.json:5:\d+: warning: deployments\[0\]\.name: another deployment also has the name/,
    );
    expect(stdout).toContain('"Edge network (us)"');
  });
  const { url } = await startWith(['--config', file]);

  await test.step('on the overview and in Find', async () => {
    await page.goto(url);
    for (const each of both) await expect(page.getByRole('link', { name: each, exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('combobox', { name: 'Find' }).fill('edge network');
    for (const slug of ['eu', 'us'])
      await expect(
        page.getByRole('option', { name: new RegExp(`Deployment.*Edge network.*${slug}`) }),
      ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('in the bar, the menu and the title of a page', async () => {
    await page.goto(`${url}/us`);
    await expect(page).toHaveTitle(/Edge network \(us\)/);
    await expect(page.getByRole('banner').getByTitle('Edge network (us)')).toHaveText('Edge network (us)');
    await expect(page.getByRole('combobox', { name: 'Deployment' }).getByRole('option')).toHaveText(both);
  });

  await test.step('on the wall and in its set-up', async () => {
    await page.keyboard.press('w');
    const dialog = page.getByRole('dialog');
    for (const each of both) await expect(dialog.getByRole('checkbox', { name: each })).toBeVisible();
    await page.goto(`${url}/wall?scenes=overview`);
    for (const each of both)
      await expect(page.getByRole('list', { name: 'Deployments' }).getByText(each)).toBeVisible();
    await page.goto(`${url}/eu/wall`);
    await expect(page.getByRole('main').getByText('Edge network (eu)').first()).toBeVisible();
    await expect(page).toHaveTitle(/Edge network \(eu\)/);
  });

  await test.step('a long name is cut before its slug', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/us`);
    const isCut = await page
      .getByRole('banner')
      .getByText('(us)', { exact: true })
      .evaluate(({ parentElement }) => parentElement && parentElement.scrollWidth > parentElement.clientWidth);
    expect(isCut).toBe(false);
  });
  await Promise.all(doubles.map((double) => double.close()));
});
