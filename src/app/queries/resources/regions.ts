import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Region } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { listQuery } from '../lists.ts';
import { type Source, usePreferred } from '../source.ts';

const versions = pathsOf('region');

export function regionsQuery(deployment: Deployment, path: EndpointPath) {
  return listQuery(deployment, 'region', path);
}

export function useRegions(deployment: Deployment, enabled = true): Source<Listing<Region>> {
  return usePreferred(versions, (path) => regionsQuery(deployment, path), enabled);
}
