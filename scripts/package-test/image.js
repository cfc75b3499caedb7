/**
 * Tests the container image without a container engine. It builds the image's file system in a folder: Node, its
 * libraries, the package and its dependencies. It runs the host there as process 1 of a namespace, as the Dockerfile
 * says, read-only and as a random user.
 */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from '../sources.js';
import { inMegabytes, installed, sizeOf } from './package.js';
import { expect, Missing, run, startHost, step, stopHost } from './steps.js';

const mostBytes = 120_000_000;

/** Mounts the file system at $1 read-only, with the volume $2, and runs the rest of its arguments there. */
const mounts = `set -e
image=$1; data=$2; shift 2
mount --bind "$image" "$image"
mount --bind "$data" "$image/data"
mount -t proc proc "$image/proc"
mount --rbind /dev "$image/dev"
mount -o remount,ro,bind "$image"
exec env -i "$@"`;

/** Reads what the Dockerfile says about the running container. */
function readDockerfile() {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  const listOf = (expression) => JSON.parse(expression.exec(text)[1]);
  return {
    node: /^FROM node:([\d.]+)-/m.exec(text)[1],
    variables: /^ENV (.*)$/m.exec(text)[1].split(' '),
    entry: listOf(/^ENTRYPOINT (.*)$/m),
    health: listOf(/^HEALTHCHECK .*?CMD (.*)$/m),
    volumes: listOf(/^VOLUME (.*)$/m),
  };
}

/** Copies the shared libraries that programs need, and the loader. */
function copyLibraries(files, image) {
  const paths = files.flatMap((file) =>
    [...run('ldd', [file]).matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path),
  );
  for (const path of new Set(paths)) cpSync(path, join(image, path), { dereference: true });
}

function nativeFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.node'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Builds the file system. @returns its folder. */
function buildImage(folder, { node }) {
  const image = join(folder, 'image');
  for (const name of ['app', 'data', 'proc', 'dev', 'nodejs/bin'])
    mkdirSync(join(image, name), { recursive: true });
  const modules = join(installed(folder, 'for-image'), '..');
  cpSync(join(modules, 'edgewatch'), join(image, 'app'), { recursive: true });
  cpSync(modules, join(image, 'app', 'node_modules'), {
    recursive: true,
    filter: (path) => path !== join(modules, 'edgewatch') && !/@libsql\/.*-musl/.test(path),
  });
  run('npm', ['install', '--no-save', '--prefix', folder, `node@${node}`], { cwd: folder });
  const program = join(image, 'nodejs', 'bin', 'node');
  cpSync(join(folder, 'node_modules', 'node', 'bin', 'node'), program, { dereference: true });
  copyLibraries([program, ...nativeFiles(join(image, 'app'))], image);
  return image;
}

/** Debian packages of the base image besides those libraries, as its documentation lists them. */
const basePackages = ['base-files', 'ca-certificates', 'libssl3', 'netbase', 'tzdata'];

/** Bytes that the base image has beyond the built folder: an upper bound, from the packages of this machine. */
function baseBytes() {
  return basePackages
    .map((name) => {
      try {
        return 1024 * Number(run('dpkg-query', ['-W', '-f', '${Installed-Size}', name]));
      } catch {
        return 0;
      }
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}

function compressedBytes(folder) {
  return Number(run('sh', ['-c', 'tar -C "$0" -c . | gzip -6 | wc -c', folder]));
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Makes the command line that runs a program in the image. */
function inImage(image, data, user, variables, command) {
  const within = ['/usr/sbin/chroot', `--userspec=${user}:${user}`, image, ...command];
  const namespace = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', mounts, 'sh'];
  return ['unshare', [...namespace, image, data, ...variables, ...within]];
}

function refuseElsewhere() {
  if (process.getuid?.() !== 0) throw new Missing('only root can run a program as another user');
  run('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  if (!existsSync('/usr/sbin/chroot')) throw new Missing('/usr/sbin/chroot is missing');
}

/** Process number of the only child: process 1 of the namespace. */
function childOf(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

export async function testImage(folder) {
  const container = readDockerfile();
  let image = '';
  await step('image: its parts are small', () => {
    image = buildImage(folder, container);
    const parts = ['nodejs', 'app'].map((name) => `${name} ${inMegabytes(sizeOf(join(image, name)))}`);
    const all = sizeOf(image) + baseBytes();
    const packed = compressedBytes(image) + baseBytes();
    const figures = `${inMegabytes(packed)} to download, ${inMegabytes(all)} on disk (${parts.join(', ')})`;
    expect(packed <= mostBytes, figures);
    return figures;
  });
  const data = join(folder, 'volume');
  mkdirSync(data);
  const user = 100_000 + Math.floor(Math.random() * 100_000);
  run('chmod', ['0777', data]);
  // The test's own folders are for root only.
  run('chmod', ['0755', folder, image]);
  const port = await freePort();
  const variables = [...container.variables, `EDGEWATCH_PORT=${port}`];
  const open = [...variables, 'EDGEWATCH_OPEN=true'];
  await step('image: it does not start for everyone without being told', async () => {
    refuseElsewhere();
    const started = await startHost(...inImage(image, data, user, variables, container.entry)).then(
      () => 'It started',
      (error) => error.message,
    );
    expect(/ended with 1: Listening on 0\.0\.0\.0 shows everything/.test(started), started);
  });
  await step('image: only /data can be written, even by root', () => {
    refuseElsewhere();
    const script = `const { writeFileSync } = require('node:fs');
      const tried = ['/app/x', '/nodejs/x', '/x', '/data/x'].map((file) => {
        try { writeFileSync(file, ''); return 'written'; } catch (error) { return error.code; }
      });
      console.log(tried.join(' '));`;
    const [command, args] = inImage(image, data, 0, variables, ['node', '-e', script]);
    const tried = run(command, args).trim();
    expect(tried === 'EROFS EROFS EROFS written', tried);
    rmSync(join(data, 'x'));
    expect(container.volumes.join() === '/data', `the volumes are ${container.volumes.join()}`);
  });
  await step(
    `image: it serves the demo read-only as user ${user}, is healthy, and SIGTERM ends it with 0`,
    async () => {
      refuseElsewhere();
      const host = await startHost(...inImage(image, data, user, open, container.entry));
      const first = await fetch(`http://127.0.0.1:${port}/readyz`);
      const milliseconds = Math.round(performance.now() - host.startedAt);
      const pid = childOf(host.child.pid);
      try {
        expect(first.status === 200, `/readyz is ${first.status}`);
        const page = await fetch(`http://127.0.0.1:${port}/everything`);
        expect(page.status === 200, `the page is ${page.status}`);
        const [command, args] = inImage(image, data, user, open, container.health);
        run(command, args);
        const owner = statSync(join(data, 'host.lock')).uid;
        expect(owner === user, `its files belong to user ${owner}`);
      } finally {
        const stopped = performance.now();
        const code = await stopHost(host, pid);
        expect(code === 0, `it ended with ${code}: ${host.written()}`);
        expect(performance.now() - stopped < 10_000, 'it took more than 10 s to end');
      }
      return `/readyz after ${milliseconds} ms`;
    },
  );
  await step('image: the health check fails without a host', () => {
    refuseElsewhere();
    const [command, args] = inImage(image, data, user, open, container.health);
    try {
      run(command, args);
    } catch (error) {
      if (/exited with 1: .*is not ready: .*ECONNREFUSED/s.test(error.message)) return;
      throw error;
    }
    throw new Error('it passes');
  });
}
