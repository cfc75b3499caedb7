/** Keeps in the verdicts what the other endpoints of a deployment say by failing or by not being there. */

import type { QueryClient } from '@tanstack/react-query';
import { endpointPaths } from '../../contract/endpoints.ts';
import { type Feed, silentFeed } from '../../domain/answer.ts';
import { reachOf, withReach } from '../../domain/reach.ts';
import { amendVerdicts } from '../amendments.ts';
import { now, subscribeToSeconds } from '../clock.ts';
import { deployments } from '../config.ts';
import { feedIn } from './asking.ts';

/** Starts, and looks once a second. */
export function watchReach(client: QueryClient): void {
  const known = new Map<string, string>();
  subscribeToSeconds(() => {
    for (const { slug } of deployments) {
      const endpoints = endpointPaths.map(
        // The key of an endpoint asked without parameters (queries/endpoint.ts).
        (path) => client.getQueryData<Feed<unknown>>([slug, path, {}]) ?? silentFeed,
      );
      const asked = client
        .getQueryCache()
        .findAll({ queryKey: [slug], type: 'active' })
        .map(feedIn);
      const reach = reachOf(endpoints, asked, now());
      const text = JSON.stringify(reach);
      if (known.get(slug) === text) continue;
      known.set(slug, text);
      amendVerdicts(slug, 'reach', (verdict) => withReach(verdict, reach));
    }
  });
}
