import { describe, expect, it } from 'vitest';
import { SingleFlight } from './single-flight.ts';

function manual() {
  let land: (value: string) => void = () => undefined;
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((resolve) => {
      land = resolve;
    });
  };
  return { work, signals, land: (value: string) => land(value) };
}

describe('simultaneous equal requests', () => {
  it('share one piece of work; a later request starts a new one', async () => {
    const flights = new SingleFlight<string>();
    const { work, signals, land } = manual();
    const all = Promise.all(Array.from({ length: 100 }, () => flights.run('a', work)));
    land('answer');
    expect(new Set(await all)).toEqual(new Set(['answer']));
    expect(signals).toHaveLength(1);
    void flights.run('a', work);
    expect(signals).toHaveLength(2);
  });

  it('continue when one caller leaves, and are cancelled when the last one leaves', () => {
    const flights = new SingleFlight<string>();
    const { work, signals } = manual();
    const [first, second] = [new AbortController(), new AbortController()];
    void flights.run('a', work, first.signal);
    void flights.run('a', work, second.signal);
    first.abort();
    expect(signals[0]?.aborted).toBe(false);
    second.abort();
    expect(signals[0]?.aborted).toBe(true);
    void flights.run('a', work);
    expect(signals).toHaveLength(2);
  });

  it('are not cancelled while a caller without a signal waits', () => {
    const flights = new SingleFlight<string>();
    const { work, signals } = manual();
    const leaving = new AbortController();
    void flights.run('a', work);
    void flights.run('a', work, leaving.signal);
    leaving.abort();
    expect(signals[0]?.aborted).toBe(false);
  });

  it('all fail alike, and the failure is not cached', async () => {
    const flights = new SingleFlight<string>();
    const failing = () => Promise.reject(new Error('no'));
    const both = [flights.run('a', failing), flights.run('a', failing)];
    await expect(both[0]).rejects.toThrow('no');
    await expect(both[1]).rejects.toThrow('no');
    await expect(flights.run('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
