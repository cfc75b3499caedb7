import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Bucket } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { listQuery } from '../lists.ts';
import { type Source, usePreferred } from '../source.ts';

const versions = pathsOf('bucket');

/** Query of the buckets of a deployment, or of one region (API document, part 4, rule 2). */
export function bucketsQuery(deployment: Deployment, path: EndpointPath, region?: string) {
  return listQuery(deployment, 'bucket', path, region === undefined ? {} : { region });
}

export function useBuckets(deployment: Deployment, region?: string, enabled = true): Source<Listing<Bucket>> {
  return usePreferred(versions, (path) => bucketsQuery(deployment, path, region), enabled);
}
