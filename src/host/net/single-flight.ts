/** Shares one piece of work among all callers with the same key at the same time. */

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /**
   * Joins the running work for `key`, or starts it. A caller leaves by its `signal`. When the last caller has
   * left, the signal of the work aborts.
   */
  run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.waiting += 1;
    if (!signal) return flight.result;
    const leave = () => {
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      this.#forget(key, flight);
      flight.controller.abort();
    };
    if (signal.aborted) leave();
    else {
      signal.addEventListener('abort', leave, { once: true });
      const stay = () => signal.removeEventListener('abort', leave);
      flight.result.then(stay, stay);
    }
    return flight.result;
  }

  has(key: string): boolean {
    return this.#flights.has(key);
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { result: work(controller.signal), controller, waiting: 0 };
    this.#flights.set(key, flight);
    const forget = () => this.#forget(key, flight);
    flight.result.then(forget, forget);
    return flight;
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
