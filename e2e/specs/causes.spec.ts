/** If the status cannot be read, the headline shows the cause, with the remedy beside it. */

import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { allPaths, type Double, type Override, startDouble } from '../servers/double.ts';
import { isOpensslThere, makeAuthority, whyNoOpenssl } from '../support/hosts/certificates.ts';
import { type Front, startSecure } from '../support/hosts/fronts.ts';
import { startHost } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { stopTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const mends = (page: Page) => page.getByRole('region', { name: 'What mends it' });

/**
 * Slug, fault of the status endpoint, headline on the page, observed fact, and setting or text that the
 * remedy contains.
 */
const faults: readonly [slug: string, override: Override, headline: string, seen: string, named: string][] = [
  ['unauthorized', { status: 401 }, 'Refused: no credential', 'HTTP 401', 'deployments[].headers'],
  ['forbidden', { status: 403 }, 'Not allowed', 'HTTP 403', 'deployments[].headers'],
  ['failing', { status: 503 }, 'Answers HTTP 503', 'HTTP 503', 'Check the service'],
  ['silent', { hold: true }, 'No response in time', 'within 1 s', 'limits.timeoutSeconds'],
  [
    'moved',
    { status: 302, headers: { Location: 'http://127.0.0.1:9/' } },
    'Redirected',
    'redirect',
    'deployments[].baseUrl',
  ],
  [
    'portal',
    { headers: { 'Content-Type': 'text/html' }, body: '<title>Sign in</title>' },
    'A web page responds',
    'a web page',
    'deployments[].baseUrl',
  ],
  ['broken', { body: '{"status":' }, 'Response is not JSON', 'not JSON', 'docs/operate/check.md'],
  ['foreign', { body: '{}' }, 'Not this API', 'not a status document', 'docs/operate/check.md'],
  [
    'large',
    { body: `"${'x'.repeat(70_000)}"` },
    'Response too large',
    'larger than',
    'limits.maximumBodyBytes',
  ],
];

test('each cause is the headline, with the observed fact and the remedy', async ({ page, deployTogether }) => {
  test.slow();
  const named = Object.fromEntries(
    [...faults.map(([slug]) => slug), 'gone'].map((slug) => [slug, allOperational]),
  );
  const limits = { timeoutSeconds: 1, maximumBodyBytes: 65536 };
  const { host, doubles } = await deployTogether(named, { limits }, (each) => {
    for (const [slug, override] of faults)
      for (const path of ['/api/v1/status', '/api/v2/status']) each[slug]?.set(path, override);
    each['unauthorized']?.set('/api/v1/applications', { hold: true });
  });
  await doubles['gone']?.refuse();
  const gone = ['gone', {}, 'Connection refused', 'nothing listens', 'deployments[].baseUrl'] as const;
  for (const [slug, , headline, seen, remedy] of [...faults, gone])
    await test.step(slug, async () => {
      await page.goto(`${host.url}/${slug}`);
      await expect(verdict(page).getByRole('heading')).toHaveText(headline);
      await expect(verdict(page)).toContainText(new RegExp(seen, 'i'));
      await expect(mends(page)).toContainText(remedy);
      await expectNoGoodWithoutProof(page);
    });
  await page.goto(host.url);
  const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
  for (const [slug, , headline, , remedy] of [...faults, gone]) {
    const row = rows.filter({ has: page.getByRole('link', { name: slug, exact: true }) });
    await expect(row).toContainText(headline);
    await expect(row).toContainText(remedy);
    await row.scrollIntoViewIfNeeded();
    for (const name of await row.locator('.mono').all()) await expect(name).toBeInViewport();
  }
  await page.goto(`${host.url}/forbidden/wall?scenes=status`);
  await expect(verdict(page).getByRole('heading')).toHaveText('No contact');
  await expect(page.getByRole('main')).toContainText(
    'Not allowed. No contact yet. The service returns HTTP 403: the service requires',
  );
  await page.goto(`${host.url}/unauthorized/applications`);
  await expect(page.getByRole('group', { name: 'Could not be read' })).toContainText('no response within 1 s');
  await expect(mends(page)).toHaveText(
    /^limits\.timeoutSeconds, docs\/operate\/configuration\.md: If the service is only slow/,
  );
  await page.goto(`${host.url}/unauthorized/endpoints`);
  const row = page.getByRole('row').filter({ hasText: '/api/v2/status' });
  await expect(row).toContainText('Refused: no credential');
  await expect(page.getByRole('list', { name: 'What mends it' }).getByRole('listitem')).toHaveText([
    /^Refused: no credential\. deployments\[\]\.headers, docs\/operate\/configuration\.md: Give this host a credential/,
  ]);
  await doubles['gone']?.accept();
});

test('a refused credential is reported until its file has another one', async ({ page }) => {
  const double = await startDouble(allOperational);
  const token = test.info().outputPath('token');
  const file = test.info().outputPath('edgewatch.json');
  await writeFile(token, 'canary-old');
  const edge = { slug: 'edge', baseUrl: double.url, headers: { 'X-Key': { file: token } } };
  await writeFile(file, JSON.stringify({ deployments: [edge], pollSeconds: 60 }));
  for (const path of allPaths)
    double.set(path, () => (double.log.at(-1)?.headers['x-key'] === 'canary-new' ? {} : { status: 401 }));
  const host = await startHost(['--config', file]);
  try {
    // No automatic retry happens before the button is pressed.
    const time = await stopTime(page, [host]);
    await page.goto(`${host.url}/edge`);
    await time.settleUntil(verdict(page).getByRole('heading', { name: 'Credential refused' }));
    await expect(verdict(page)).toContainText(
      'The service returns HTTP 401: the service does not accept our credential',
    );
    await expect(mends(page)).toContainText('deployments[].headers');
    await expect(page.getByRole('main')).not.toContainText(/canary|127\.0\.0\.1/);
    await writeFile(token, 'canary-new\n');
    await mends(page).getByRole('button', { name: 'Try now' }).click();
    await time.settleUntil(verdict(page).getByText('18 of 18 components'));
  } finally {
    await page.close();
    await host.stop();
    await double.close();
  }
});

test.describe('a certificate', () => {
  test.skip(!isOpensslThere, whyNoOpenssl);

  test('that is not trusted is reported with its fault, and an authority can be added', async ({
    page,
  }, testInfo) => {
    test.slow();
    const folder = testInfo.outputPath('authority');
    await mkdir(folder, { recursive: true });
    const authority = makeAuthority(folder);
    const double: Double = await startDouble(allOperational);
    const fronts: Front[] = [];
    const secure = async (identity: Parameters<typeof startSecure>[1]) => {
      const front = await startSecure(double.url, identity);
      fronts.push(front);
      return front.origin;
    };
    const good = await secure(authority.sign('IP:127.0.0.1'));
    const deployments = [
      ['good', good],
      ['expired', await secure(authority.sign('IP:127.0.0.1', '20210101000000Z'))],
      ['other', await secure(authority.sign('DNS:edge.example.com'))],
      ['plain', double.url.replace('http:', 'https:')],
    ].map(([slug, baseUrl]) => ({ slug, baseUrl, tls: { ca: { file: authority.file } } }));
    const file = testInfo.outputPath('edgewatch.json');
    await writeFile(file, JSON.stringify({ deployments }));
    const trusting = await startHost(['--config', file]);
    const strict = await startHost(['--base-url', `good=${good}`]);
    try {
      await page.goto(`${trusting.url}/good`);
      await expect(verdict(page)).toContainText('18 of 18 components');
      for (const [address, headline, seen, remedy] of [
        [
          `${trusting.url}/expired`,
          'Certificate expired',
          /expired on 1.Jan.2021, 00:00:00 UTC/,
          'No setting of Edgewatch accepts an expired certificate',
        ],
        [
          `${trusting.url}/other`,
          'Certificate for another name',
          /issued for edge\.example\.com, not for the name in the base URL/,
          'deployments[].tls.serverName',
        ],
        [`${trusting.url}/plain`, 'No https there', /does not use TLS/, 'deployments[].baseUrl'],
        [
          `${strict.url}/good`,
          'Certificate not trusted',
          /signed by “Authority”, which this host does not trust/,
          'deployments[].tls.ca',
        ],
      ] as const) {
        await page.goto(address);
        await expect(verdict(page).getByRole('heading')).toHaveText(headline);
        await expect(verdict(page)).toContainText(seen);
        await expect(mends(page)).toContainText(remedy);
        await expect(page.getByRole('main')).not.toContainText(/\bE[A-Z]{5,}|_CERT_|127\.0\.0\.1/);
      }
    } finally {
      await page.close();
      await Promise.all([trusting.stop(), strict.stop(), ...fronts.map((front) => front.close())]);
      await double.close();
    }
  });
});
