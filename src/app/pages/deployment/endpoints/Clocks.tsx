import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { now, useSecond } from '#app/ui/time/clock.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { cachesSeen, describeCaches } from '#domain/answer/caches.ts';
import { clockNotes } from '#domain/answer/clock-notes.ts';
import { clocksOf, elapsedSince } from '#domain/answer/clocks.ts';
import { ageOfResponse } from '#domain/answer/freshness.ts';
import { formatClock, formatDateTime, formatDuration } from '#domain/text/format.ts';
import type { Reading } from './use-endpoints.ts';

const heads = [
  { label: 'Endpoint', width: '12rem' },
  { label: 'Generated', width: '12rem' },
  { label: 'Age at receipt', align: 'right', width: '6rem', wide: true },
  { label: 'Received', align: 'right', width: '8rem' },
  { label: 'Notes', wide: true },
] as const satisfies readonly Head[];

/**
 * Table of the three timestamps of each response (generated, cached, received), with a sentence about the
 * caches on the way.
 */
export function Clocks({ readings }: { readonly readings: readonly Reading[] }) {
  const { demo } = useDeployment();
  const responded = readings.filter(({ feed }) => feed.answer);
  return (
    <Confirmed feeds={responded.map(({ feed }) => feed)} as="section">
      <h2 className="section-title border-b border-line-strong pb-1">
        Three timestamps
        <span className="caption ml-2.5 font-normal">UTC. Ages allow for a service clock that is wrong.</span>
      </h2>
      <SmallTable label="Clocks of the last answers" heads={heads}>
        {responded.map(({ path, feed }) => feed.answer && <Row key={path} path={path} answer={feed.answer} />)}
      </SmallTable>
      <p className="caption mt-2 max-w-4xl text-text-2">
        {demo
          ? 'The demo runs inside this host, so there is no cache in between.'
          : describeCaches(cachesSeen(responded.flatMap(({ feed }) => feed.answer ?? [])))}
      </p>
    </Confirmed>
  );
}

function Row({ path, answer }: { readonly path: string; readonly answer: Answer<unknown> }) {
  const time = Math.max(useSecond(), now());
  const { generated, cachedSeconds, receivedAt, skew } = clocksOf(answer);
  return (
    <tr>
      <Cell head={heads[0]}>
        <span className="mono">{path}</span>
      </Cell>
      <Cell head={heads[1]}>
        {generated ? (
          <span title={formatDateTime(generated.at)}>
            {formatClock(generated.at)}
            <span className="caption block whitespace-normal text-text-3">
              {formatDuration(elapsedSince(generated.at, skew, time))} ago, by{' '}
              {generated.by === 'Date' ? 'its Date header' : 'updated_at'}
            </span>
          </span>
        ) : (
          <span className="text-text-3">not stated</span>
        )}
      </Cell>
      <Cell head={heads[2]}>{formatDuration(cachedSeconds * 1000)}</Cell>
      <Cell head={heads[3]}>
        <span title={formatDateTime(receivedAt)}>
          {formatClock(receivedAt)}
          <span className="caption block text-text-3">
            {formatDuration(ageOfResponse(answer, time) - cachedSeconds * 1000)} ago
          </span>
        </span>
      </Cell>
      <Cell head={heads[4]} className="whitespace-normal!">
        {clockNotes(answer).join(' ') || <span className="text-text-3">none</span>}
      </Cell>
    </tr>
  );
}
