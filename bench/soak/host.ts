/** The built host under a controlled clock: `host.js PROGRAM START [ARGS]`. */

import { pathToFileURL } from 'node:url';
import { holdClock } from './clock.ts';

export interface Passing {
  readonly how: 'advance' | 'leap';
  readonly milliseconds: number;
}

const [node = '', , program = '', start, ...args] = process.argv;
const clock = holdClock(Number(start));

process.on('message', ({ how, milliseconds }: Passing) => {
  void clock[how](milliseconds).then(() => process.send?.('passed'));
});
process.once('disconnect', () => process.exit());

process.argv = [node, program, ...args];
await import(pathToFileURL(program).href);
