import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { listQuery } from '../lists.ts';
import { type Source, usePreferred } from '../source.ts';

const versions = pathsOf('node');

/** Query of the nodes of a deployment, or of one region (API document, part 4, rule 2). */
export function nodesQuery(deployment: Deployment, path: EndpointPath, region?: string) {
  return listQuery(deployment, 'node', path, region === undefined ? {} : { region });
}

export function useNodes(deployment: Deployment, region?: string, enabled = true): Source<Listing<Node>> {
  return usePreferred(versions, (path) => nodesQuery(deployment, path, region), enabled);
}
