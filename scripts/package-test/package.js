/** Tests the npm package: content, sizes, installation, and its start with each supported Node. */

import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../sources.js';
import { expect, run, startHost, step, stopHost } from './steps.js';

const megabyte = 1_000_000;

const limits = { unpacked: 3 * megabyte, installed: 45 * megabyte, firstResponse: 1_000 };

/** Starts of a host whose fastest counts: the first one reads from the disk, and other work delays some. */
const starts = 5;

const nodeVersions = [20, 22, 24];

/** Sum of the sizes of all files below a folder. */
export function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

export function inMegabytes(bytes) {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}

function folderIn(folder, name) {
  const made = join(folder, name);
  mkdirSync(made, { recursive: true });
  return made;
}

/** Packs the package once for all parts of the test. @returns what `npm pack --json` prints, and the path. */
let packed;
export function pack(folder) {
  packed ??= JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root }))[0];
  return { ...packed, path: join(folder, packed.filename) };
}

/** Installs the tarball into an empty folder. @returns the folder of the package. */
export function installed(folder, name) {
  const place = folderIn(folder, name);
  const { path } = pack(folder);
  run('npm', ['install', '--omit=dev', '--prefix', place, path], { cwd: place });
  return join(place, 'node_modules', 'edgewatch');
}

function checkContent({ files }) {
  const names = files.map(({ path }) => path);
  const allowed =
    /^(?:CHANGELOG\.md|LICENSE|README\.md|package\.json|(?:deploy\/systemd|dist|docs\/(?:operate|understand|use))\/.*)$/;
  const wrong = names.filter(
    (name) => !allowed.test(name) || /\.(?:map|test\.\w+|spec\.\w+|ts|tsx)$/.test(name),
  );
  expect(wrong.length === 0, `it contains ${wrong.join(', ')}`);
  const app = JSON.parse(readFileSync(join(root, 'dist', 'app', 'files.json'), 'utf8'));
  const lost = app.filter(
    ({ path, encodings }) => !names.includes(`dist/app/${path}${encodings.length === 0 ? '' : '.br'}`),
  );
  expect(lost.length === 0, `it lacks ${lost.map(({ path }) => path).join(', ')}`);
}

function checkScripts(program) {
  const { scripts, private: isPrivate } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'));
  const atInstallation = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => scripts[name]);
  expect(atInstallation.length === 0 && !isPrivate, `it has ${atInstallation.join(', ')}, or is private`);
}

async function bodyOf(url, encoding) {
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
  expect(response.status === 200, `${url} is ${response.status}`);
  return response.text();
}

/** Opens a page of the demo, and each of its scripts in each encoding. */
async function visit(url) {
  const page = await bodyOf(`${url}/everything`, 'br');
  const scripts = [...page.matchAll(/ src="(\/[^"]+\.js[^"]*)"/g)].map(([, path]) => path);
  expect(scripts.length > 0, 'the page has no scripts');
  for (const path of scripts) {
    const texts = await Promise.all(['br', 'gzip', 'identity'].map((each) => bodyOf(url + path, each)));
    expect(new Set(texts).size === 1 && texts[0].length > 100, `${path} differs between its encodings`);
  }
}

/** Milliseconds from the start of the process to the end of the first response, a page. */
async function firstResponse(node, program, data) {
  const host = await startHost(node, [program, '--port', '0', '--data', data]);
  await bodyOf(`${host.url}/`, 'br');
  const milliseconds = performance.now() - host.startedAt;
  await visit(host.url);
  const code = await stopHost(host);
  expect(code === 0, `SIGTERM ends it with ${code}: ${host.written()}`);
  return milliseconds;
}

async function startWith(version, folder, program) {
  const place = folderIn(folder, `node-${version}`);
  run('npm', ['install', '--no-save', '--prefix', place, `node@${version}`], { cwd: place });
  const node = join(place, 'node_modules', 'node', 'bin', 'node');
  const exact = run(node, ['--version']).trim();
  const times = [];
  for (let nth = 0; nth < starts; nth += 1)
    times.push(await firstResponse(node, program, join(place, `data-${nth}`)));
  const fastest = Math.min(...times);
  const figures = `${exact}, first response after ${times.map((time) => Math.round(time)).join(', ')} ms`;
  expect(fastest <= limits.firstResponse, figures);
  return figures;
}

/** Starts a host by a program that may start another, opens a page, and ends it. */
async function startedBy(command, args, cwd) {
  const host = await startHost(command, args, { cwd });
  await visit(host.url);
  await stopHost(host);
}

export async function testPackage(folder) {
  await step('npm: the package has what it needs, and no sources, tests or maps', () =>
    checkContent(pack(folder)),
  );
  await step('npm: it is small', () => {
    const { size, unpackedSize, entryCount } = pack(folder);
    const figures = `${inMegabytes(size)} packed, ${inMegabytes(unpackedSize)} unpacked, ${entryCount} files`;
    expect(unpackedSize <= limits.unpacked, figures);
    return figures;
  });
  let program = '';
  await step('npm: it installs into an empty folder without a script', () => {
    const place = installed(folder, 'installed');
    program = join(place, 'dist', 'host', 'edgewatch.js');
    checkScripts(place);
    const modules = join(place, '..');
    const figures = `${readdirSync(modules).length} entries, ${inMegabytes(sizeOf(modules))}`;
    expect(sizeOf(modules) <= limits.installed, figures);
    return figures;
  });
  for (const version of nodeVersions)
    await step(`npm: it serves the demo with Node ${version}`, () => startWith(version, folder, program));
  await step('npm: npx shows the demo', () => {
    const cwd = folderIn(folder, 'npx');
    return startedBy('npx', ['--yes', `file:${pack(folder).path}`, '--port', '0'], cwd);
  });
  await step('npm: npm install --global gives the command edgewatch', () => {
    const prefix = folderIn(folder, 'global');
    run('npm', ['install', '--global', '--prefix', prefix, pack(folder).path]);
    const command = join(prefix, 'bin', 'edgewatch');
    const version = run(command, ['--version']).trim();
    expect(version === pack(folder).version, `edgewatch --version prints ${version}`);
    return startedBy(command, ['--port', '0', '--data', join(prefix, 'data')], prefix);
  });
}
