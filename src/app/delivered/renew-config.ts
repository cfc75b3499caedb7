/**
 * Applies a new configuration while a page is open. Loaded in advance, because the host may be unreachable
 * later.
 */

import { decodeConfig } from '#contract/decode/config.ts';
import { sessionKinds } from '#contract/host.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { now } from '../ui/time/clock.ts';
import { hostAddress } from './base.ts';
import { applyConfig, deployments, removedDeployments, sentConfig } from './config.ts';

function textsOf(body: unknown): readonly string[] {
  const list = isPlainObject(body) ? body['deployments'] : [];
  return Array.isArray(list) ? list.map((each) => JSON.stringify(each)) : [];
}

/**
 * Requests the configuration and applies it if it has changed. Unchanged deployments stay the same objects.
 * @throws ConfigError, or an error of `fetch`; the old configuration then stays.
 */
export async function renewConfig(): Promise<void> {
  const response = await fetch(hostAddress('config.json'), { cache: 'no-store', redirect: 'manual' });
  if (!response.ok) return;
  const body: unknown = await response.json();
  if (JSON.stringify(body) === JSON.stringify(sentConfig)) return;
  const config = decodeConfig(body);
  const sent = textsOf(sentConfig);
  const before = new Map(deployments.map((each, index) => [sent[index], each]));
  const texts = textsOf(body);
  const next = config.deployments.map((each, index) => before.get(texts[index]) ?? each);
  const slugs = new Set(next.map(({ slug }) => slug));
  for (const { slug, name } of deployments)
    if (!slugs.has(slug)) removedDeployments.set(slug, { name, at: now() });
  for (const slug of slugs) removedDeployments.delete(slug);
  // Only a host sends `webhook` and `session`; a static `config.json` has neither.
  const webhook = isPlainObject(body) && body['webhook'] === true;
  const sentSession = isPlainObject(body) ? body['session'] : undefined;
  const session = sessionKinds.find((kind) => kind === sentSession);
  applyConfig({ ...config, deployments: next, webhook, ...(session && { session }) }, body);
}
