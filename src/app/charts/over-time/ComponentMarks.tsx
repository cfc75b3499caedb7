import { useRef } from 'react';
import { Link } from 'react-router';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { componentEntries } from '#app/observe/session/history.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { useComponentChanges } from '#app/queries/history/subjects.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { useWidth } from '#app/ui/use-width.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { placedChanges } from '#domain/history/changes/placed-changes.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { plural } from '#domain/text/format.ts';

/** Maximum number of changes listed in the accessible name, and in the title of one mark. */
const mostWords = 12;

export function ComponentMarks({
  deployment,
  window,
  isOfSession,
}: {
  readonly deployment: Deployment;
  readonly window: Window;
  /** Whether the changes are those of this session, like the chart above. */
  readonly isOfSession: boolean;
}) {
  const { slug, words } = deployment;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const status = useStatus(deployment);
  const { value } = useComponentChanges(slug, window, !isOfSession);
  const { changes } = useSession(slug);
  const entries = isOfSession ? componentEntries(changes, window) : (value?.data ?? []);
  const place = (time: number) => ((time - window.from) / (window.to - window.from)) * width;
  const marks = placedChanges(entries, words, place, hostNow());
  const allSentences = marks.flatMap((mark) => mark.sentences);
  const count = `${value?.more == null ? '' : 'the newest '}${plural(entries.length, 'component change')}`;
  return (
    <Confirmed feeds={[status.feed]} className="relative">
      <div
        ref={box}
        className="relative h-5"
        {...(entries.length > 0 && {
          role: 'img',
          'aria-label': `${count}: ${allSentences.slice(0, mostWords).join('; ')}${allSentences.length > mostWords ? ' and others' : ''}`,
        })}
      >
        {width > 0 &&
          marks.map(({ x, severity, sentences }) => (
            <span
              key={x}
              title={sentences.slice(0, mostWords).join('\n')}
              className="absolute top-1 flex -translate-x-1/2"
              style={{ left: x }}
            >
              <StatusGlyph severity={severity} size={12} />
            </span>
          ))}
      </div>
      {(value || isOfSession) && (
        <p className="absolute top-0 left-full w-40 truncate pl-3 text-[12px] leading-5 text-text-2 max-md:hidden">
          <Link className="link" to={paths.changes(slug)}>
            {count}
          </Link>
        </p>
      )}
    </Confirmed>
  );
}
