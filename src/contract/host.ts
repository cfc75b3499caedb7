/** The host's own small API: what `/config.json` tells the app. */

export interface Deployment {
  readonly slug: string;
  readonly name: string;
  /** Where the app asks, relative to the app's own base: `deployments/<slug>`, or an absolute URL of a plain-file set-up. */
  readonly baseUrl: string;
  /** What to show as the deployment's address: the configured upstream without secrets. */
  readonly shownUrl: string;
  /** Demo data, labelled as such on screen. */
  readonly demo: boolean;
  /** Status words given another class by configuration; `Record<word, severity>`. */
  readonly words: Readonly<Record<string, string>>;
  readonly places?: Places;
  /** How much of its verdict the lists are; all that counts by default where absent. */
  readonly verdict?: VerdictSettings;
  /** Seconds between two readings of its status document, where they are not those of all. */
  readonly pollSeconds?: number;
  /** Items that one of its listings holds at most; {@link mostItems} where absent. */
  readonly maximumItems?: number;
  /** Findings that are known, and no news (domain/answer/known-findings.ts). */
  readonly departures?: readonly string[];
  /** Requests that its host sends it in a minute at most, those for status apart; absent where nothing bounds them. */
  readonly budget?: number;
  /** Whether its lists are recorded as well: only then its nodes and regions have a past. */
  readonly listsRecorded?: boolean;
}

/** Items that one listing holds at most, and so the largest limit that is asked for. */
export const mostItems = 1_000_000;

/** How much of a verdict the lists of regions and nodes are (docs/understand/verdict.md). */
export interface VerdictSettings {
  /** Whether regions count. */
  readonly regions: boolean;
  /** Share of the nodes listed from which their class counts, above 0 and at most 1; `false` where nodes do not count. */
  readonly nodeShare: number | false;
}

export const defaultVerdictSettings: VerdictSettings = { regions: true, nodeShare: 0.05 };

/** Region code → where it stands, degrees: for places that no gazetteer knows. */
export type Places = Readonly<Record<string, { readonly lat: number; readonly lon: number }>>;

/** What a wall shows and from how far it is read; each option has a default. */
export interface WallOptions {
  readonly scenes?: readonly string[] | undefined;
  /** For each scene. */
  readonly seconds?: number | undefined;
  readonly theme?: Theme | undefined;
  /** Metres between the screen and whoever reads it. */
  readonly distance?: number | undefined;
  /** Inches. */
  readonly diagonal?: number | undefined;
  readonly zone?: string | undefined;
  readonly sound?: boolean | undefined;
  readonly deployments?: readonly string[] | undefined;
  readonly filter?: string | undefined;
  /** Hours of the day in which the screen is dimmed, `22-6`. */
  readonly dim?: string | undefined;
  /** Time of the day at which the page loads itself anew, `04:30`. */
  readonly reload?: string | undefined;
}

/** How long one request may take and how much it may bring. */
export interface RequestLimits {
  /** Milliseconds until the first byte of an answer. */
  readonly headersMilliseconds: number;
  /** Milliseconds until its last byte. */
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
  /** Name of the target. */
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
  /** Pending messages of all targets. */
  readonly waiting: number;
  readonly targets: readonly { readonly name: string; readonly waiting: number }[];
  /** The last attempts, newest first. */
  readonly sendings: readonly Sending[];
}

/** A quiet window of webhook messages that lasts now. */
export interface Muted {
  /** ISO 8601. */
  readonly until: string;
  readonly reason: string;
}

export interface AppConfig {
  readonly deployments: readonly Deployment[];
  /** Seconds between two readings of a status document: P of docs/understand/freshness.md. */
  readonly pollSeconds: number;
  /** What the app keeps to on its way to the host. */
  readonly limits: RequestLimits;
  readonly wall?: WallOptions;
  /** Whether the host sends webhook messages. */
  readonly webhook?: boolean;
  /** By slug, deployments about which webhook messages are muted now. */
  readonly muted?: Readonly<Record<string, Muted>>;
  /** Whether the host answers below `/history`: pages ask for no past without it. */
  readonly history?: boolean;
  /** How whoever reads this came in; absent where everybody may. */
  readonly session?: SessionKind;
}

/** By the password, by the word of a proxy, by a wall link. */
export type SessionKind = 'password' | 'proxy' | 'wall';

export type Theme = 'dark' | 'light';

/** Holds the reader's choice of a theme, so that the host can draw the document in it. */
export const themeCookie = 'edgewatch-theme';

/** `own` where the reader wants deployments as configured: the host draws them worst first, for everybody else. */
export const orderCookie = 'edgewatch-order';

export const defaultPollSeconds = 10;
export const pollSecondsRange = { least: 2, most: 300 } as const;
