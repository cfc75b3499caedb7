/** A fault server behind a host, for manual tests: `npm run faults` (docs/develop/faults.md). */

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startControl } from './control.ts';
import { modeNamed, modes } from './modes.ts';
import { startFaultServer } from './server.ts';

const usage = `npm run faults -- [--port N] [--control-port N] [--mode NAME] [--list]

  --port N          port of Edgewatch (4610)
  --control-port N  port of the page with the switches (4611)
  --mode NAME       begin with this mode wherever it can be put
  --list            print the modes and end
`;

function portOf(text: string, flag: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${flag}: ${text} is no port.`);
  return port;
}

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '4610' },
      'control-port': { type: 'string', default: '4611' },
      mode: { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  });
  const mode = values.mode === undefined ? null : modeNamed(values.mode);
  if (mode === undefined) throw new Error(`There is no mode ${values.mode}; --list prints those there are.`);
  return {
    port: portOf(values.port, '--port'),
    controlPort: portOf(values['control-port'], '--control-port'),
    mode,
    list: values.list,
  };
}

/**
 * Runs the fault server and the host until they are stopped. Resolves early, with an exit code, if one of
 * them cannot start.
 */
export async function run({
  program,
  args,
}: {
  readonly program: string;
  readonly args: readonly string[];
}): Promise<number> {
  let options: ReturnType<typeof optionsOf>;
  try {
    options = optionsOf(args);
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`);
    return 1;
  }
  if (options.list) {
    for (const { rows, name, says } of modes) process.stdout.write(`${rows.join(' ')}\t${name}\t${says}\n`);
    return 0;
  }
  const server = await startFaultServer();
  if (options.mode) server.put(options.mode, options.mode.on);
  const control = await startControl(server, options.controlPort);
  const host = spawn(
    process.execPath,
    [program, '--port', String(options.port), '--base-url', `faults=${server.url}`],
    { stdio: 'inherit' },
  );
  const stop = () => void host.kill('SIGTERM');
  process.once('SIGTERM', stop).once('SIGINT', stop);
  host.once('spawn', () =>
    process.stderr.write(`${modes.length} ways to be wrong: switch them at ${control}\n`),
  );
  return new Promise((resolve) => {
    host.once('exit', (code) => resolve(code ?? 0));
  });
}
