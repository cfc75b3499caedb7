import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureKinds } from '../contract/failure.ts';
import type { StatusDocument } from '../contract/resources.ts';
import type { Feed } from './answer.ts';
import { freshnessOf } from './freshness.ts';
import { isGood } from './severity.ts';
import { afterFailing, answerAt, documentOf } from './test-feeds.ts';
import { verdictOf } from './verdict.ts';

/** What really happened, kept apart from the code under test. */
interface World {
  now: number;
  /** The last document that arrived, whether all of it said something good, and when it was made. */
  last: { readonly good: boolean; readonly madeAt: number } | null;
  failures: number;
  isGone: boolean;
}

interface Screen {
  feed: Feed<StatusDocument>;
}

const poll = 10_000;
const grace = 10_000;
const goodWords = ['operational', 'Operational', 'ok', 'up'];

/** What the screen may say at most, by the promise that green expires. */
function mayBeGood({ last, now, failures, isGone }: World): boolean {
  return last !== null && last.good && now - last.madeAt < 2 * poll + grace && failures < 2 && !isGone;
}

function look(world: World, screen: Screen): void {
  const verdict = verdictOf(screen.feed, freshnessOf(screen.feed, world.now), {});
  if (!mayBeGood(world)) expect(isGood(verdict.severity)).toBe(false);
  if (verdict.severity === 'ok') expect(verdict.freshness).toBe('fresh');
}

class Answer implements fc.Command<World, Screen> {
  readonly words: readonly [string, ...string[]];
  readonly ageSeconds: number;
  constructor(words: readonly [string, ...string[]], ageSeconds: number) {
    this.words = words;
    this.ageSeconds = ageSeconds;
  }
  check() {
    return true;
  }
  run(world: World, screen: Screen) {
    const [status, ...components] = this.words;
    const document = documentOf(
      status,
      Object.fromEntries(components.map((word, index) => [`c${index}`, word])),
    );
    world.last = {
      good: this.words.every((word) => goodWords.includes(word)),
      madeAt: world.now - this.ageSeconds * 1000,
    };
    world.failures = 0;
    world.isGone = false;
    screen.feed = {
      answer: answerAt(world.now, document, { ageSeconds: this.ageSeconds }),
      failure: null,
    };
    look(world, screen);
  }
  toString() {
    return `answer ${this.words.join(' ')} of age ${this.ageSeconds}`;
  }
}

class Fail implements fc.Command<World, Screen> {
  readonly kind: (typeof failureKinds)[number];
  readonly status: number;
  constructor(kind: (typeof failureKinds)[number], status: number) {
    this.kind = kind;
    this.status = status;
  }
  check() {
    return true;
  }
  run(world: World, screen: Screen) {
    world.failures += 1;
    world.isGone = this.kind === 'http' && this.status === 404;
    screen.feed = afterFailing(screen.feed, world.now, { kind: this.kind, status: this.status });
    look(world, screen);
  }
  toString() {
    return `fail ${this.kind} ${this.status}`;
  }
}

class Wait implements fc.Command<World, Screen> {
  readonly milliseconds: number;
  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }
  check() {
    return true;
  }
  run(world: World, screen: Screen) {
    world.now += this.milliseconds;
    look(world, screen);
  }
  toString() {
    return `wait ${this.milliseconds} ms`;
  }
}

const word = fc.constantFrom(...goodWords, 'operational', 'degraded', 'wobbly', 'not_operational', '');
const commands = fc.commands(
  [
    fc
      .tuple(word, fc.array(word, { maxLength: 3 }), fc.oneof(fc.constant(0), fc.nat(10), fc.nat(4_000)))
      .map(([status, components, age]) => new Answer([status, ...components], age)),
    fc
      .tuple(fc.constantFrom(...failureKinds), fc.constantFrom(404, 500, 503))
      .map(([kind, code]) => new Fail(kind, code)),
    fc.oneof(fc.nat(15_000), fc.nat(60_000), fc.nat(86_400_000)).map((time) => new Wait(time)),
  ],
  { maxCommands: 40 },
);

test('whatever is answered, fails or passes, green is shown only while a fresh valid answer proves it', () => {
  fc.assert(
    fc.property(commands, (all) => {
      fc.modelRun(
        () => ({
          model: { now: 1_700_000_000_000, last: null, failures: 0, isGone: false } satisfies World as World,
          real: { feed: { answer: null, failure: null } },
        }),
        all,
      );
    }),
    { numRuns: 400 },
  );
});

test('the model is no wall: green is reached by a fresh answer, and by the next one after it was lost', () => {
  const world: World = { now: 0, last: null, failures: 0, isGone: false };
  const screen: Screen = { feed: { answer: null, failure: null } };
  const severity = () => verdictOf(screen.feed, freshnessOf(screen.feed, world.now), {}).severity;
  new Answer(['operational'], 0).run(world, screen);
  expect(severity()).toBe('ok');
  new Wait(3_600_000).run(world, screen);
  expect(severity()).toBe('unvouched');
  new Answer(['operational', 'ok'], 0).run(world, screen);
  expect(severity()).toBe('assumed');
});
