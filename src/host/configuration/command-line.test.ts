import { describe, expect, it, test } from 'vitest';
import { SettingsError } from '../net/settings-error.ts';
import { parseBasePath } from './base-path.ts';
import { parseCommandLine } from './command-line.ts';

const check = { baseUrl: 'http://a.test', json: false, headers: [] };
const plain = { open: false, demo: false, baseUrls: [] };

describe('the command line', () => {
  it.each([
    ['', plain],
    ['serve', plain],
    ['--port 0', { ...plain, port: 0 }],
    ['serve --port=4700 --host ::1 --open', { ...plain, port: 4700, host: '::1', open: true }],
    ['--base-url http://a.test/', { ...plain, baseUrls: [{ baseUrl: 'http://a.test' }] }],
    [
      '--base-url eu=http://a.test --base-url http://b.test/x=y',
      { ...plain, baseUrls: [{ slug: 'eu', baseUrl: 'http://a.test' }, { baseUrl: 'http://b.test/x=y' }] },
    ],
    ['--config e.jsonc --base-path /ops/', { ...plain, configFile: 'e.jsonc', basePath: '/ops' }],
    ['--data d --tls-cert c --tls-key k', { ...plain, data: 'd', tlsCert: 'c', tlsKey: 'k' }],
    ['--demo --demo-seed 7 --demo-scale 10', { ...plain, demo: true, demoSeed: 7, demoScale: 10 }],
  ])('`edgewatch %s` serves with %o', (line, options) => {
    expect(parseCommandLine(words(line))).toEqual({ kind: 'serve', options });
  });

  test('takes a database from a flag or a variable, and no message repeats it', () => {
    const databaseOf = (args: readonly string[], variables = {}) => {
      const command = parseCommandLine(args, variables);
      return command.kind === 'serve' ? command.options.database?.reveal() : null;
    };
    const [a, b] = ['postgres://ew:canary@a.test:5432/ew', 'postgresql:///ew?host=/run/postgresql'];
    expect(databaseOf(['--database', a], { EDGEWATCH_DATABASE: b })).toBe(a);
    expect(databaseOf([], { EDGEWATCH_DATABASE: b })).toBe(b);
    const such = 'It needs to be an address such as postgres://user:password@host/database.';
    for (const wrong of ['mysql://ew:canary@a.test/ew', 'canary'])
      expect(() => databaseOf(['--database', wrong])).toThrow(new SettingsError(`--database: ${such}`));
    expect(() => databaseOf([], { EDGEWATCH_DATABASE: 'postgres://ew:can%ry@a.test/ew' })).toThrow(
      'EDGEWATCH_DATABASE: It has a "%" that begins no escape; write "%25".',
    );
    expect(() => databaseOf(['--database', 'postgres://ew:canary@a,b/ew'])).toThrow(
      'It needs to name one host.',
    );
    expect(() =>
      databaseOf(['--database', 'postgres://ew@a.test/ew?sslmode=verify-full&p%61ssword=canary']),
    ).toThrow('--database: It needs the password before the host: postgres://user:password@host/database.');
  });

  it.each([
    ['--help', { kind: 'help' }],
    ['serve --help', { kind: 'help' }],
    ['--version', { kind: 'version' }],
    ['check http://a.test/', { kind: 'check', options: check }],
    ['history backup a.db --data d', { kind: 'history', verb: 'backup', data: 'd', file: 'a.db' }],
    ['history export', { kind: 'history', verb: 'export', data: './edgewatch-data', file: null }],
    ['history export a', { kind: 'history', verb: 'export', data: './edgewatch-data', file: 'a' }],
    [
      'history rename edge edge-eu --data d',
      { kind: 'history', verb: 'rename', data: 'd', from: 'edge', to: 'edge-eu' },
    ],
    [
      'history copy --from sqlite:d --to postgres://db/ew',
      { kind: 'history', verb: 'copy', data: 'd', database: 'postgres://db/ew', direction: 'to-database' },
    ],
    [
      'history copy --from postgresql://db/ew --to sqlite:d',
      { kind: 'history', verb: 'copy', data: 'd', database: 'postgresql://db/ew', direction: 'to-folder' },
    ],
    ['history verify --json', { kind: 'history', verb: 'verify', data: './edgewatch-data', json: true }],
    [
      'import a.json b.csv --resource nodes --data d',
      { kind: 'import', data: 'd', from: { files: ['a.json', 'b.csv'], resource: 'nodes' } },
    ],
    [
      'import --from http://a.test/ --header X-Key=@key --ca ca.pem',
      {
        kind: 'import',
        data: './edgewatch-data',
        from: { baseUrl: 'http://a.test', headers: [{ name: 'X-Key', file: 'key' }], ca: 'ca.pem' },
      },
    ],
    ['serve --service', { kind: 'service', data: './edgewatch-data', host: '127.0.0.1', port: 4600 }],
    ['--service --host [::] --open --port 0 --data d', { kind: 'service', data: 'd', host: '::', port: 0 }],
    [
      'report --month 2026-11 --zone europe/berlin --config e.jsonc --csv',
      {
        kind: 'report',
        month: '2026-11',
        zone: 'Europe/Berlin',
        data: './edgewatch-data',
        configFile: 'e.jsonc',
        form: 'csv',
      },
    ],
    ['check --json http://a.test', { kind: 'check', options: { ...check, json: true } }],
    [
      'check http://a.test --header X-Key=a=b --header Authorization=@token --ca ca.pem --timeout 30',
      {
        kind: 'check',
        options: {
          ...check,
          headers: [
            { name: 'X-Key', value: 'a=b' },
            { name: 'Authorization', file: 'token' },
          ],
          ca: 'ca.pem',
          timeoutSeconds: 30,
        },
      },
    ],
  ])('`edgewatch %s` is %o', (line, command) => {
    expect(parseCommandLine(words(line))).toEqual(command);
  });

  it.each([
    ['--nope', 'edgewatch serve has no flag --nope; try edgewatch --help.'],
    ['--postgres x', 'edgewatch serve has no flag --postgres; try edgewatch --help.'],
    ['--no-demo', 'edgewatch serve has no flag --no-demo; try edgewatch --help.'],
    ['-x', 'edgewatch serve has no flag -x; try edgewatch --help.'],
    ['export a.json', 'There is no command "export"; try edgewatch --help.'],
    ['import', 'edgewatch import needs files, or the base URL of a deployment: --from BASE_URL.'],
    ['import a.json --ca ca.pem', 'edgewatch import FILE takes no --ca.'],
    ['import --from http://a.test --format csv', 'edgewatch import --from takes no --format.'],
    ['import --from http://a.test --header A=Bearer secret', 'put a header whose value has spaces in quotes.'],
    ['import --add a.json', 'edgewatch import has no flag --add; try edgewatch --help.'],
    ['serve --service --demo', 'edgewatch serve --service has no flag --demo; try edgewatch --help.'],
    [
      '--service --host 0.0.0.0',
      'Listening on 0.0.0.0 shows everything to everyone who reaches it; add --open',
    ],
    ['serve now', 'edgewatch serve takes no argument "now"; try edgewatch --help.'],
    ['history', 'edgewatch history has backup, copy, export, verify and rename, not "".'],
    ['report', 'edgewatch report needs a month, such as --month 2026-11.'],
    ['report --month 2026-13', 'edgewatch report needs a month, such as --month 2026-11.'],
    ['report --month 2026-11 --zone Mars', '--zone must be a time zone such as Europe/Berlin, not "Mars".'],
    ['report --month 2026-11 --json --csv', 'edgewatch report takes --json or --csv, not both.'],
    ['report 2026-11', 'edgewatch report takes no argument "2026-11"'],
    ['history backup', 'edgewatch history backup needs the name of a new file.'],
    ['history backup a b', 'edgewatch history backup: "b" is one argument too many.'],
    ['history copy', 'edgewatch history copy needs --from and --to'],
    ['history copy --from sqlite:a --to sqlite:b', 'edgewatch history copy needs --from and --to'],
    ['history copy --from sqlite:a --to postgres://db/ew --json', 'takes --from and --to, and nothing else'],
    ['history verify --from sqlite:a', 'edgewatch history verify takes neither --from nor --to.'],
    ['history rename edge', 'edgewatch history rename takes two slugs: the old one and the new one.'],
    ['history rename a b c', 'edgewatch history rename takes two slugs: the old one and the new one.'],
    ['history rename edge Edge', '"Edge"'],
    ['history verify a', 'edgewatch history verify: "a" is one argument too many.'],
    ['history export --json', 'edgewatch history export takes no --json.'],
    ['--port', '--port needs a value.'],
    ['--port --open', '--port needs a value.'],
    ['--port x', '--port must be an integer from 0 to 65535, not "x".'],
    ['--port 65536', '--port must be an integer from 0 to 65535, not "65536".'],
    ['--port 1 --port 2', '--port is given twice.'],
    ['--demo=yes', '--demo takes no value.'],
    ['--demo-scale 0', '--demo-scale must be an integer from 1 to 1000, not "0".'],
    ['--base-url wall=http://a.test', 'The slug "wall" is reserved by Edgewatch.'],
    ['check', 'edgewatch check needs the base URL of a deployment.'],
    [
      'check http://a.test http://b.test',
      'edgewatch check takes one base URL; "http://b.test" is one argument too many.',
    ],
    ['check http://a.test --timeout 0', '--timeout must be an integer from 1 to 300, not "0".'],
    ['check http://a.test --timeout 5 --timeout 6', '--timeout is given twice.'],
    ['check http://a.test --ca', '--ca needs a value.'],
    ['check http://a.test --header key', '--header must be NAME=VALUE or NAME=@FILE'],
    ['check http://a.test --header =secret', '--header must be NAME=VALUE or NAME=@FILE'],
    ['check http://a.test --header X-Key=', '--header X-Key has no value.'],
    [
      'check http://a.test --header Host=b.test',
      '--header Host is refused: Edgewatch sets this header itself.',
    ],
    ['check http://a.test --header X-Key=a --header x-key=b', '--header x-key is given twice.'],
    ['check http://a.test --header A=Bearer secret', 'put a header whose value has spaces in quotes.'],
    ['check --port 1 http://a.test', 'edgewatch check has no flag --port; try edgewatch --help.'],
  ])('`edgewatch %s` is refused: %s', (line, sentence) => {
    expect(() => parseCommandLine(words(line))).toThrow(sentence);
  });
});

