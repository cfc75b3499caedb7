/** Renders plots one after another, each in its own task. All at once they would delay input and rows. */

import { startTransition, useEffect, useState } from 'react';

const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

/** Whether this plot may render. Once true, it stays true. */
export function useChartSlot(): boolean {
  const [isOurs, setOurs] = useState(false);
  useEffect(() => {
    let current = true;
    waiting.push(() => {
      // A transition, as far as the chart can render in pieces.
      if (current) startTransition(() => setOurs(true));
      // The message with which React schedules rendering was posted before this one.
      if (waiting.length > 0) port2.postMessage(null);
    });
    if (waiting.length === 1) port2.postMessage(null);
    return () => {
      current = false;
    };
  }, []);
  return isOurs;
}
