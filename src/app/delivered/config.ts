/**
 * The deployments this app shows, how often it reads their status and what it keeps to. Loaded before anything is drawn, and
 * anew while the page is open: a host may be given another configuration.
 */

import { mayBeLogIn } from '#client/request.ts';
import {
  type AppConfig,
  type Deployment,
  defaultLimits,
  defaultPollSeconds,
  type SessionKind,
} from '#contract/host.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { useStore } from '../ui/host.ts';
import { hostAddress } from './base.ts';
import { deliveredConfig } from './delivered.ts';

/** P where a deployment has none of its own. */
export let pollMilliseconds: number = defaultPollSeconds * 1000;
/** P of a deployment, milliseconds. */
export function pollOf({ pollSeconds }: Pick<Deployment, 'pollSeconds'>): number {
  return pollSeconds === undefined ? pollMilliseconds : pollSeconds * 1000;
}

export let limits = defaultLimits;
export let deployments: readonly Deployment[] = [];
/** Whether the host sends webhook messages. */
export let tellsWebhook = false;
/** Whether the host keeps a record and answers below `/history`; plain files do not. */
export let keepsHistory = false;
/** Whether regions and nodes of a deployment have a past to ask for. */
export function keepsListsOf({ listsRecorded }: Pick<Deployment, 'listsRecorded'>): boolean {
  return keepsHistory && listsRecorded === true;
}

/** How whoever looks came in; `undefined` where everybody may. */
export let session: SessionKind | undefined;
/** As delivered: read by the wall alone (pages/wall/screen/options.ts). */
export let wallConfig: unknown;

/** As it was sent. */
export let sentConfig: unknown;

const listeners = new Set<() => void>();

/** By slug, what was shown here and is no longer configured, and when this page noticed: epoch milliseconds. */
export const removedDeployments = new Map<string, { readonly name: string; readonly at: number }>();

/** @param body - as it was sent. */
export function applyConfig(config: AppConfig, body: unknown): void {
  const sent = isPlainObject(body) ? body : {};
  wallConfig = sent['wall'];
  pollMilliseconds = config.pollSeconds * 1000;
  limits = config.limits;
  deployments = config.deployments;
  tellsWebhook = config.webhook === true;
  keepsHistory = sent['history'] === true;
  session = config.session;
  sentConfig = body;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Those configured now; renders when that changes. */
export function useDeployments(): readonly Deployment[] {
  return useStore(subscribe, () => deployments);
}

/** The deployment of a slug as it is configured now; renders when that changes. */
export function useDeploymentAt(slug: string | undefined): Deployment | undefined {
  return useStore(subscribe, () => findDeployment(slug));
}

/**
 * Takes the configuration delivered with the document, else asks for `/config.json`.
 *
 * @throws ConfigError or an error of `fetch`, both of which the start screen shows.
 */
export async function loadConfig(): Promise<void> {
  // The host's own words, checked before they were written.
  if (deliveredConfig !== undefined) return applyConfig(deliveredConfig as AppConfig, deliveredConfig);
  const response = await fetch(hostAddress('config.json'), { cache: 'no-store' });
  const body: unknown = await response.json();
  const { decodeConfig } = await import('#contract/decode/config.ts');
  applyConfig(decodeConfig(body), body);
}

let probe: Promise<boolean> | null = null;

async function askOwnHost(): Promise<boolean> {
  try {
    return !mayBeLogIn(await fetch(hostAddress('config.json'), { cache: 'no-store', redirect: 'manual' }));
  } catch {
    // No answer is no log-in page either.
    return true;
  } finally {
    probe = null;
  }
}

/** Whether the host of this page answers for itself, and no proxy in front of it. Requests at one time share one probe. */
export function isOwnHost(): Promise<boolean> {
  probe ??= askOwnHost();
  return probe;
}

export function findDeployment(slug: string | undefined): Deployment | undefined {
  return deployments.find((deployment) => deployment.slug === slug);
}
