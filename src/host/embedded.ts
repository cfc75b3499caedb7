/** A deployment inside this process: the reference service, open to other origins for reading. */

import { type HostedDeployment, searchOf } from './deployment.ts';

/** What the reference service offers for each of its deployments. */
export interface EmbeddedService {
  readonly slug: string;
  readonly name: string;
  fetch(request: Request): Response | Promise<Response>;
}

export function createEmbeddedDeployment(
  service: EmbeddedService,
  options: Pick<HostedDeployment, 'slug' | 'words'>,
): HostedDeployment {
  return {
    ...options,
    name: service.name,
    shownUrl: `deployments/${options.slug}`,
    demo: true,
    places: {},
    answer: (request, path) => service.fetch(below(request, path)),
    close: () => Promise.resolve(),
  };
}

/** The request as the service sees it: at its own root. Made without building a second request. */
function below(request: Request, path: string): Request {
  const { url } = request;
  const search = searchOf(url);
  const authorityEnd = url.indexOf('/', url.indexOf('//') + 2);
  const address = `${url.slice(0, authorityEnd)}${path}${search}`;
  if (address === url) return request;
  return new Proxy(request, {
    get(target, key) {
      if (key === 'url') return address;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
