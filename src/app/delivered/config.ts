/**
 * The configuration of the app: deployments, poll periods and limits. It is loaded before the first render,
 * and again when the host has a new one.
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
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import { useStore } from '../ui/host.ts';
import { hostAddress } from './base.ts';
import { deliveredConfig, documentServed } from './delivered.ts';

/** Poll period in milliseconds of every deployment that has no period of its own. */
export let pollMilliseconds: number = defaultPollSeconds * 1000;
/** Returns the poll period of a deployment, milliseconds. */
export function pollOf({ pollSeconds }: Pick<Deployment, 'pollSeconds'>): number {
  return pollSeconds === undefined ? pollMilliseconds : pollSeconds * 1000;
}

export let limits = defaultLimits;
export let deployments: readonly Deployment[] = [];
export let tellsWebhook = false;
/**
 * Whether the host has a history record and responds to requests below `/history`. A plain file server does
 * not.
 */
export let keepsHistory = false;
/** Whether the viewer may write notes. */
export let writesNotes = false;
/** Whether the history of a deployment's region and node lists is recorded. */
export function keepsListsOf({ listsRecorded }: Pick<Deployment, 'listsRecorded'>): boolean {
  return keepsHistory && listsRecorded === true;
}

/** How the viewer was authenticated; `undefined` if the host has no access control. */
export let session: SessionKind | undefined;
/** Whether the host began the session, so that the viewer can end it here. */
export function canLogOut(): boolean {
  return session === 'password' || session === 'oidc';
}

/** The wall's part of the configuration, not decoded. Only pages/wall/screen/options.ts reads it. */
export let wallConfig: unknown;

export let sentConfig: unknown;

const listeners = new Set<() => void>();

/**
 * Deployments that were configured earlier and then removed, by slug. `at`: when this page noticed, epoch
 * milliseconds.
 */
export const removedDeployments = new Map<string, { readonly name: string; readonly at: number }>();

/**
 * Makes a configuration the current one.
 * @param body - the JSON from which `config` was decoded.
 */
export function applyConfig(config: AppConfig, body: unknown): void {
  const sent = isPlainObject(body) ? body : {};
  wallConfig = sent['wall'];
  pollMilliseconds = config.pollSeconds * 1000;
  limits = config.limits;
  deployments = config.deployments;
  tellsWebhook = config.webhook === true;
  keepsHistory = sent['history'] === true;
  writesNotes = sent['notes'] === true;
  session = config.session;
  sentConfig = body;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the configured deployments; renders again when they change. */
export function useDeployments(): readonly Deployment[] {
  return useStore(subscribe, () => deployments);
}

/** Returns the configured deployment of a slug, also of the slug of a past moment. */
export function useDeploymentAt(slug: string | undefined): Deployment | undefined {
  return useStore(subscribe, () => findDeployment(slug && presentSlug(slug)));
}

/**
 * Loads the configuration from the HTML document, else from `/config.json`.
 * @throws ConfigError, or an error of `fetch`; the start screen shows it.
 */
export async function loadConfig(): Promise<void> {
  if (deliveredConfig !== undefined) {
    if (documentServed !== undefined)
      await (await import('./date-document.ts')).findDocumentTime(documentServed);
    // The host wrote this configuration and checked it.
    return applyConfig(deliveredConfig as AppConfig, deliveredConfig);
  }
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
    // A failed request does not prove that there is a log-in page.
    return true;
  } finally {
    probe = null;
  }
}

/**
 * Whether the host itself responds, and not the log-in page of a proxy in front of it. Simultaneous calls
 * share one request.
 */
export function isOwnHost(): Promise<boolean> {
  probe ??= askOwnHost();
  return probe;
}

export function findDeployment(slug: string | undefined): Deployment | undefined {
  return deployments.find((deployment) => deployment.slug === slug);
}
