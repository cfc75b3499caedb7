import { type EndpointPath, pathsOf } from '../../contract/endpoints.ts';
import type { Deployment } from '../../contract/host.ts';
import type { StatusDocument } from '../../contract/resources.ts';
import { endpointQuery } from './endpoint.ts';
import { type Source, usePreferred } from './source.ts';

const versions = pathsOf('status');

export function statusQuery(deployment: Deployment, path: EndpointPath) {
  return endpointQuery<StatusDocument>(deployment, path, {}, (answer) => {
    if (answer.kind !== 'status') throw new Error(`${path} does not answer a status document.`);
    return answer.document;
  });
}

export function useStatus(deployment: Deployment): Source<StatusDocument> {
  return usePreferred(versions, (path) => statusQuery(deployment, path));
}
