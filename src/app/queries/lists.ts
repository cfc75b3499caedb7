import { listReader } from '../../client/list-reader.ts';
import type { Asked } from '../../contract/decode-list.ts';
import type { EndpointPath } from '../../contract/endpoints.ts';
import type { Deployment } from '../../contract/host.ts';
import type { ListResource } from '../../contract/resources.ts';
import { endpointQuery } from './endpoint.ts';

/** The query of a list endpoint; the options factories beside this file name the resources. */
export function listQuery<R extends ListResource>(
  deployment: Deployment,
  resource: R,
  path: EndpointPath,
  asked: Asked = {},
) {
  return endpointQuery(deployment, path, asked, listReader(resource));
}