it.each(['=s3cret', 'X Key=s3cret', 'X-Key=s3cret\u0000', 'X-Key=s3cret\nX: y', 'X-Key=s3cré', 'Host=s3cret'])(
  'no error message repeats the value of --header %j',
  (header) => {
    const parse = () => parseCommandLine(['check', 'http://a.test', '--header', header]);
    expect(parse).toThrow(/^--header /);
    expect(parse).not.toThrow(/s3cr/);
  },
);

describe('environment variables', () => {
  const serve = (line: string, variables: Readonly<Record<string, string>>) =>
    parseCommandLine(words(line), variables);

  it.each([
    [
      { EDGEWATCH_PORT: '4700', EDGEWATCH_HOST: '::1', EDGEWATCH_OPEN: '1' },
      { port: 4700, host: '::1', open: true },
    ],
    [
      { EDGEWATCH_BASE_URL: 'eu=http://a.test  http://b.test/' },
      { baseUrls: [{ slug: 'eu', baseUrl: 'http://a.test' }, { baseUrl: 'http://b.test' }] },
    ],
    [
      { EDGEWATCH_CONFIG: 'e.jsonc', EDGEWATCH_BASE_PATH: 'ops' },
      { configFile: 'e.jsonc', basePath: '/ops' },
    ],
    [
      { EDGEWATCH_DEMO: 'yes', EDGEWATCH_DEMO_SEED: '7', EDGEWATCH_DEMO_SCALE: '2' },
      { demo: true, demoSeed: 7, demoScale: 2 },
    ],
    [{ EDGEWATCH_OBSERVE: 'status' }, { observe: 'status' }],
    [{ EDGEWATCH_PORT: ' ', EDGEWATCH_OPEN: 'false', EDGEWATCH_TOKEN: 'x' }, {}],
  ])('%o stand for flags', (variables, options) => {
    expect(serve('', variables)).toEqual({ kind: 'serve', options: { ...plain, ...options } });
  });

  it('give way to flags', () => {
    expect(
      serve('--port 1 --base-url http://a.test', {
        EDGEWATCH_PORT: '2',
        EDGEWATCH_BASE_URL: 'http://b.test',
        EDGEWATCH_HOST: '::1',
      }),
    ).toMatchObject({ options: { port: 1, baseUrls: [{ baseUrl: 'http://a.test' }], host: '::1' } });
  });

  it.each([
    [{ EDGEWATCH_PORT: 'x' }, 'EDGEWATCH_PORT must be an integer from 0 to 65535, not "x".'],
    [{ EDGEWATCH_PORT: 'tcp://10.0.0.1:80' }, 'enableServiceLinks: false'],
    [{ EDGEWATCH_OBSERVE: 'yes' }, 'EDGEWATCH_OBSERVE must be all, status or off, not "yes".'],
    [{ EDGEWATCH_OPEN: 'maybe' }, 'EDGEWATCH_OPEN must be true or false, not "maybe".'],
    [{ EDGEWATCH_BASE_PATH: 'a b' }, 'EDGEWATCH_BASE_PATH must be a path'],
    [{ EDGEWATCH_BASE_URL: 'edge' }, 'The base URL "edge" is not'],
  ])('%o are refused', (variables, sentence) => {
    expect(() => serve('', variables)).toThrow(sentence);
  });
});

