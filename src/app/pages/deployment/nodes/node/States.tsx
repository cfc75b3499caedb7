import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { clockOf } from '#app/components/strips/ChangeWindow.tsx';
import { hostNow, useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import type { SpanEntry } from '#contract/history.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { formatClock, formatDate, formatDay, formatDuration, formatExact } from '#domain/text/format.ts';

const mostShown = 30;

export function States({
  spans,
  words,
  range,
}: {
  readonly spans: readonly SpanEntry[];
  readonly words: WordOverrides;
  readonly range: string;
}) {
  const shown = spans.slice(-mostShown).toReversed();
  const end = useMoment() === null ? 'now' : 'then';
  return (
    <section aria-label="States" className="mt-6 max-w-4xl">
      <header className="flex items-baseline justify-between gap-x-4 border-b border-line-strong pb-1">
        <h2 className="section-title">
          States
          <span className="caption ml-2.5 font-normal">
            {formatExact(spans.length)} in {range}
          </span>
        </h2>
        <span className="caption text-text-2">began between two polls, UTC</span>
      </header>
      <table className="w-full border-collapse text-[12.5px]">
        <thead className="text-[12px] text-text-2">
          <tr className="*:border-b *:border-line *:py-1 *:text-left *:font-[480]">
            <th scope="col">State</th>
            <th scope="col">Began between</th>
            <th scope="col" className="pr-3 !text-right max-md:hidden">
              Until
            </th>
            <th scope="col" className="!text-right">
              Lasted
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((span) => (
            <tr key={span.from} className="h-[27px] *:border-b *:border-line">
              <td className="pr-3">
                <Word span={span} words={words} />
              </td>
              <td className="pr-3">
                <Began from={span.from} notBefore={span.notBefore} />
              </td>
              <td className="pr-3 text-right whitespace-nowrap max-md:hidden">
                {span.to === null ? end : clockOf(Date.parse(span.to))}
              </td>
              <td className="text-right whitespace-nowrap">
                <Lasted span={span} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {spans.length > mostShown && (
        <p className="caption pt-1.5">The newest {formatExact(mostShown)} are shown.</p>
      )}
    </section>
  );
}

function Word({
  span: { word, severity },
  words,
}: {
  readonly span: SpanEntry;
  readonly words: WordOverrides;
}) {
  return (
    <span className="flex items-center gap-2">
      <StatusGlyph severity={severity} size={10} />
      {word === null ? (
        <b className="font-[560]">Not listed</b>
      ) : (
        <StatusWord state={classify(word, words)} className="truncate" />
      )}
    </span>
  );
}

/** Shows when a state began, as a change window: the last poll before it and the first poll with it. */
export function Began({ from, notBefore }: Pick<SpanEntry, 'from' | 'notBefore'>) {
  const times = {
    dateTime: from,
    'data-since': from,
    ...(notBefore !== null && { 'data-not-before': notBefore }),
  };
  if (notBefore === null)
    return (
      <span className="text-text-2">
        before <time {...times}>{formatDay(Date.parse(from), hostNow())}</time>
        <span className="max-md:hidden">, when its history begins</span>
      </span>
    );
  const [begin, end] = [Date.parse(notBefore), Date.parse(from)];
  const isSameDay = formatDate(begin) === formatDate(end);
  return (
    <time {...times}>
      {clockOf(begin)} – {isSameDay ? formatClock(end) : clockOf(end)}
    </time>
  );
}

function Lasted({ span: { from, to } }: { readonly span: SpanEntry }) {
  return useHostTimed((now) => formatDuration((to === null ? now : Date.parse(to)) - Date.parse(from)));
}
