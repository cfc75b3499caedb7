/** Typed calls between two threads (docs/develop/decisions.md). Each side has a table of methods and may call the other. */

/** A table of methods, each with at most one argument. Declare it as a type alias: an interface does not fit. */
export type Methods = Readonly<Record<string, (argument: never) => unknown>>;

export type NoMethods = Readonly<Record<string, never>>;

type Argument<M extends Methods, K extends keyof M> = Parameters<M[K]>[0];

interface Closable {
  close(): void;
}

/** An object that moves to the other thread without a copy: a buffer or a message port. */
export type Transferred = ArrayBuffer | Closable;

/** The result of a method, with the objects in it that move to the other thread without a copy. */
export class WithTransfer<T> {
  readonly value: T;
  readonly transfer: readonly Transferred[];

  constructor(value: T, transfer: readonly Transferred[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

/**
 * The implementation of each method of one side.
 *
 * @param signal - aborts when the caller cancels, or when the other thread dies.
 */
export type Handlers<M extends Methods> = {
  readonly [K in keyof M]: (
    argument: Argument<M, K>,
    signal: AbortSignal,
  ) => Reply<ReturnType<M[K]>> | Promise<Reply<ReturnType<M[K]>>>;
};

type Reply<T> = T | WithTransfer<T>;

export type Message =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly argument: unknown }
  /** A call without a response. */
  | { readonly kind: 'notify'; readonly method: string; readonly argument: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown; readonly ports: Closable[] }
  | { readonly kind: 'failure'; readonly id: number; readonly name: string; readonly message: string };

/** The sending end of a connection between threads: a worker or message port, of Node.js or a browser. */
export interface Port {
  postMessage(messages: readonly Message[], transfer?: readonly object[]): void;
}

export interface CallOptions {
  readonly transfer?: readonly Transferred[];
  /** Cancels the call. It then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/**
 * Error classes that a receiving thread restores, by the `name` of the error. Errors of other classes arrive
 * as plain `Error`.
 */
export type ErrorClasses = Readonly<Record<string, new (message: string) => Error>>;

interface Call {
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

interface Outgoing {
  readonly message: Message;
  readonly transfer: readonly Transferred[];
}

const never = new AbortController().signal;

export class Peer<Theirs extends Methods, Own extends Methods> {
  readonly #port: Port;
  readonly #handlers: Handlers<Own>;
  readonly #errors: ErrorClasses;
  readonly #calls = new Map<number, Call>();
  /** Abort controllers of the other side's calls that are running here, by the number of the call. */
  readonly #running = new Map<number, AbortController>();
  #outbox: Outgoing[] = [];
  #called = 0;
  #closed: Error | null = null;

  constructor(port: Port, handlers: Handlers<Own>, errors: ErrorClasses = {}) {
    this.#port = port;
    this.#handlers = handlers;
    this.#errors = errors;
  }

  /**
   * Calls a method of the other side.
   * @throws the error of the method, the reason of `signal`, or the cause given to {@link close}.
   */
  call<K extends keyof Theirs & string>(
    method: K,
    argument: Argument<Theirs, K>,
    { transfer = [], signal }: CallOptions = {},
  ): Promise<ReturnType<Theirs[K]>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(this.#closed);
      if (signal?.aborted) return reject(signal.reason);
      const id = (this.#called += 1);
      const cancel = () => {
        this.#send({ kind: 'cancel', id });
        this.#calls.get(id)?.reject(signal?.reason);
      };
      const end = () => {
        this.#calls.delete(id);
        signal?.removeEventListener('abort', cancel);
      };
      this.#calls.set(id, {
        resolve: (value) => {
          end();
          // The other side has the same table of methods.
          resolve(value as ReturnType<Theirs[K]>);
        },
        reject: (cause) => {
          end();
          reject(cause);
        },
      });
      signal?.addEventListener('abort', cancel, { once: true });
      this.#send({ kind: 'call', id, method, argument }, transfer);
    });
  }

  /** Calls a method of the other side without a response. If the method fails, the other thread breaks. */
  notify<K extends keyof Theirs & string>(
    method: K,
    argument: Argument<Theirs, K>,
    transfer: readonly Transferred[] = [],
  ): void {
    this.#send({ kind: 'notify', method, argument }, transfer);
  }

  /** Handles the messages that arrived at the port. */
  receive(messages: readonly Message[]): void {
    for (const message of messages)
      switch (message.kind) {
        case 'call':
          void this.#respond(message);
          break;
        case 'notify':
          void this.#run(message.method, message.argument, never);
          break;
        case 'cancel':
          this.#running.get(message.id)?.abort();
          this.#running.delete(message.id);
          break;
        case 'result': {
          const call = this.#calls.get(message.id);
          if (call) call.resolve(message.value);
          else close(message.ports);
          break;
        }
        case 'failure':
          this.#calls.get(message.id)?.reject(this.#errorOf(message));
      }
  }

  /** Rejects all pending calls with `cause`, and aborts the other side's calls that run here. */
  close(cause: Error): void {
    this.#closed ??= cause;
    for (const { reject } of this.#calls.values()) reject(cause);
    for (const controller of this.#running.values()) controller.abort(cause);
    this.#running.clear();
  }

  // The other side has the same table of methods.
  #run(method: string, argument: unknown, signal: AbortSignal): unknown {
    return this.#handlers[method as keyof Own & string](argument as Argument<Own, keyof Own>, signal);
  }

  async #respond({ id, method, argument }: Extract<Message, { kind: 'call' }>): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const respond = (message: Message, transfer: readonly Transferred[] = []) => {
      if (this.#running.delete(id)) this.#send(message, transfer);
      else close(transfer);
    };
    try {
      const reply = await this.#run(method, argument, controller.signal);
      const { value, transfer } = reply instanceof WithTransfer ? reply : new WithTransfer(reply, []);
      const ports = transfer.filter(isClosable);
      respond({ kind: 'result', id, value, ports }, transfer);
    } catch (cause) {
      respond(failureOf(id, cause));
    }
  }

  #errorOf({ name, message }: Extract<Message, { kind: 'failure' }>): Error {
    const Known = Object.hasOwn(this.#errors, name) ? this.#errors[name] : undefined;
    return Known ? new Known(message) : new Error(message);
  }

  /**
   * Queues a message. Messages of the same moment are sent together, so that the other side can choose which
   * call runs first.
   */
  #send(message: Message, transfer: readonly Transferred[] = []): void {
    if (this.#closed) return close(transfer);
    this.#outbox.push({ message, transfer });
    if (this.#outbox.length === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const outbox = this.#outbox;
    this.#outbox = [];
    const transfer = outbox.flatMap((each) => each.transfer);
    try {
      this.#port.postMessage(
        outbox.map(({ message }) => message),
        transfer,
      );
    } catch {
      // One message cannot be cloned: the others are sent alone.
      for (const each of outbox) this.#sendAlone(each);
    }
  }

  #sendAlone({ message, transfer }: Outgoing): void {
    try {
      this.#port.postMessage([message], [...transfer]);
    } catch (cause) {
      if (message.kind === 'call') this.#calls.get(message.id)?.reject(cause);
      else if (message.kind === 'result') this.#port.postMessage([failureOf(message.id, cause)], []);
      else throw cause;
    }
  }
}

function failureOf(id: number, cause: unknown): Message {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  return { kind: 'failure', id, name, message };
}

function isClosable(transferred: Transferred): transferred is Closable {
  return 'close' in transferred;
}

function close(transfer: readonly Transferred[]): void {
  for (const each of transfer) if (isClosable(each)) each.close();
}