describe('edgewatch status', () => {
  it.each([
    ['status', { kind: 'status', url: 'http://127.0.0.1:4600', json: false }],
    ['status https://dash.test/ops --json', { kind: 'status', url: 'https://dash.test/ops', json: true }],
  ])('%s is %o', (line, command) => expect(parseCommandLine(words(line))).toEqual(command));

  it.each([
    ['status --ready', {}, 'http://127.0.0.1:4600'],
    ['status --ready', { EDGEWATCH_HOST: '0.0.0.0', EDGEWATCH_PORT: '4700' }, 'http://127.0.0.1:4700'],
    ['status --ready', { EDGEWATCH_HOST: '::', EDGEWATCH_BASE_PATH: '/ops/' }, 'http://[::1]:4600/ops'],
    ['status --ready', { EDGEWATCH_HOST: '::1', EDGEWATCH_TLS_CERT: 'c.pem' }, 'https://[::1]:4600'],
    ['status --ready http://b.test', { EDGEWATCH_PORT: '4700' }, 'http://b.test'],
  ])('%s with %o asks %s', (line, variables, url) => {
    expect(parseCommandLine(words(line), variables)).toEqual({ kind: 'ready', url });
    expect(parseCommandLine(words(line.replace(' --ready', '')), variables)).toMatchObject({ url });
  });

  it.each([
    ['status a b', 'edgewatch status takes one URL; "b" is one argument too many.'],
    ['status nowhere', 'The base URL "nowhere" is not'],
    ['status --port 1', 'edgewatch status has no flag --port; try edgewatch --help.'],
    ['status --ready --json', 'edgewatch status --ready takes no --json.'],
  ])('%s is refused', (line, sentence) => {
    expect(() => parseCommandLine(words(line))).toThrow(sentence);
  });
});

