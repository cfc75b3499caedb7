import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { EventType } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { listQuery } from '../lists.ts';
import { type Source, usePreferred } from '../source.ts';

const versions = pathsOf('event');

export function eventsQuery(deployment: Deployment, path: EndpointPath) {
  return listQuery(deployment, 'event', path);
}

export function useEvents(deployment: Deployment, enabled = true): Source<Listing<EventType>> {
  return usePreferred(versions, (path) => eventsQuery(deployment, path), enabled);
}
