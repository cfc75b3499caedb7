/** Types of the host's own API (docs/understand/host-api.md): `/config.json` and the webhook state. */

export interface Deployment {
  readonly slug: string;
  readonly name: string;
  /** Base URL of the app's requests: `deployments/<slug>`, relative to the app's base, or an absolute URL (plain files). */
  readonly baseUrl: string;
  /** Address shown on screen: the configured upstream without secrets. */
  readonly shownUrl: string;
  readonly demo: boolean;
  /** Configured classes of status words: word to severity. */
  readonly words: Readonly<Record<string, string>>;
  readonly places?: Places;
  /** How lists count in the verdict; {@link defaultVerdictSettings} if absent. */
  readonly verdict?: VerdictSettings;
  /** Seconds between two polls of the status document, if they differ from `AppConfig.pollSeconds`. */
  readonly pollSeconds?: number;
  /** Maximum of items in one listing; {@link mostItems} if absent. */
  readonly maximumItems?: number;
  /** Findings that the configuration accepts as known (domain/answer/known-findings.ts). */
  readonly departures?: readonly string[];
  /** Maximum of requests per minute from the host, without those for status; absent if unlimited. */
  readonly budget?: number;
  /** Whether lists are recorded. Without them, nodes and regions have no history. */
  readonly listsRecorded?: boolean;
}

/** Maximum of items in one listing, and the largest `limit` that is requested. */
export const mostItems = 1_000_000;

/** How the lists of regions and nodes count in a verdict (docs/understand/verdict.md). */
export interface VerdictSettings {
  readonly regions: boolean;
  /** Share of listed nodes that makes their class count, above 0 and at most 1; `false` if nodes do not count. */
  readonly nodeShare: number | false;
}

export const defaultVerdictSettings: VerdictSettings = { regions: true, nodeShare: 0.05 };

/** Coordinates in degrees by region code, for places that the gazetteer does not have. */
export type Places = Readonly<Record<string, { readonly lat: number; readonly lon: number }>>;

/** Options of the wall mode (docs/use/wall.md). Each has a default. */
export interface WallOptions {
  readonly scenes?: readonly string[] | undefined;
  /** Seconds for each scene. */
  readonly seconds?: number | undefined;
  readonly theme?: Theme | undefined;
  /** Metres between screen and viewer. */
  readonly distance?: number | undefined;
  /** Screen diagonal in inches. */
  readonly diagonal?: number | undefined;
  readonly zone?: string | undefined;
  readonly sound?: boolean | undefined;
  readonly deployments?: readonly string[] | undefined;
  readonly filter?: string | undefined;
  /** Hours in which the screen is dimmed: `22-6`. */
  readonly dim?: string | undefined;
  /** Time at which the page reloads: `04:30`. */
  readonly reload?: string | undefined;
}

export interface RequestLimits {
  /** Milliseconds until the first byte of the response. */
  readonly headersMilliseconds: number;
  /** Milliseconds until the last byte of the response. */
  readonly totalMilliseconds: number;
  /** Bytes of a body after decompression. */
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
  /** ISO 8601. */
  readonly at: string;
  /** Attempts for this message, this one included. */
  readonly attempt: number;
  /** Why the target did not accept it; `null` if it did. */
  readonly failure: string | null;
}

/** The body of `/config/webhook.json`. */
export interface WebhookState {
  readonly waiting: number;
  readonly targets: readonly { readonly name: string; readonly waiting: number }[];
  /** The last attempts, newest first. */
  readonly sendings: readonly Sending[];
}

export interface Muted {
  /** ISO 8601. */
  readonly until: string;
  readonly reason: string;
}

export interface AppConfig {
  readonly deployments: readonly Deployment[];
  /** Seconds between two polls of a status document: P of docs/understand/freshness.md. */
  readonly pollSeconds: number;
  readonly limits: RequestLimits;
  readonly wall?: WallOptions;
  readonly webhook?: boolean;
  /** By slug: deployments whose webhook messages are muted now. */
  readonly muted?: Readonly<Record<string, Muted>>;
  /** Whether the host serves `/history`. Without it, pages request no history. */
  readonly history?: boolean;
  /** How the viewer got access; absent if no access is configured. */
  readonly session?: SessionKind;
}

/** Access by the password, by the header of a trusted proxy, or by a wall link. */
export type SessionKind = 'password' | 'proxy' | 'wall';

export type Theme = 'dark' | 'light';

/** The viewer's theme. A cookie, so that the host can server-render with it. */
export const themeCookie = 'edgewatch-theme';

/** `own` if the viewer wants deployments in configured order. The host server-renders the worst first otherwise. */
export const orderCookie = 'edgewatch-order';

export const defaultPollSeconds = 10;
export const pollSecondsRange = { least: 2, most: 300 } as const;