describe('edgewatch config check', () => {
  it.each([
    ['config check e.jsonc', {}, 'e.jsonc'],
    ['config check', { EDGEWATCH_CONFIG: 'v.jsonc' }, 'v.jsonc'],
  ])('%s with %o checks %s', (line, variables, file) => {
    expect(parseCommandLine(words(line), variables)).toEqual({ kind: 'config-check', file });
  });

  it.each([
    ['config', 'edgewatch config has one command'],
    ['config show', 'edgewatch config has one command'],
    ['config check', 'needs a file'],
    ['config check --json', '"--json" is no file or one argument too many'],
    ['config check a b', '"b" is no file or one argument too many'],
  ])('%s is refused', (line, sentence) => {
    expect(() => parseCommandLine(words(line))).toThrow(sentence);
  });
});

describe('a base path', () => {
  it.each([
    ['/', ''],
    ['/ops', '/ops'],
    ['/ops/edge-watch/', '/ops/edge-watch'],
    ['ops/edge-watch', '/ops/edge-watch'],
    ['ops/', '/ops'],
  ])('%s is %j', (text, path) => {
    expect(parseBasePath(text, '--base-path')).toBe(path);
  });

  it.each(['', '//', '/ops//', '//ops', '/a//b', '/../x', '/a b', '/%2e', '/a?b', '/"x'])(
    '%j is refused',
    (text) => {
      expect(() => parseBasePath(text, '--base-path')).toThrow('--base-path must be a path');
    },
  );
});

