/**
 * The configuration: deployments, poll intervals and limits. Loaded before the first render, and again when the
 * host has a new one.
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

/** P for deployments without their own. */
export let pollMilliseconds: number = defaultPollSeconds * 1000;
/** P of a deployment, milliseconds. */
export function pollOf({ pollSeconds }: Pick<Deployment, 'pollSeconds'>): number {
  return pollSeconds === undefined ? pollMilliseconds : pollSeconds * 1000;
}

export let limits = defaultLimits;
export let deployments: readonly Deployment[] = [];
export let tellsWebhook = false;
/** Whether the host has a history record and responds below `/history`. A plain file server does not. */
export let keepsHistory = false;
/** Whether the history of a deployment's regions and nodes is recorded. */
export function keepsListsOf({ listsRecorded }: Pick<Deployment, 'listsRecorded'>): boolean {
  return keepsHistory && listsRecorded === true;
}

/** How the viewer is authenticated; `undefined` without access control. */
export let session: SessionKind | undefined;
/** Not decoded; only the wall reads it (pages/wall/screen/options.ts). */
export let wallConfig: unknown;

export let sentConfig: unknown;

const listeners = new Set<() => void>();

/** Deployments that were shown and then removed, by slug. `at`: when this page noticed, epoch milliseconds. */
export const removedDeployments = new Map<string, { readonly name: string; readonly at: number }>();

/** @param body - as received. */
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

/** The configured deployments; renders when they change. */
export function useDeployments(): readonly Deployment[] {
  return useStore(subscribe, () => deployments);
}

export function useDeploymentAt(slug: string | undefined): Deployment | undefined {
  return useStore(subscribe, () => findDeployment(slug));
}

/**
 * Uses the configuration in the HTML document, else requests `/config.json`.
 * @throws ConfigError or an error of `fetch`; the start screen shows both.
 */
export async function loadConfig(): Promise<void> {
  // Written by the host, which checked it.
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
    // A failed request is no log-in page either.
    return true;
  } finally {
    probe = null;
  }
}

/**
 * Whether the host responds itself, and not a proxy's log-in page in front of it. Simultaneous calls share one
 * request.
 */
export function isOwnHost(): Promise<boolean> {
  probe ??= askOwnHost();
  return probe;
}

export function findDeployment(slug: string | undefined): Deployment | undefined {
  return deployments.find((deployment) => deployment.slug === slug);
}
