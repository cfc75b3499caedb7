/** Types of the host's own API (docs/understand/host-api.md): `/config.json` and `/config/webhook.json`. */

export interface Deployment {
  readonly slug: string;
  readonly name: string;
  /**
   * Base URL for requests to this deployment. With a host: `deployments/<slug>`, relative to the app's base.
   * With plain files: an absolute URL.
   */
  readonly baseUrl: string;
  /** Address of the deployment shown on screen: the configured upstream without secrets. */
  readonly shownUrl: string;
  readonly demo: boolean;
  /** Configured severities of status words, by status word. */
  readonly words: Readonly<Record<string, string>>;
  readonly places?: Places;
  /** How the lists of regions and nodes count in the verdict; {@link defaultVerdictSettings} if absent. */
  readonly verdict?: VerdictSettings;
  /** Seconds between two polls of the status document; `AppConfig.pollSeconds` if absent. */
  readonly pollSeconds?: number;
  /** Maximum number of items in one listing; {@link mostItems} if absent. */
  readonly maximumItems?: number;
  /**
   * Findings that the configuration accepts as known: pages show them, but do not warn
   * (domain/answer/known-findings.ts).
   */
  readonly departures?: readonly string[];
  /** Maximum requests per minute from the host, status requests not counted; absent if unlimited. */
  readonly budget?: number;
  /** Whether the host records the lists of nodes and regions. If not, nodes and regions have no history. */
  readonly listsRecorded?: boolean;
}

/** Default maximum number of items in one listing, and the largest `limit` that is requested. */
export const mostItems = 1_000_000;

/** How the lists of regions and nodes count in a verdict (docs/understand/verdict.md). */
export interface VerdictSettings {
  readonly regions: boolean;
  /**
   * Minimum share of the listed nodes that must have a severity for it to count in the verdict. Above 0 and
   * at most 1; `false` if nodes never count.
   */
  readonly nodeShare: number | false;
}

export const defaultVerdictSettings: VerdictSettings = { regions: true, nodeShare: 0.05 };

/**
 * Configured coordinates in degrees by region code, for regions that the built-in table of places does not
 * have.
 */
export type Places = Readonly<Record<string, { readonly lat: number; readonly lon: number }>>;

/** Options of the wall mode (docs/use/wall.md). Each option has a default. */
export interface WallOptions {
  readonly scenes?: readonly string[] | undefined;
  /** Seconds for which each scene is shown. */
  readonly seconds?: number | undefined;
  readonly theme?: Theme | undefined;
  /** Distance between screen and viewer, in metres. */
  readonly distance?: number | undefined;
  /** Diagonal of the screen, in inches. */
  readonly diagonal?: number | undefined;
  readonly zone?: string | undefined;
  readonly sound?: boolean | undefined;
  readonly deployments?: readonly string[] | undefined;
  readonly filter?: string | undefined;
  /** Hours in which the screen is dimmed, from and to: `22-6`. */
  readonly dim?: string | undefined;
  /** Time of day at which the page reloads: `04:30`. */
  readonly reload?: string | undefined;
}

export interface RequestLimits {
  /** Maximum milliseconds until the headers of a response arrive. */
  readonly headersMilliseconds: number;
  /** Maximum milliseconds until the last byte of a response arrives. */
  readonly totalMilliseconds: number;
  /** Maximum size of a response body, in bytes after decompression. */
  readonly maximumBodyBytes: number;
}

export const defaultLimits: RequestLimits = {
  headersMilliseconds: 10_000,
  totalMilliseconds: 15_000,
  maximumBodyBytes: 32 * 1024 * 1024,
};

/** One attempt to deliver a message to a webhook target (docs/operate/webhook.md). */
export interface Sending {
  readonly id: string;
  readonly target: string;
  readonly text: string;
  /** Time of the attempt, ISO 8601. */
  readonly at: string;
  /** Number of attempts for this message so far, this one included. */
  readonly attempt: number;
  /** Why the target did not accept the message; `null` if the target accepted it. */
  readonly failure: string | null;
}

/** Response of `/config/webhook.json`: pending messages and the last attempts. */
export interface WebhookState {
  readonly waiting: number;
  readonly targets: readonly { readonly name: string; readonly waiting: number }[];
  /** The last attempts of all targets, newest first. */
  readonly sendings: readonly Sending[];
}

export interface Muted {
  /** End of the mute, ISO 8601. */
  readonly until: string;
  readonly reason: string;
}

export interface AppConfig {
  readonly deployments: readonly Deployment[];
  /** Seconds between two polls of a status document: P in docs/understand/freshness.md. */
  readonly pollSeconds: number;
  readonly limits: RequestLimits;
  readonly wall?: WallOptions;
  readonly webhook?: boolean;
  /** Deployments whose webhook messages are muted now, by slug. */
  readonly muted?: Readonly<Record<string, Muted>>;
  /** Whether the host serves `/history`. If not, pages request no history. */
  readonly history?: boolean;
  /** Whether the viewer may write notes in the history. */
  readonly notes?: boolean;
  /** How the viewer got access; absent if the host has no access control. */
  readonly session?: SessionKind;
}

/** Ways to get access: the password, the identity provider, the header of a trusted proxy, or a wall link. */
export const sessionKinds = ['password', 'oidc', 'proxy', 'wall'] as const;
export type SessionKind = (typeof sessionKinds)[number];

export type Theme = 'dark' | 'light';

/**
 * Name of the cookie with the viewer's theme. It is a cookie so that the host can server-render with that
 * theme.
 */
export const themeCookie = 'edgewatch-theme';

/**
 * Name of the cookie with the order of deployments: `own` for the configured order. Otherwise the host
 * server-renders the worst deployment first.
 */
export const orderCookie = 'edgewatch-order';

export const defaultPollSeconds = 10;
export const pollSecondsRange = { least: 2, most: 300 } as const;
