import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { type FigureThen, figureDifference } from '#domain/history/past/against/figure-difference.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { figureInWords } from '#domain/lists/claim.ts';
import { type ComparedFigure, comparedFigures, isMissing, type TwoMoments } from './compared.ts';
import { momentInWords } from './MomentName.tsx';
import type { ListThen } from './use-list-then.ts';

/** Key figures of two moments with their signed differences. A difference has the weaker claim of both. */
export function Figures({ compared }: { readonly compared: TwoMoments }) {
  const figures = comparedFigures(compared);
  const [before, after] = [compared.before, compared.after].map(({ slug }) => momentInWords(momentOf(slug)));
  const heads: readonly Head[] = [
    { label: 'Figure' },
    { label: before ?? '', align: 'right', width: '23%' },
    { label: after ?? '', align: 'right', width: '23%' },
    { label: 'Difference', align: 'right', width: '23%' },
  ];
  const [name, from, to, change] = heads;
  if (!name || !from || !to || !change) return null;
  return (
    <section>
      <h2 className="section-title border-b border-line-strong pb-1">Key figures</h2>
      <Confirmed feeds={figures.flatMap(({ sides }) => sides.map(({ source }) => source.feed))}>
        <SmallTable label="Key figures" heads={heads}>
          {figures.map((figure, index) => (
            <tr key={`${index} ${figure.label}`}>
              <Cell
                head={name}
                className={`whitespace-normal! ${figure.label.startsWith('of') ? 'text-text-2' : ''}`}
              >
                {figure.label}
              </Cell>
              <Cell head={from}>
                <Value figure={figure} list={figure.sides[0]} />
              </Cell>
              <Cell head={to}>
                <Value figure={figure} list={figure.sides[1]} />
              </Cell>
              <Cell head={change} className="whitespace-normal!">
                <Change figure={figure} />
              </Cell>
            </tr>
          ))}
        </SmallTable>
      </Confirmed>
    </section>
  );
}

function Value({ figure, list }: { readonly figure: ComparedFigure; readonly list: ListThen }) {
  const then = figure.valueOf(list);
  if (!then) return isMissing(list) || list.seen !== undefined ? <span className="text-text-3">–</span> : '…';
  return (
    <span className={then.isObserved ? '' : 'text-text-2'}>
      {!then.isObserved && <span className="block text-[11px] leading-3">last known</span>}
      <Claimed claim={then.claim}>{figure.format(then.value)}</Claimed>
    </span>
  );
}

function Change({ figure }: { readonly figure: ComparedFigure }) {
  const [before, after] = figure.sides.map(figure.valueOf);
  if (!before || !after) return <span className="text-text-3">–</span>;
  const difference = figureDifference(before, after);
  if (!difference) return <span className="text-text-2">not known</span>;
  const text = figure.formatChange(difference.value);
  if (difference.bound === 'most') return <AtMost text={text} before={before} figure={figure} />;
  const isNone = difference.bound === 'exact' && BigInt(difference.value) === 0n;
  return (
    <Claimed claim={difference.claim} className={isNone ? 'text-text-3' : 'font-[580]'}>
      {text}
    </Claimed>
  );
}

/** The difference from a lower bound: the true one may be smaller. */
function AtMost({
  text,
  before,
  figure,
}: {
  readonly text: string;
  readonly before: FigureThen;
  readonly figure: ComparedFigure;
}) {
  return (
    <span data-claim={before.claim.kind} className="drains font-[580]">
      <span className="font-normal text-text-2">at most</span> {text}
      <span className="sr-only">, from {figureInWords(before.claim, figure.format(before.value))}</span>
    </span>
  );
}
