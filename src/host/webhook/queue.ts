/** Which changes of verdicts are still to be told, as data: what a restart goes on with. Pure. */

import { randomUUID } from 'node:crypto';
import { isPlainObject } from '#contract/json/parse.ts';
import { isSeverity, type Severity, severityName } from '#domain/severity/severity.ts';

/** A verdict that changed and held, as it is told. */
export interface Change {
  /** The same however often it is sent. */
  readonly id: string;
  readonly deployment: string;
  readonly name: string;
  readonly severity: Severity;
  readonly before: Severity;
  readonly headline: string;
  /** ISO 8601: the reading by which it was held. */
  readonly at: string;
}

export interface Queue {
  /** By slug: what was last told, or is to be. */
  readonly told: ReadonlyMap<string, Severity>;
  /** In the order in which they happened. */
  readonly waiting: readonly Change[];
}

export const emptyQueue: Queue = { told: new Map(), waiting: [] };

/** Changes that wait at most, of all deployments; the oldest go first. */
export const mostWaiting = 1_000;

/** What stands in a verdict's place while nobody knows it. */
export interface Held {
  readonly slug: string;
  readonly name: string;
  readonly severity: Severity;
  readonly headline: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The queue once a deployment's verdict has held. What it said first is where changes begin. */
export function noted(queue: Queue, { slug, name, severity, headline, at }: Held, id = randomUUID()): Queue {
  const before = queue.told.get(slug);
  if (before === severity) return queue;
  const told = new Map(queue.told).set(slug, severity);
  if (before === undefined) return { ...queue, told };
  const change: Change = {
    id,
    deployment: slug,
    name,
    severity,
    before,
    headline,
    at: new Date(at).toISOString(),
  };
  return { told, waiting: [...queue.waiting, change].slice(-mostWaiting) };
}

/** The queue once a change was told. */
export function sent(queue: Queue, id: string): Queue {
  return { ...queue, waiting: queue.waiting.filter((change) => change.id !== id) };
}

/** The queue without what is said of deployments that there are no more. */
export function keeping(queue: Queue, slugs: ReadonlySet<string>): Queue {
  const isKept = (slug: string) => slugs.has(slug);
  if ([...queue.told.keys()].every(isKept) && queue.waiting.every((change) => isKept(change.deployment)))
    return queue;
  return {
    told: new Map([...queue.told].filter(([slug]) => isKept(slug))),
    waiting: queue.waiting.filter(({ deployment }) => isKept(deployment)),
  };
}

/** "Edge: major outage, was operational". */
export function textOf({ name, severity, before }: Change): string {
  return `${name}: ${severityName[severity]}, was ${severityName[before]}`;
}

export function queueToText({ told, waiting }: Queue): string {
  return `${JSON.stringify({ told: Object.fromEntries(told), waiting })}\n`;
}

function changeFrom(value: unknown): Change[] {
  if (!isPlainObject(value)) return [];
  const { id, deployment, name, severity, before, headline, at } = value;
  const texts = { id, deployment, name, headline, at };
  if (!Object.values(texts).every((text) => typeof text === 'string')) return [];
  const isKnown = (each: unknown): each is Severity => typeof each === 'string' && isSeverity(each);
  if (!isKnown(severity) || !isKnown(before)) return [];
  const text = (each: unknown) => String(each);
  return [
    {
      id: text(id),
      deployment: text(deployment),
      name: text(name),
      severity,
      before,
      headline: text(headline),
      at: text(at),
    },
  ];
}

/** What of a text is a queue: a file that was damaged costs what it held. */
export function queueFromText(text: string): Queue {
  try {
    const value: unknown = JSON.parse(text);
    if (!isPlainObject(value)) return emptyQueue;
    const { told, waiting } = value;
    const pairs = isPlainObject(told) ? Object.entries(told) : [];
    return {
      told: new Map(
        pairs.flatMap(([slug, severity]) =>
          typeof severity === 'string' && isSeverity(severity) ? [[slug, severity] as const] : [],
        ),
      ),
      waiting: Array.isArray(waiting) ? waiting.slice(-mostWaiting).flatMap(changeFrom) : [],
    };
  } catch {
    return emptyQueue;
  }
}
