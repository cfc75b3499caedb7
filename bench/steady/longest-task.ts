/** The longest task of the page's main thread: wall time, and CPU time. */

import type { Browser } from '@playwright/test';

/** Milliseconds. */
export interface LongestTask {
  readonly clock: number;
  readonly processor: number;
}

/** An event of Chromium's trace, reduced to the used fields. Times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Starts tracing all pages of a browser.
 *
 * @returns a function that stops it.
 */
export async function watchTasks(browser: Browser): Promise<() => Promise<LongestTask>> {
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  return async () => {
    // The trace format of Chromium.
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      readonly traceEvents: readonly TraceEvent[];
    };
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const pages = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(threadOf),
    );
    const tasks = traceEvents.filter(
      (event) => event.name === 'ThreadControllerImpl::RunTask' && pages.has(threadOf(event)),
    );
    const longest = (of: (event: TraceEvent) => number | undefined) =>
      tasks.reduce((most, event) => Math.max(most, of(event) ?? 0), 0) / 1000;
    return { clock: longest(({ dur }) => dur), processor: longest(({ tdur }) => tdur) };
  };
}