function words(line: string): string[] {
  return line.split(' ').filter((word) => word !== '');
}

describe('edgewatch wall-links', () => {
  it.each([
    ['wall-links', { kind: 'wall-links', verb: 'list', data: './edgewatch-data' }],
    ['wall-links list --data d', { kind: 'wall-links', verb: 'list', data: 'd' }],
    [
      'wall-links add lobby --group a --group b --data d',
      { kind: 'wall-links', verb: 'add', data: 'd', name: 'lobby', groups: ['a', 'b'] },
    ],
    ['wall-links revoke lobby --data d', { kind: 'wall-links', verb: 'revoke', data: 'd', name: 'lobby' }],
  ])('%s is %o', (line, command) =>
    expect(parseCommandLine(words(line))).toEqual({ database: null, ...command }),
  );

  it('uses the database of the hosts, which counts more than the folder', () => {
    const variables = { EDGEWATCH_DATABASE: 'postgres://u:p@db.test/edgewatch' };
    for (const line of ['wall-links', 'wall-links --data d']) {
      const command = parseCommandLine(words(line), variables);
      if (command.kind !== 'wall-links') throw new Error('another command');
      expect(command.database?.reveal()).toBe(variables.EDGEWATCH_DATABASE);
    }
  });

  it('reads its folder from the variable of the flag', () => {
    expect(parseCommandLine(['wall-links'], { EDGEWATCH_DATA: '/d' })).toMatchObject({ data: '/d' });
  });

  it.each([
    ['wall-links add', 'edgewatch wall-links add needs a name.'],
    ['wall-links add the lobby', '"lobby" is one argument too many; put a name with spaces in quotes.'],
    ['wall-links list lobby', '"lobby" is one argument too many'],
    ['wall-links drop lobby', 'edgewatch wall-links has add, list and revoke, not "drop".'],
    ['wall-links revoke lobby --group a', 'edgewatch wall-links revoke takes no --group.'],
  ])('%s is refused', (line, sentence) => {
    expect(() => parseCommandLine(words(line))).toThrow(sentence);
  });
});

test('edgewatch password takes no password from the command line, and repeats none', () => {
  expect(parseCommandLine(['password'])).toEqual({ kind: 'password' });
  expect(() => parseCommandLine(['password', 'canary'])).toThrow(/^(?!.*canary).*standard input/);
});
