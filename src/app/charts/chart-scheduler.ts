/** Renders plots one after another, each in its own task. All at once they would delay input and rows. */

import { startTransition, useEffect, useState } from 'react';

const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

/** Whether the calling plot may render. Plots get permission one by one. Once true, the value stays true. */
export function useChartSlot(): boolean {
  const [isOurs, setOurs] = useState(false);
  useEffect(() => {
    let current = true;
    waiting.push(() => {
      // A transition, so that React renders the chart in pieces where it can.
      if (current) startTransition(() => setOurs(true));
      // React posted the message of its own rendering before this one. So this chart renders before the next
      // one starts.
      if (waiting.length > 0) port2.postMessage(null);
    });
    if (waiting.length === 1) port2.postMessage(null);
    return () => {
      current = false;
    };
  }, []);
  return isOurs;
}
