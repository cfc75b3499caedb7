/**
 * A host with a scripted history record: it answers requests below `/history` itself, and forwards all others
 * to a real host.
 */

import { once } from 'node:events';
import { request as ask, createServer, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type {
  ChangeEntry,
  CoverageEntry,
  HistoryState,
  SpanEntry,
  StripEntry,
  SubjectKind,
} from '../../src/contract/history.ts';

export interface RecordScript {
  readonly slugs: readonly string[];
  readonly observe?: HistoryState['observe'];
  readonly components: readonly string[];
  /**
   * Component → milliseconds from the start of its trouble to the end of the window. The trouble has not
   * ended.
   */
  readonly trouble?: Readonly<Record<string, number>>;
  readonly notice?: HistoryState['notice'];
  readonly reason?: HistoryState['reason'];
  /** Number of changes of the first component: one per minute before the start of this host. */
  readonly changes?: number;
  /** Names of history responses that wait for `release`, such as `since`. */
  readonly held?: readonly string[];
  readonly problem?: { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
}

const status = '/api/v2/status';
const marks = 90;
const hour = 3_600_000;
/** A coverage gap, in hours before the end of a window. */
const gap = { from: 5.6, to: 4.9 } as const;

function iso(time: number): string {
  return new Date(time).toISOString();
}

function interval(from: number, to: number | null, cause: CoverageEntry['cause']): CoverageEntry {
  const length = to === null ? null : (to - from) / 1000;
  return {
    endpoint: status,
    from: iso(from),
    to: to === null ? null : iso(to),
    outcome: cause === null ? 'seen' : 'blind',
    cause,
    detail: cause === 'host-stopped' ? 'stopped' : null,
    looks: cause === null ? Math.floor((length ?? 0) / 10) : 0,
    longestSeconds: cause === null ? 10.2 : length,
    complete: true,
  };
}

function stripOf(key: string, name: string, from: number, to: number, begin: number | null): StripEntry {
  const length = (to - from) / marks;
  const [gapStart, gapEnd] = [to - gap.from * hour, to - gap.to * hour];
  let [worst, seen, good, bad, unobserved] = ['', '', 0, 0, 0];
  for (let index = 0; index < marks; index += 1) {
    const [start, end] = [from + index * length, from + (index + 1) * length];
    const lost = Math.max(0, Math.min(end, gapEnd) - Math.max(start, gapStart));
    const isBad = begin !== null && end > to - begin;
    seen += lost === 0 ? '_' : lost >= length ? 'A' : 'f';
    worst += lost >= length ? '-' : isBad ? 'd' : 'o';
    unobserved += lost;
    if (isBad) bad += length - lost;
    else good += length - lost;
  }
  const times = { good: Math.round(good), bad: Math.round(bad), unobserved: Math.round(unobserved) };
  return {
    key,
    occurrence: 1,
    name,
    endpoint: status,
    worst,
    seen,
    ...times,
    unknown: 0,
    notice: 0,
    couldHide: 2_520_000,
  };
}

function spanOf(kind: SubjectKind, key: string, to: number, begin: number | null): readonly SpanEntry[] {
  const common = { kind, key, occurrence: 1, endpoint: status };
  const first = {
    ...common,
    word: 'operational',
    severity: 'ok',
    from: iso(to - 200 * hour),
    notBefore: null,
  } as const;
  if (begin === null) return [{ ...first, to: null }];
  const from = iso(to - begin);
  const bad = {
    ...common,
    word: 'degraded',
    severity: 'degraded',
    from,
    notBefore: iso(to - begin - 10_000),
  } as const;
  return [
    { ...first, to: from },
    { ...bad, to: null },
  ];
}

function stateOf(slug: string, { observe = 'all', notice = null, reason = null }: RecordScript): HistoryState {
  return {
    deployment: slug,
    observe,
    recording: observe !== 'off' && reason === null,
    reason: observe === 'off' ? 'off' : reason,
    demo: false,
    since: observe === 'off' ? null : iso(Date.now() - 400 * hour),
    knownUntil: iso(Date.now()),
    poll: 10,
    retention: { rawDays: 14, hourDays: 400, spanDays: 400 },
    notice,
    endpoints: [status],
  };
}

/** Changes of a window, the newest first, with the same paging as the host's. */
function changesOf(
  { changes = 0, components }: RecordScript,
  startedAt: number,
  [from, to]: readonly [number, number],
  search: URLSearchParams,
): { readonly data: readonly ChangeEntry[]; readonly more: string | null } {
  const limit = Number(search.get('limit') ?? 200);
  const before = search.get('before');
  const entries = Array.from({ length: changes }, (_, index): ChangeEntry => {
    const at = startedAt - index * 60_000;
    const words = ['operational', 'degraded'] as const;
    const [was, is] = index % 2 === 0 ? words : words.toReversed();
    return {
      id: `${at}-s1`,
      at: iso(at),
      notBefore: iso(at - 10_000),
      type: 'state',
      kind: 'component',
      key: components[0] ?? '',
      occurrence: 1,
      before: was ?? null,
      after: is ?? null,
      blind: false,
    };
  }).filter(({ id, at }) => Date.parse(at) >= from && Date.parse(at) < to && (before === null || id < before));
  return {
    data: entries.slice(0, limit),
    more: entries.length > limit ? `changes?before=${entries[limit - 1]?.id}` : null,
  };
}

function answerOf(
  script: RecordScript,
  slug: string,
  what: string,
  search: URLSearchParams,
  startedAt: number,
): unknown {
  const [from, to] = ['from', 'to'].map((name) => Date.parse(search.get(name) ?? iso(Date.now()))) as [
    number,
    number,
  ];
  const { trouble = {}, components } = script;
  const worst = Math.max(0, ...Object.values(trouble));
  const kind = search.get('kind');
  const subjects = kind === 'component' ? components : [slug];
  const begin = (key: string) => (kind === 'component' ? (trouble[key] ?? null) : worst === 0 ? null : worst);
  const window = {
    deployment: slug,
    from: iso(from),
    to: iso(to),
    knownUntil: iso(to),
    settledUntil: iso(to),
    more: null,
  };
  const wide = [to - gap.from * hour, to - gap.to * hour] as const;
  switch (what) {
    case '':
      return { data: script.slugs.map((each) => stateOf(each, script)) };
    case '/sight':
      return {
        ...window,
        data: [
          interval(from - hour, wide[0], null),
          interval(wide[0], wide[1], 'host-stopped'),
          interval(wide[1], to, null),
        ],
      };
    case '/strips':
      return {
        ...window,
        kind,
        zone: 'UTC',
        marks,
        lengths: [[(to - from) / marks, marks]],
        data: subjects.map((key) => stripOf(key, key, from, to, begin(key))),
      };
    case '/spans':
      return {
        ...window,
        data: subjects.flatMap((key) =>
          spanOf(kind === 'component' ? 'component' : 'deployment', key, to, begin(key)),
        ),
      };
    case '/since': {
      const rows = kind === 'component' ? components : [slug];
      const start = { from: iso(to - worst), notBefore: iso(to - worst - 10_000) };
      return {
        deployment: slug,
        knownUntil: iso(to),
        settledUntil: iso(to),
        verdict:
          worst === 0
            ? { severity: 'ok', from: iso(to - 200 * hour), notBefore: null, notGood: null }
            : { severity: 'degraded', ...start, notGood: start },
        data: rows.flatMap((key) =>
          spanOf(kind === 'component' ? 'component' : 'deployment', key, to, begin(key)).slice(-1),
        ),
        more: null,
      };
    }
    case '/changes':
      return { ...window, ...changesOf(script, startedAt, [from, to], search) };
    default:
      return { ...window, data: [] };
  }
}

function send(response: ServerResponse, code: number, body: unknown): void {
  const type = code === 200 ? 'application/json' : 'application/problem+json';
  response.writeHead(code, { 'content-type': type, 'cache-control': 'private, max-age=2' });
  response.end(JSON.stringify(body));
}

export async function startRecord(origin: string, script: RecordScript) {
  const startedAt = Date.now();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const [, slug = '', what = ''] = /^\/history(?:\/([^/]+)(\/.*)?)?$/.exec(pathname) ?? [];
    if (pathname.startsWith('/history')) {
      const { problem, held = [] } = script;
      if (problem) return send(response, problem.status, problem.body);
      const answer = () => send(response, 200, answerOf(script, slug, what, searchParams, startedAt));
      if (!held.includes(what.slice(1))) return answer();
      void released.then(answer);
      return undefined;
    }
    const { hostname, port } = new URL(origin);
    const headers = { ...request.headers, host: new URL(origin).host };
    // Uses a new connection each time, because the host may close a kept-alive one just when it is reused.
    const to = { hostname, port, path: request.url, method: request.method, headers, agent: false } as const;
    const onward = ask(to, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => undefined);
    });
    onward.on('error', () => response.destroy());
    pipeline(request, onward, () => undefined);
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    release: () => release(),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
