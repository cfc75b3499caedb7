/** Schema of the configuration file. An unknown setting is a mistake. */

import { z } from 'zod';
import { mostItems, pollSecondsRange } from '#contract/host.ts';
import { parseDeparture } from '#domain/answer/known-findings.ts';
import { parseWindow, type RecurringWindow, WindowError, type WrittenWindow } from '#domain/windows/window.ts';
import { isRange, upstreamHostCheck } from '../net/addresses.ts';
import { checkCertificate, checkKey, isPair } from '../net/pem.ts';
import { checkProxy, proxyForm } from '../net/proxies.ts';
import { type SecretPlaces, takeSecret, type WrittenSecret } from '../net/secrets.ts';
import { SettingsError } from '../net/settings-error.ts';
import { parseBasePath } from './base-path.ts';
import { checkSlug, parseBaseUrl, refuseAddress } from './base-url.ts';
import { checkHeaderValue, isHeaderName, isOwnHeader } from './header-values.ts';
import { checkDatabase, checkToken, checkWebhookUrl } from './own-secrets.ts';
import { parsePasswordLine } from './password-line.ts';
import { checkIssuer, parseOrigin, parsePublicUrl } from './public-url.ts';

const severities = ['ok', 'notice', 'degraded', 'partial', 'critical', 'unknown'] as const;

const words = z.record(z.string(), z.enum(severities));

/** Position of a region in degrees, for regions that the built-in gazetteer does not know. */
const place = z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });

const wall = z.strictObject({
  scenes: z
    .array(z.enum(['overview', 'status', 'map', 'inventory', 'events']))
    .min(1)
    .optional(),
  /** Seconds for which the wall shows a scene. */
  seconds: z.number().min(5).max(3600).optional(),
  theme: z.enum(['dark', 'light']).optional(),
  /** Metres between the screen and its viewers. */
  distance: z.number().min(0.5).max(50).optional(),
  /** Diagonal of the screen in inches. */
  diagonal: z.number().min(5).max(300).optional(),
  zone: z.string().min(1).optional(),
  sound: z.boolean().optional(),
  deployments: z.array(z.string()).min(1).optional(),
  filter: z.string().optional(),
  dim: z
    .string()
    .regex(/^\d{1,2}-\d{1,2}$/)
    .optional(),
  reload: z
    .string()
    .regex(/^\d{1,2}:\d{2}$/)
    .optional(),
});

/** Whether region and node lists count in the verdict (docs/understand/verdict.md). */
const verdict = z.strictObject({
  regions: z.boolean().exactOptional(),
  /**
   * Minimum share of the listed nodes that must be bad before nodes count in the verdict; `false`: they never
   * count.
   */
  nodeShare: z
    .union([z.number().gt(0).max(1), z.literal(false)], { error: 'a share above 0 to 1 is expected, or false' })
    .exactOptional(),
});

const limits = z.strictObject({
  timeoutSeconds: z.number().min(1).max(300).optional(),
  maximumBodyBytes: z
    .int()
    .min(1024)
    .max(1024 ** 3)
    .optional(),
  /** Maximum items of one list. No larger `limit` is requested. */
  maximumItems: z.int().min(1).max(mostItems).optional(),
});

const days = z.int().min(1).max(3_650);

/** Which endpoints of a deployment the observer polls (docs/understand/observer.md). */
const observe = z.enum(['all', 'status', 'off']);

/** Name of a group. It has no comma, because a proxy sends several groups in one header. */
const group = z.string().regex(/^[^,\s](?:[^,]{0,98}[^,\s])?$/);

/** Maximum list requests per minute to one deployment. */
const budget = z.int().min(10).max(60_000);

const departure = z
  .string()
  .refine(
    (text) => parseDeparture(text) !== null,
    'an endpoint, a field, or both are expected, such as "/api/v1/nodes data[].pop"',
  );

const pollSeconds = z.number().min(pollSecondsRange.least).max(pollSecondsRange.most);

/** Seconds in which the observer requests each region of a truncated bucket or asset list once. */
const sliceIntervalSeconds = z.number().min(10).max(86_400);

const range = z.string().refine(isRange, 'an address or a range such as "169.254.10.0/24" is expected');

