/** `handover` of one deployment, and `/history/handover` of all, as JSON or as Markdown. */

import { setImmediate } from 'node:timers/promises';
import { displayNames } from '#contract/names/deployment-names.ts';
import type { AllHandovers, Handover } from '#contract/reports/handover.ts';
import {
  allHandoversMarkdown,
  handoverMarkdown,
  type MarkdownOptions,
} from '#domain/history/handover/handover-markdown.ts';
import { limitsOfEach } from '#domain/history/handover/limits.ts';
import { type RecordedDeployment, stamp } from '#host/history/responses/context.ts';
import { type Parameters, parametersOf, windowOf, zoneOf } from '#host/history/responses/parameters.ts';
import { type HistoryRequest, type HistoryResponse, TextDocument } from '#host/history/responses/windowed.ts';
import { handoverOf, hashOf, type MadeHandover } from './handover.ts';

function parametersIn(search: string): Parameters {
  return parametersOf(search, ['from', 'to', 'zone']);
}

/** @param base - address of the host as the viewer requested it, without a slash at its end. */
function optionsOf(
  { deployment, from, to }: Handover,
  { words }: RecordedDeployment,
  { name, zone, base }: { readonly name: string; readonly zone: string; readonly base: string },
): MarkdownOptions {
  // As the page itself writes its address, with readable times.
  const search = new URLSearchParams({ from, to, ...(zone !== 'UTC' && { zone }) })
    .toString()
    .replaceAll('%3A', ':');
  return {
    name,
    zone,
    words,
    links: {
      page: `${base}/${deployment}/handover?${search}`,
      json: `${base}/history/${deployment}/handover?from=${from}&to=${to}`,
    },
  };
}

function markdownText(text: string): TextDocument {
  return new TextDocument(text, { 'content-type': 'text/markdown; charset=utf-8' });
}

export async function handoverResponse(request: HistoryRequest): Promise<HistoryResponse> {
  const { search, context, deployment, markdownBase: base } = request;
  const parameters = parametersIn(search);
  const range = windowOf(parameters, context.now);
  const zone = zoneOf(parameters);
  const { document, isSettled } = await handoverOf(request, range);
  if (base === undefined) return { document, isSettled };
  const options = optionsOf(document, deployment, { name: deployment.name, zone, base });
  return { document: markdownText(handoverMarkdown(document, options)), isSettled };
}

/**
 * Makes the response of `/history/handover`.
 * @param readable - deployments whose history record can be read.
 * @param unread - slugs of the other deployments.
 */
export async function allHandoversResponse(
  readable: readonly Omit<HistoryRequest, 'search'>[],
  unread: readonly string[],
  { search, markdownBase: base }: Pick<HistoryRequest, 'search' | 'markdownBase'>,
  now: number,
): Promise<{ readonly document: AllHandovers | TextDocument; readonly isSettled: boolean }> {
  const parameters = parametersIn(search);
  const range = windowOf(parameters, now);
  const zone = zoneOf(parameters);
  const limits = limitsOfEach(readable.length);
  const made: (readonly [MadeHandover, RecordedDeployment])[] = [];
  // One after another, because they read the same file.
  for (const request of readable) {
    made.push([await handoverOf({ ...request, search }, range, limits), request.deployment]);
    // The thread records polls in between.
    await setImmediate();
  }
  const content = {
    from: stamp(range.from),
    to: stamp(range.to),
    data: made.map(([{ document }]) => document),
    unread,
  };
  const document = { ...content, hash: hashOf(content) };
  const isSettled = unread.length === 0 && made.every(([each]) => each.isSettled);
  if (base === undefined) return { document, isSettled };
  const names = displayNames(readable.map(({ deployment }) => deployment));
  const parts = made.map(([each, deployment], index) => {
    const name = names[index] ?? deployment.name;
    return [each.document, optionsOf(each.document, deployment, { name, zone, base })] as const;
  });
  return { document: markdownText(allHandoversMarkdown(document, zone, parts)), isSettled };
}
