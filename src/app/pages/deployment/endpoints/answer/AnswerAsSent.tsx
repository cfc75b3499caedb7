import { useEffect, useRef, useState } from 'react';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { hostAddress } from '#app/delivered/base.ts';
import { limits } from '#app/delivered/config.ts';
import { transport } from '#app/delivered/delivered.ts';
import { CopyButton } from '#app/ui/elements/CopyButton.tsx';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { now } from '#app/ui/time/clock.ts';
import { failureOf } from '#client/failure.ts';
import { type RawResponse, requestRaw, sentHeaders } from '#client/raw-response.ts';
import { endpointAt } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import { availabilityOf } from '#domain/answer/answer.ts';
import { formatClock } from '#domain/text/format.ts';
import { formatBytes } from '#domain/text/format-figures.ts';
import type { Reading } from '../use-endpoints.ts';
import { curlLine } from './curl.ts';
import { againstDocument, type HeaderRow } from './headers.ts';
import { RawText } from './RawText.tsx';

type RequestState =
  | { readonly state: 'unasked' | 'asking' }
  | { readonly state: 'answered'; readonly answer: RawResponse }
  | { readonly state: 'failed'; readonly why: string };

/**
 * Shows request and response headers of one endpoint as sent. A click requests the body again, because
 * decoded responses keep no text. The body is dropped with the page.
 */
export function AnswerAsSent({
  deployment,
  reading: { path, feed },
  find,
}: {
  readonly deployment: Deployment;
  readonly reading: Reading;
  readonly find: string | null;
}) {
  const [request, setRequest] = useState<RequestState>({ state: 'unasked' });
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const ask = async () => {
    setRequest({ state: 'asking' });
    const { signal } = leaving.current;
    try {
      const baseUrl = hostAddress(deployment.baseUrl);
      const answer = await requestRaw({ baseUrl, path, signal, limits, now, transport });
      if (!signal.aborted) setRequest({ state: 'answered', answer });
    } catch (cause) {
      const { summary, detail } = failureOf(cause, { path, run: 1, since: now(), at: now(), spread: 0 });
      const why = detail === null ? summary : `${summary} (${detail})`;
      if (!signal.aborted) setRequest({ state: 'failed', why });
    }
  };
  const url = new URL(`${hostAddress(deployment.shownUrl)}${path}`, document.baseURI).href;
  const answer = request.state === 'answered' ? request.answer : null;
  const source = { path, feed, availability: availabilityOf(feed) };
  return (
    <Panel
      title="As sent"
      note={<span className="mono">{path}</span>}
      aside={answer ? `asked at ${formatClock(answer.receivedAt)}` : 'headers of the last answer'}
      sources={feed.answer ? [source] : []}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
        <span>
          <b className="font-[560]">GET</b> <Verbatim className="mono">{url}</Verbatim>
        </span>
        <span className="mono text-text-2">
          {Object.entries(sentHeaders).map(([name, value]) => `${name}: ${value}`)}
        </span>
        <CopyButton text={curlLine(url, sentHeaders)} label="Copy as curl" />
      </p>
      <Headers rows={againstDocument(answer?.headers ?? feed.answer?.headers ?? [], endpointAt(path))} />
      <p className="no-print flex flex-wrap items-center gap-3 py-3">
        <button
          type="button"
          className="control max-md:min-h-11"
          disabled={request.state === 'asking'}
          onClick={() => void ask()}
        >
          {answer ? 'Ask again' : 'Ask now and show the body'}
        </button>
        <span aria-live="polite" className="text-text-2">
          {request.state === 'asking' && 'Asked now.'}
          {request.state === 'failed' && `No answer: ${request.why}.`}
          {answer && <Outcome answer={answer} />}
        </span>
      </p>
      {answer && <RawText key={answer.receivedAt} text={answer.text} find={find} />}
    </Panel>
  );
}

function Outcome({ answer: { status, bytes } }: { readonly answer: RawResponse }) {
  return status === 0 ? 'A redirect, which is not followed.' : `HTTP ${status}, ${formatBytes(bytes)}.`;
}

const heads = [
  { label: 'Header received', width: '14rem' },
  { label: 'As sent' },
  { label: 'Document', wide: true, width: '18rem' },
] as const satisfies readonly Head[];

function Headers({ rows }: { readonly rows: readonly HeaderRow[] }) {
  return (
    <SmallTable label="Headers received" heads={heads}>
      {rows.map(({ name, sent, words, differs }) => (
        <tr key={name}>
          <Cell head={heads[0]} className="mono">
            {name}
          </Cell>
          <Cell head={heads[1]} className="whitespace-normal!">
            {sent === null ? (
              <span className="text-text-2">none sent</span>
            ) : (
              <Verbatim className="mono">{sent}</Verbatim>
            )}
          </Cell>
          <Cell head={heads[2]} className={differs ? 'font-[560]' : 'text-text-3'}>
            {words}
          </Cell>
        </tr>
      ))}
    </SmallTable>
  );
}
