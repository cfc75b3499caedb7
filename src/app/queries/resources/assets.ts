import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Asset } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { listQuery } from '../lists.ts';
import { type Source, usePreferred } from '../source.ts';

const versions = pathsOf('asset');

/** Query of the assets of a deployment, or of one region (API document, part 4, rule 2). */
export function assetsQuery(deployment: Deployment, path: EndpointPath, region?: string) {
  return listQuery(deployment, 'asset', path, region === undefined ? {} : { region });
}

export function useAssets(deployment: Deployment, region?: string, enabled = true): Source<Listing<Asset>> {
  return usePreferred(versions, (path) => assetsQuery(deployment, path, region), enabled);
}
