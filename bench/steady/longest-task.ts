/** The longest task of the page's main thread, from a trace of Chromium. */

import type { Browser } from '@playwright/test';

/** Milliseconds of wall time (`clock`) and of CPU time (`processor`). */
export interface LongestTask {
  readonly clock: number;
  readonly processor: number;
}

/** An event of Chromium's trace, reduced to the fields in use. Times in microseconds. */
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
 * Starts to trace all pages of a browser.
 *
 * @returns a function that ends the trace and returns its longest task.
 */
export async function watchTasks(browser: Browser): Promise<() => Promise<LongestTask>> {
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  return async () => {
    // The trace that Chromium writes has this form.
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
