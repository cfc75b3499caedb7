/** A clock of a program or page under test control: time passes only on command. */

export interface HeldClock {
  advance(milliseconds: number): Promise<void>;
  /** Advances time at once, as a sleep of the machine does. Timers that came due fire at the end. */
  leap(milliseconds: number): Promise<void>;
  /** Epoch milliseconds. */
  now(): number;
  timers(): number;
}

/**
 * Replaces the clock and the timers of the program or page in which it runs. It uses nothing outside itself,
 * because a page receives its source text.
 *
 * @param settled - time stands still until the promise resolves.
 */
export function holdClock(start: number, settled: () => Promise<void> = () => Promise.resolve()): HeldClock {
  let time = start;
  const channel = new MessageChannel();
  let onBreath: () => void = () => undefined;
  channel.port1.addEventListener('message', () => onBreath());
  channel.port1.start();
  /** Lets the event loop process responses and their effects. */
  const breath = () =>
    new Promise<void>((resolve) => {
      onBreath = resolve;
      channel.port2.postMessage(null);
    });

  const waiting = new Set<Timer>();

  /** Offers the methods of Node's timers, because libraries call them. */
  class Timer {
    readonly call: () => void;
    readonly delay: number;
    readonly repeats: boolean;
    at = 0;
    constructor(call: () => void, delay: number, repeats: boolean) {
      this.call = call;
      this.delay = Math.max(1, delay || 0);
      this.repeats = repeats;
      this.refresh();
    }
    refresh(): this {
      this.at = time + this.delay;
      waiting.add(this);
      return this;
    }
    ref(): this {
      return this;
    }
    unref(): this {
      return this;
    }
  }

  function firstUntil(end: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of waiting) if (timer.at <= end && (!first || timer.at < first.at)) first = timer;
    return first;
  }

  const stop = (timer: Timer) => void waiting.delete(timer);
  const starter =
    (repeats: boolean) =>
    (call: (...args: readonly unknown[]) => void, delay: number, ...args: readonly unknown[]) =>
      new Timer(() => call(...args), delay, repeats);
  Object.assign(globalThis, {
    setTimeout: starter(false),
    setInterval: starter(true),
    clearTimeout: stop,
    clearInterval: stop,
    Date: new Proxy(Date, {
      construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [time]) as Date,
      get: (target, key) => (key === 'now' ? () => Math.floor(time) : (Reflect.get(target, key) as unknown)),
    }),
  });
  performance.now = () => time - start;

  async function runUntil(end: number): Promise<void> {
    for (let timer = firstUntil(end); timer; timer = firstUntil(end)) {
      time = Math.max(time, timer.at);
      if (timer.repeats) timer.refresh();
      else waiting.delete(timer);
      try {
        timer.call();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
      await breath();
      await settled();
    }
    time = end;
  }

  return {
    now: () => time,
    timers: () => waiting.size,
    advance: (milliseconds) => runUntil(time + milliseconds),
    leap(milliseconds) {
      time += milliseconds;
      return runUntil(time);
    },
  };
}
