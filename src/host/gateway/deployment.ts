import type { Deployment, Places, VerdictSettings } from '#contract/host.ts';

/** A deployment as the host serves it: embedded or proxied. */
export interface HostedDeployment {
  readonly slug: string;
  readonly name: string;
  /** What to show as its address. */
  readonly shownUrl: string;
  readonly demo: boolean;
  /** Status words given another class: word → severity. */
  readonly words: Deployment['words'];
  readonly places: Places;
  /** How much of its verdict the lists are. */
  readonly verdict: VerdictSettings;
  /** Answers a request for `path` below the deployment's base URL; any parameters are in the request's URL. */
  answer(request: Request, path: string): Response | Promise<Response>;
  /** Reads anew what it was given in files. */
  renew(): void;
  close(): Promise<void>;
}

/** The search part of an absolute URL, with its `?`, or empty; cheaper than parsing the whole. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
