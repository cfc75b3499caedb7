import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Application } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { listQuery } from '../lists.ts';
import { type Source, usePreferred } from '../source.ts';

const versions = pathsOf('application');

export function applicationsQuery(deployment: Deployment, path: EndpointPath) {
  return listQuery(deployment, 'application', path);
}

export function useApplications(deployment: Deployment, enabled = true): Source<Listing<Application>> {
  return usePreferred(versions, (path) => applicationsQuery(deployment, path), enabled);
}
