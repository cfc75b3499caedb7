/** The deployments this app shows and how often it reads their status. Loaded once, before anything is drawn. */

import { type AppConfig, type Deployment, decodeConfig, defaultPollSeconds } from '../contract/host.ts';
import { hostAddress } from './base.ts';
import { deliveredConfig } from './delivered.ts';

export let pollMilliseconds: number = defaultPollSeconds * 1000;
export let deployments: readonly Deployment[] = [];

function adopt(config: AppConfig): void {
  pollMilliseconds = config.pollSeconds * 1000;
  deployments = config.deployments;
}

/**
 * Takes the configuration delivered with the document, else asks for `/config.json`.
 *
 * @throws ConfigError or an error of `fetch`, both of which the start screen shows.
 */
export async function loadConfig(): Promise<void> {
  if (deliveredConfig !== undefined) return adopt(decodeConfig(deliveredConfig));
  const response = await fetch(hostAddress('config.json'), { cache: 'no-store' });
  const body: unknown = await response.json();
  adopt(decodeConfig(body));
}

export function findDeployment(slug: string | undefined): Deployment | undefined {
  return deployments.find((deployment) => deployment.slug === slug);
}
