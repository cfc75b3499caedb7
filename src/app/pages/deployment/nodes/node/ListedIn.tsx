import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import type { WordOverrides } from '#domain/severity/classify.ts';
import { joinWords } from '#domain/text/format.ts';
import { type Difference, differences, type ListedNode, statementInWords } from './node-in-lists.ts';
import type { NodeList } from './use-node-lists.ts';

export function ListedIn({
  lists,
  named: listed,
  words,
}: {
  readonly words: WordOverrides;
  readonly lists: readonly NodeList[];
  readonly named: readonly ListedNode[];
}) {
  const read = lists.filter((list) => list.entry);
  const contradictions = differences(listed);
  return (
    <Panel
      title="Lists"
      note={
        listed.length > 0 ? `named in ${joinWords(listed.map((each) => each.version).toSorted())}` : undefined
      }
      sources={read.map((list) => list.source)}
      also={lists.map((list) => list.source)}
    >
      <dl className="m-0">
        {lists.map((list) => (
          <div key={list.version} className="border-b border-line py-1.5">
            <dt className="flex justify-between gap-4">
              <span className="mono">{list.source.path}</span>
              <span className="text-[12px]">
                {list.source.availability !== 'not-offered' && <FreshnessMark feeds={[list.source.feed]} />}
              </span>
            </dt>
            <dd className="m-0 text-text-2">
              {listInWords(list, words)}
              {list.source.availability === 'not-offered' && (
                <span className="no-fault">; this isn’t a fault</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {contradictions.map((difference) => (
        <Contradiction key={difference.field} difference={difference} />
      ))}
    </Panel>
  );
}

function listInWords({ entry, source }: NodeList, words: WordOverrides): string {
  if (source.availability === 'not-offered') return 'not offered by this deployment';
  if (entry) return statementInWords(entry, words);
  return source.feed.failure ? `could not be read: ${source.feed.failure.summary}` : 'not read yet';
}

function Contradiction({ difference }: { readonly difference: Difference }) {
  return (
    <p className="border-b border-line py-1.5">
      <span className="mono">{difference.field}</span> differs:{' '}
      {difference.values.map(({ version, value }, index) => (
        <span key={version}>
          {index > 0 && ', '}
          {value === null ? 'not provided' : <Verbatim className="font-[560]">{value}</Verbatim>} in {version}
        </span>
      ))}
    </p>
  );
}
