import type { QueryClient } from '@tanstack/react-query';
import { hostAddress } from '#app/delivered/base.ts';
import { deployments } from '#app/delivered/config.ts';
import { isDelivered } from '#app/delivered/delivered.ts';
import { addressOf } from '#client/request.ts';
import { statusReader } from '#client/status-reader.ts';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { endpointQuery } from '../endpoint.ts';
import { type Source, usePreferred } from '../source.ts';

const versions = pathsOf('status');

export function statusQuery(deployment: Deployment, path: EndpointPath) {
  return endpointQuery(deployment, path, statusReader);
}

export function useStatus(deployment: Deployment): Source<StatusDocument> {
  return usePreferred(versions, (path) => statusQuery(deployment, path));
}

/** Puts the status answers that came with the document into the cache. */
export async function takeDelivered(client: QueryClient): Promise<void> {
  const all = deployments.flatMap((deployment) =>
    versions
      .filter((path) => isDelivered(addressOf(hostAddress(deployment.baseUrl), path)))
      .map((path) => client.prefetchQuery(statusQuery(deployment, path))),
  );
  await Promise.all(all);
}
