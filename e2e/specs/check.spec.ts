/**
 * Runs `edgewatch check` as an operator does: with a certificate authority of one's own, a credential from a
 * file, and exit codes.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { type Double, startDouble } from '../servers/double.ts';
import { isOpensslThere, makeAuthority, whyNoOpenssl } from '../support/hosts/certificates.ts';
import { startSecure } from '../support/hosts/fronts.ts';
import { runProgram } from '../support/hosts/host.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

let double: Double;
test.beforeEach(async () => {
  double = await startDouble(allOperational);
});
test.afterEach(() => double.close());

test('it exits with 0 if all holds, with 1 if the service departs', async () => {
  const good = await runProgram(['check', double.url]);
  expect(good).toMatchObject({ code: 0, stderr: '' });
  expect(good.stdout).toMatch(/\nPassed: .*\n$/);
  double.set('/api/v1/nodes', { edit: (body) => ({ ...body, pagination: {} }) });
  expect(await runProgram(['check', double.url])).toMatchObject({ code: 1, stderr: '' });
  const { stdout, code } = await runProgram(['check', '--json', double.url]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ passed: false });
});

test('a response may take the given time', async () => {
  for (const path of allOperational.offered) double.set(path, { hold: true });
  const { stdout, code } = await runProgram(['check', double.url, '--timeout', '1']);
  expect(stdout).toContain('No endpoint of this API responds there: no response within 1 s.');
  expect(code).toBe(1);
});

test('a secret from a file is sent and never printed, for any response with it', async () => {
  const file = test.info().outputPath('token');
  const secret = 'Bearer t0ps3cret-0123456789';
  await writeFile(file, `${secret}\n`);
  double.set('/api/v1/nodes', { status: 302, headers: { Location: `http://127.0.0.1:9/?key=${secret}` } });
  double.set('/api/v1/events', { edit: (body) => ({ ...body, object: secret }) });
  double.set('/api/v1/status', { edit: (body) => ({ ...body, version: secret }) });
  const { stdout, stderr } = await runProgram([
    'check',
    '--json',
    double.url,
    '--header',
    `Authorization=@${file}`,
  ]);
  expect(double.log.every(({ headers }) => headers.authorization === secret)).toBe(true);
  expect(stdout).toContain('[secret]');
  expect(stdout + stderr).not.toContain('t0ps3cret');
});

for (const [mistake, args, sentence] of [
  ['a header without a value', ['--header', 'Authorization='], '--header Authorization has no value.'],
  ['a time that is none', ['--timeout', 'soon'], '--timeout must be an integer from 1 to 300, not "soon".'],
  [
    'a file that is not there',
    ['--ca', '/nowhere/ca.pem'],
    'The file of --ca /nowhere/ca.pem cannot be read (ENOENT).',
  ],
  [
    'a file that is no certificate',
    ['--ca', 'package.json'],
    'The file of --ca package.json has no certificate in PEM form.',
  ],
] as const)
  test(`${mistake} gives one sentence, and nothing is requested`, async () => {
    expect(await runProgram(['check', double.url, ...args])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${sentence}\n`,
    });
    expect(double.log).toEqual([]);
  });

test('a certificate of the operator’s own authority is trusted if named, and reported if not', async () => {
  test.skip(!isOpensslThere, whyNoOpenssl);
  const folder = test.info().outputPath('authority');
  await mkdir(folder, { recursive: true });
  const authority = makeAuthority(folder);
  const secure = await startSecure(double.url, authority.sign('IP:127.0.0.1'));
  try {
    const trusted = await runProgram(['check', secure.origin, '--ca', authority.file]);
    expect(trusted).toMatchObject({ code: 0, stderr: '' });
    const { stdout, code } = await runProgram(['check', secure.origin]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'is not signed by an authority that this host trusts; --ca FILE names an authority to trust.',
    );
  } finally {
    await secure.close();
  }
});
