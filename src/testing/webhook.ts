/** Test helpers: a webhook without a network, and the polls that the observer passes to it. */

import { onTestFinished } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import type { DebouncedPart, PartKind, PartsReading, Poll } from '#host/observe/messages.ts';
import { type Delivery, type WebhookTarget } from '#host/webhook/target.ts';
import { Webhook } from '#host/webhook/webhook.ts';

export const deployments = [
  { slug: 'edge', name: 'Edge' },
  { slug: 'store', name: 'Big store' },
];

export const all = new Set(deployments.map(({ slug }) => slug));

export type Shown = Readonly<Record<string, Severity>>;

const words: Partial<Record<Severity, string>> = { ok: 'operational', critical: 'major_outage' };

function part(kind: PartKind, key: string, severity: Severity): DebouncedPart {
  const [word, since] = [words[severity] ?? severity, Date.now() - 10_000];
  return { kind, key, name: key, word, severity, since, notBefore: since - 10_000, detail: '' };
}

export function reading(
  slug: string,
  verdict: Severity,
  components: Shown = {},
  listed: PartsReading['listed'] = [],
) {
  const parts = Object.entries(components).map(([key, severity]) => part('component', key, severity));
  return { parts: [part('deployment', slug, verdict), ...parts], listed };
}

export function pollOf(
  slug: string,
  debounced: Severity | null,
  components?: Shown,
  listed?: PartsReading['listed'],
): Poll {
  const verdict = { severity: debounced ?? 'ok', debounced, headline: 'Major outage' };
  const common = { slug, edition: 1, path: '/api/v2/status', at: Date.now(), failure: null, verdict } as const;
  return debounced === null ? common : { ...common, parts: reading(slug, debounced, components, listed) };
}

export const hook: WebhookTarget = {
  id: 'webhook',
  name: 'Webhook',
  url: () => 'http://chat.test/hook',
  secret: null,
  deployments: null,
  minimumSeverity: null,
};

/** Makes a webhook. Its targets accept every message; those in `refusing` return 503. */
export function open({
  kept = '',
  targets = [hook] as readonly WebhookTarget[],
  publicUrl = null as string | null,
} = {}) {
  const world = {
    file: kept,
    taken: [] as Delivery[],
    told: [] as string[],
    refusals: 0,
    refusing: new Set<string>(),
    isUnwritable: false,
    muted: new Set<string>(),
    quarantined: 0,
  };
  const webhook = new Webhook({
    send: async (delivery) => {
      if (world.refusing.has(delivery.url)) throw new Error('it answers 503');
      if (world.refusals > 0) {
        world.refusals -= 1;
        throw new Error('it answers 503');
      }
      world.taken.push(delivery);
    },
    read: () => world.file,
    write: (text) => {
      if (world.isUnwritable) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      world.file = text;
    },
    quarantine: () => {
      world.quarantined += 1;
      return 'webhook.json.aside-1';
    },
    report: (line) => world.told.push(line),
    now: Date.now,
  });
  onTestFinished(() => webhook.close());
  const settings = { deployments, publicUrl, isMuted: (slug: string) => world.muted.has(slug) };
  webhook.take({ ...settings, targets });
  const note = (slug: string, verdict: Severity, components?: Shown, listed?: PartsReading['listed']) =>
    webhook.note(pollOf(slug, verdict, components, listed));
  return { webhook, world, settings, note };
}

export function textsOf(taken: readonly Delivery[]): readonly string[] {
  return taken.map(({ body }) => JSON.parse(body).text);
}
