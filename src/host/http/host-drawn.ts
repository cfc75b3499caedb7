/**
 * The first sight of a page, drawn into the document from the answer at hand, so that the verdict is on screen before
 * any script has run. The app draws the same and takes over; if it never comes, the style sheet takes the verdict away
 * again, for nobody would renew it (`.first-sight` in src/app/styles.css).
 */

import { decodeStatus } from '#contract/decode/status.ts';
import { type EndpointPath, endpointAt, isEndpointPath, pathsOf } from '#contract/endpoints.ts';
import { parseTimestamp } from '#contract/forms.ts';
import { defaultPollSeconds } from '#contract/host.ts';
import { parseJson } from '#contract/json/parse.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { relayedAnswer } from '#domain/answer/answer.ts';
import { ageOf, polledLifetime } from '#domain/answer/poll.ts';
import { remedyOfWord } from '#domain/failures/cause.ts';
import { marks } from '#domain/severity/marks.ts';
import { isOwnWord, isQuiet, remarkOf, type Severity, type State } from '#domain/severity/severity.ts';
import type { Clause } from '#domain/text/clause.ts';
import { blank, formatClock, isBlank } from '#domain/text/format.ts';
import { settled } from '#domain/text/settled-text.ts';
import { type DeliveredTally, deliveredReading } from '#domain/verdict/delivered-tally.ts';
import { evidenceOf } from '#domain/verdict/evidence.ts';
import { markOf, type Verdict } from '#domain/verdict/verdict.ts';
import { verdictOf } from '#domain/verdict/verdict-of.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import type { DeliveredAnswer } from './delivery.ts';

/** More components than this start as rows (pages/deployment/status/Components.tsx) and are left to the app. */
const mostTiles = 18;

type Sighted = Pick<HostedDeployment, 'name' | 'demo' | 'words' | 'verdict'>;

/** What is at hand when a document is drawn. */
export interface AtHand {
  readonly answers: readonly DeliveredAnswer[];
  readonly tallies: readonly DeliveredTally[];
}

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.toWellFormed().replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** As the app's own Verbatim draws it. */
function sent(text: string): string {
  const long = text.length > 120 ? 'verbatim-long' : '';
  const shown = isBlank(text) ? blank : settled(text.slice(0, 500));
  return `<bdi data-verbatim="" class="verbatim ${long}">${escapeHtml(shown)}</bdi>`;
}

function glyph(severity: Severity, size: number, classes: string): string {
  const { paths, drawn } = marks[severity];
  const strokes = paths.map(({ d, stroke, dash }) =>
    stroke === undefined
      ? `<path d="${d}" fill="var(--mark)" fill-rule="evenodd"/>`
      : `<path d="${d}" fill="none" stroke="var(--mark)" stroke-width="${stroke}"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}/>`,
  );
  const box = size >= 34 ? drawn : '0 0 16 16';
  return `<svg viewBox="${box}" width="${size}" height="${size}" aria-hidden="true" data-severity="${severity}" class="shrink-0 ${classes}">${strokes.join('')}</svg>`;
}

function word(state: State): string {
  const { severity, label } = state;
  const quiet = severity === 'ok' || severity === 'assumed';
  const text = isOwnWord(state) ? sent(label) : escapeHtml(label);
  const remark = remarkOf(state);
  const beside = remark === null ? '' : `<span class="font-normal text-text-3"> ${remark}</span>`;
  return `<span class="word-of-${severity} ${quiet ? 'text-text-2' : 'font-[560]'}">${text}${beside}</span>`;
}

function topBar({ name, demo }: Sighted): string {
  const bars = '<path d="M0 11h3v5H0zM5 8h3v8H5zM10 0h3v16h-3zM15 11h3v5h-3z"/>';
  const note = demo
    ? '<aside aria-label="Demo data" class="sheet border-b border-line bg-s1 py-1 text-[12px] leading-4 text-text-2"><b class="font-semibold text-text">Demo data.</b> An invented fleet, simulated on this machine; nothing here is a real service.</aside>'
    : '';
  return `<header class="top-bar sticky top-0 z-30 border-b border-line bg-bg no-print"><div class="sheet flex h-12 items-center gap-4 md:h-11"><span class="flex items-center gap-2.5 text-[14.5px] font-[640] whitespace-nowrap"><svg viewBox="0 0 18 16" width="18" height="16" aria-hidden="true" fill="currentColor">${bars}</svg><span class="max-md:sr-only">Edgewatch</span></span><span class="inline-flex min-w-0 items-center gap-2 font-[580]"><span class="max-w-44 truncate text-[13.5px]">${escapeHtml(name)}</span></span></div></header>${note}`;
}

function clause({ text, sent: asSent, strong }: Clause): string {
  const words = asSent ? sent(text) : escapeHtml(text);
  return strong ? `<b>${words}</b>` : words;
}

function evidence(verdict: Verdict): string {
  return evidenceOf(verdict).map(clause).join('');
}

