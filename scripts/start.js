/** Builds if the build is outdated, then becomes the host: `npm start -- ARGS` passes its arguments on. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hashOfBuild, hashOfSources, root } from './sources.js';

/** Builds in a separate process, so that its memory is released before the host starts. */
function build() {
  process.stderr.write(
    'No build matches the sources. Building the app and the host; a minute on a slow machine…\n',
  );
  const script = fileURLToPath(new URL('build.js', import.meta.url));
  const child = spawn(process.execPath, [script, '--quiet'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      resolve(code === 0);
    });
  });
}

/**
 * Stops this process with SIGTERM when npm's shell ends, because the shell does not forward the signal that
 * ended it.
 */
function stopWithShell() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

if (process.env.npm_lifecycle_event !== undefined) stopWithShell();

if (hashOfBuild() === hashOfSources() || (await build())) {
  await import(pathToFileURL(join(root, 'dist', 'host', 'edgewatch.js')).href);
} else {
  process.stderr.write('The build failed; see above.\n');
  process.exitCode = 1;
}