function clauseOf(cause: unknown): string {
  if (!(cause instanceof SettingsError)) throw cause;
  const sentence = cause.message.replace(/\.$/, '');
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Creates the schema of a string that passes if `check` does not throw a SettingsError. */
function checkedText(check: (text: string) => unknown) {
  return z.string().superRefine((text, context) => {
    try {
      check(text);
    } catch (cause) {
      context.addIssue({ code: 'custom', message: clauseOf(cause) });
    }
  });
}

const ownHeader = z.string().refine(isHeaderName, 'this is not a header name');

const accessProxy = z.strictObject({
  trusted: z.array(range).min(1),
  userHeader: ownHeader,
  groupHeader: ownHeader.optional(),
});

const slugs = z.array(z.string().min(1)).min(1);

const minimumSeverity = z.enum(['notice', 'unknown', 'degraded', 'partial', 'critical']);

const mostTargets = 20;
const mostWindows = 200;
const mostOrigins = 50;

const windowShape = {
  deployments: slugs.optional(),
  from: z.string(),
  to: z.string(),
  rrule: z.string().max(500).optional(),
  zone: z.string().optional(),
};

/** Parses a window; adds an issue for the member at fault. */
function checkedWindow(written: WrittenWindow, context: z.RefinementCtx): RecurringWindow | null {
  try {
    return parseWindow(written);
  } catch (cause) {
    if (!(cause instanceof WindowError)) throw cause;
    context.addIssue({ code: 'custom', message: cause.message, path: [cause.member] });
    return null;
  }
}

const muteShape = z.strictObject({ ...windowShape, reason: z.string().min(1).max(200) });

const mute = muteShape.transform(({ deployments, reason, ...written }, context) => {
  const parsed = checkedWindow(written, context);
  return parsed ? { deployments, reason, window: parsed } : z.NEVER;
});

/** Planned work. Its windows stay as written, because another thread parses them. */
const plannedShape = z.strictObject({ ...windowShape, title: z.string().min(1).max(200) });

const planned = plannedShape.transform(({ deployments, title, ...written }, context) => {
  const isValid = checkedWindow(written, context) !== null;
  return isValid ? { deployments, title, window: written } : z.NEVER;
});

const fileName = z.strictObject({ file: z.string().min(1) });

/**
 * Names of the known settings, by the name of their parent; the parent's name is empty for the file itself.
 */
export type SettingNames = Readonly<Record<string, readonly string[]>>;

/**
 * Creates the schema of the configuration file.
 * @param places - environment variables and folder of the secrets that the file refers to.
 */
export function schemaFor(places: SecretPlaces) {
  const written = z.union([z.string(), fileName], {
    error: 'a text, perhaps with "${VARIABLE}" in it, or { "file": "…" } is expected',
  });
  const take = (value: WrittenSecret, check: (text: string) => unknown, context: z.RefinementCtx) => {
    try {
      const taken = takeSecret(value, places);
      check(taken.reveal());
      return taken;
    } catch (cause) {
      context.addIssue({ code: 'custom', message: clauseOf(cause) });
      return z.NEVER;
    }
  };
  const secret = (check: (text: string) => unknown) =>
    written.transform((value, context) => take(value, check, context));
  const proxy = z
    .union([z.literal(false), z.string(), fileName], { error: proxyForm })
    .transform((value, context) => (value === false ? value : take(value, checkProxy, context)));
  const headers = z
    .record(
      z.string(),
      secret((text) => checkHeaderValue('it', text)),
    )
    .superRefine((given, context) => {
      const names = Object.keys(given);
      const refuse = (name: string, message: string) =>
        context.addIssue({ code: 'custom', message, path: [name] });
      const lower = names.map((name) => name.toLowerCase());
      for (const [index, name] of names.entries()) {
        if (!isHeaderName(name)) refuse(name, 'this is not a header name');
        else if (isOwnHeader(name)) refuse(name, 'Edgewatch sets this header');
        else if (lower.indexOf(name.toLowerCase()) < index)
          refuse(name, 'this header is given twice, in different spellings');
      }
    });
  const tls = z
    .strictObject({
      ca: secret(checkCertificate).exactOptional(),
      cert: secret(checkCertificate).exactOptional(),
      key: secret(checkKey).exactOptional(),
      serverName: z.string().min(1).exactOptional(),
    })
    .superRefine(({ cert, key }, context) => {
      if (cert && key && !isPair(cert.reveal(), key.reveal()))
        context.addIssue({
          code: 'custom',
          message: 'this key does not belong to the certificate',
          path: ['key'],
        });
      if (cert && !key)
        context.addIssue({ code: 'custom', message: 'a certificate needs its key', path: ['cert'] });
      if (key && !cert)
        context.addIssue({ code: 'custom', message: 'a key needs its certificate', path: ['key'] });
    });
  const deployment = z
    .strictObject({
      slug: checkedText(checkSlug).optional(),
      name: z.string().min(1).optional(),
      baseUrl: checkedText((text) => parseBaseUrl(text, () => true)),
      words: words.optional(),
      places: z.record(z.string(), place).optional(),
      verdict: verdict.optional(),
      allowAddresses: z.array(range).optional(),
      showAddress: z.boolean().optional(),
      limits: limits.optional(),
      budget: budget.optional(),
      observe: observe.optional(),
      pollSeconds: pollSeconds.optional(),
      sliceIntervalSeconds: sliceIntervalSeconds.optional(),
      departures: z.array(departure).optional(),
      visibleTo: z.array(group).min(1).optional(),
      headers: headers.optional(),
      tls: tls.optional(),
      proxy: proxy.optional(),
    })
    .superRefine(({ baseUrl, allowAddresses = [] }, context) => {
      // zod also calls this if a member is invalid.
      if (!URL.canParse(baseUrl) || !allowAddresses.every(isRange)) return;
      try {
        refuseAddress(baseUrl, upstreamHostCheck(allowAddresses));
      } catch (cause) {
        context.addIssue({ code: 'custom', message: clauseOf(cause), path: ['baseUrl'] });
      }
    });
  const webhook = z.strictObject({
    url: secret(checkWebhookUrl),
    secret: secret(checkToken).exactOptional(),
  });
  const webhooks = webhook.extend({
    name: z.string().min(1).max(60).exactOptional(),
    deployments: slugs.exactOptional(),
    minimumSeverity: minimumSeverity.exactOptional(),
  });
  const heartbeat = z.strictObject({
    url: secret(checkWebhookUrl),
    seconds: z.number().min(10).max(86_400),
  });
  const history = z.strictObject({
    rawDays: days.exactOptional(),
    hourDays: days.exactOptional(),
    spanDays: days.exactOptional(),
  });
  const metrics = z.strictObject({ token: secret(checkToken) });
  const oidc = z.strictObject({
    issuer: checkedText(checkIssuer),
    clientId: z.string().min(1),
    clientSecret: secret(() => undefined),
    groupsClaim: z.string().min(1).default('groups'),
    allowedGroups: z.array(group).min(1).exactOptional(),
  });
  const access = z
    .strictObject({
      password: secret(parsePasswordLine).optional(),
      oidc: oidc.optional(),
      proxy: accessProxy.optional(),
      open: z.boolean().optional(),
    })
    .superRefine(({ password, oidc: provider, proxy: authenticator, open }, context) => {
      if (open === true && (password || provider || authenticator))
        context.addIssue({
          code: 'custom',
          message: 'open access needs no password, provider or proxy; remove them',
          path: ['open'],
        });
    });
  const file = z.strictObject({
    deployments: z.array(deployment).optional(),
    pollSeconds: pollSeconds.optional(),
    sliceIntervalSeconds: sliceIntervalSeconds.optional(),
    limits: limits.optional(),
    budget: budget.optional(),
    observe: observe.optional(),
    history: history.optional(),
    database: secret(checkDatabase).optional(),
    metrics: metrics.optional(),
    webhook: webhook.optional(),
    webhooks: z.array(webhooks).min(1).max(mostTargets).optional(),
    mute: z.array(mute).max(mostWindows).optional(),
    heartbeat: z.array(heartbeat).min(1).max(mostTargets).optional(),
    planned: z.array(planned).max(mostWindows).optional(),
    publicUrl: checkedText(parsePublicUrl).optional(),
    frameAncestors: z.array(checkedText(parseOrigin)).max(mostOrigins).optional(),
    access: access.optional(),
    words: words.optional(),
    verdict: verdict.optional(),
    wall: wall.optional(),
    port: z.int().min(0).max(65_535).optional(),
    host: z.string().min(1).optional(),
    hostNames: z.array(z.string().min(1)).optional(),
    trustedProxies: z.array(range).optional(),
    basePath: checkedText((text) => parseBasePath(text, 'it')).optional(),
    sharedCache: z.boolean().optional(),
    demo: z.boolean().optional(),
  });
  const schema = file.superRefine(({ sharedCache, access: given }, context) => {
    if (sharedCache === true && (given?.password || given?.oidc || given?.proxy))
      context.addIssue({
        code: 'custom',
        message: 'only a host with open access may let caches share its responses; remove this or "access"',
        path: ['sharedCache'],
      });
  });
  const shapes = {
    '': file,
    deployments: deployment,
    limits,
    verdict,
    wall,
    tls,
    history,
    metrics,
    webhook,
    webhooks,
    heartbeat,
    mute: muteShape,
    planned: plannedShape,
    access,
    oidc,
  };
  const names: SettingNames = Object.fromEntries(
    Object.entries(shapes).map(([holder, { shape }]) => [holder, Object.keys(shape)]),
  );
  return { schema, names };
}

export type ConfigFile = z.output<ReturnType<typeof schemaFor>['schema']>;