function tile(component: Verdict['components'][number]): string {
  const { name, state } = component;
  return `<li class="tile min-w-0 border-b border-line py-3 pr-4"><span class="flex min-w-0 items-center gap-2 font-[560]">${glyph(markOf(component), 12, '')}<span class="truncate">${sent(name)}</span></span><div class="mt-0.5 mb-2 truncate [font-stretch:90%]">${word(state)}</div><div class="h-4"></div></li>`;
}

function fact(name: string, value: string): string {
  return `<dt class="text-text-3 md:text-right">${name}</dt><dd class="drains m-0">${value}</dd>`;
}

function given(text: string | null): string {
  return text === null ? 'not provided' : sent(text);
}

function facts({ document, path, verdict }: Sight): string {
  const updated = document.updated_at === null ? null : parseTimestamp(document.updated_at);
  const rows = [
    fact('Service updated', updated === null ? '–' : formatClock(updated)),
    fact('Answered by', `${given(document.region)}, ${given(document.version)}`),
    fact('Received', `<span class="mono">${path}</span>`),
    ...(verdict.severity === 'unknown' && verdict.headline.sent === true
      ? [
          fact(
            'Unknown word',
            `<span class="mono">${remedyOfWord.setting}</span> gives it a class, <span class="mono">${remedyOfWord.page}</span>`,
          ),
        ]
      : []),
    // Its place is kept: what was seen is known to the page alone.
    ...(isQuiet(verdict.severity) ? [] : [fact('Seen since', '–')]),
  ];
  return `<dl class="m-0 grid min-w-0 grid-cols-[auto_minmax(0,auto)] gap-x-3 text-[12.5px] leading-[18px] md:mt-2">${rows.join('')}</dl>`;
}

function headline(sight: Sight): string {
  const { verdict } = sight;
  return `<header class="pt-5"><div class="flex flex-wrap items-start justify-between gap-x-10 gap-y-3"><div role="status" aria-label="Overall status" class="flex min-w-0 flex-1 basis-96 items-start gap-5">${glyph(verdict.severity, 40, 'mt-1 max-md:size-8')}<div class="min-w-0"><h1 class="headline wrap-anywhere max-md:text-[34px] max-md:leading-10">${clause(verdict.headline)}</h1><p class="lead mt-0.5 max-w-4xl wrap-anywhere max-md:min-h-11">${evidence(verdict)}.</p></div></div>${facts(sight)}</div><div class="mt-4 mb-3 h-[48px]"></div></header>`;
}

function components(verdict: Verdict): string {
  if (verdict.components.length === 0 || verdict.components.length > mostTiles) return '';
  const tiles = verdict.components.map(tile).join('');
  return `<section class="min-w-0"><div class="flex min-h-8 items-baseline border-b border-line-strong pb-1"><h2 class="section-title">Components</h2></div><ul role="list" aria-label="Components" class="tiles m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(max(8.6rem,16%),1fr))] p-0">${tiles}</ul></section>`;
}

interface Sight {
  readonly path: EndpointPath;
  readonly document: StatusDocument;
  readonly verdict: Verdict;
}

/** What a delivered answer lets us say now; `null` where it is no readable status document, or lay long in a cache. */
function sightOf(
  { url, status, headers, body }: DeliveredAnswer,
  deployment: Sighted,
  tallies: readonly DeliveredTally[],
): Sight | null {
  const path = url.slice(url.indexOf('/api/'));
  if (status !== 200 || !isEndpointPath(path)) return null;
  // The app knows for how long it may be vouched for; nothing drawn here could stop being green by then.
  if (ageOf({ age: headers['age'] ?? null }) > defaultPollSeconds) return null;
  try {
    const { document } = decodeStatus(endpointAt(path), parseJson(body));
    const now = Date.now();
    const inventory = {
      regions: deliveredReading(pathsOf('region'), tallies, now, now),
      nodes: deliveredReading(pathsOf('node'), tallies, now, now),
    };
    const lifetime = polledLifetime(1000 * defaultPollSeconds);
    const feed = {
      answer: relayedAnswer(path, document, { receivedAt: now, ageSeconds: 0, lifetime }),
      failure: null,
    };
    return { path, document, verdict: verdictOf(feed, 'fresh', deployment, { inventory }) };
  } catch {
    // The app reads the same answer and says what is wrong with it.
    return null;
  }
}

/** What the page of `deployment` shows before its scripts: its frame, and on the status page the verdict. */
export function drawFirstSight(
  deployment: Sighted,
  isStatusPage: boolean,
  { answers, tallies }: AtHand,
): string {
  const sight = isStatusPage
    ? answers.reduce<Sight | null>((found, answer) => found ?? sightOf(answer, deployment, tallies), null)
    : null;
  if (!sight) return topBar(deployment);
  return `${topBar(deployment)}<main class="sheet pb-16"><p class="first-sight-expired lead py-6">This page could not start its scripts, so it shows no status. Reload it to try again.</p><div class="first-sight" data-freshness="fresh"><div class="flex flex-col">${headline(sight)}<div class="min-h-27 max-md:order-1 max-md:mt-6"></div><div class="mt-6 grid gap-x-10 gap-y-8 max-md:contents lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">${components(sight.verdict)}</div></div></div></main>`;
}
