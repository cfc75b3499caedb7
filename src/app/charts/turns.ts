/** Plots are drawn one after the other, each in a task of its own: together they would hold up keys and rows. */

import { startTransition, useEffect, useState } from 'react';

const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

/** Whether it is this plot's turn; once it was, it stays. */
export function useTurn(): boolean {
  const [isOurs, setOurs] = useState(false);
  useEffect(() => {
    let current = true;
    waiting.push(() => {
      // In pieces, so far as the chart lets itself be drawn in pieces.
      if (current) startTransition(() => setOurs(true));
      // React's own message, which draws, is under way before this one.
      if (waiting.length > 0) port2.postMessage(null);
    });
    if (waiting.length === 1) port2.postMessage(null);
    return () => {
      current = false;
    };
  }, []);
  return isOurs;
}
