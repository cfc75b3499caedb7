import { Link } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { paths } from '#app/url/paths.ts';
import type { PathRow, RegionAssets } from '#domain/figures/cache-map.ts';
import { otherColour, type CacheWord as Word } from '#domain/figures/cache-shares.ts';
import { settled } from '#domain/text/visible-text.ts';

export function PathsByRegion({
  rows,
  regions,
  colours,
  slug,
}: {
  readonly rows: readonly PathRow[];
  readonly regions: readonly RegionAssets[];
  readonly colours: ReadonlyMap<Word, string>;
  readonly slug: string;
}) {
  return (
    // Scrolls, because many regions are wider than the screen.
    <div className="overflow-x-auto">
      <table aria-label="Cache status by path and region" className="border-collapse">
        <thead>
          <tr>
            <th scope="col" className="caption w-80 pr-4 text-left align-bottom font-normal text-text-2">
              Path
            </th>
            {regions.map(({ code }) => (
              <th key={code} scope="col" className="px-0.5 pb-1 align-bottom text-[11px] font-normal">
                <Link className="link mono [writing-mode:vertical-rl]" to={paths.region(slug, code)}>
                  {settled(code)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path} className="border-t border-line">
              <th
                scope="row"
                title={row.path}
                className="max-w-80 truncate py-0.5 pr-4 text-left font-normal max-md:max-w-40"
              >
                <Verbatim className="mono">{row.path}</Verbatim>
              </th>
              {regions.map(({ code, complete }) => (
                <WordsCell
                  key={code}
                  words={row.words.get(code)}
                  complete={complete}
                  code={code}
                  colours={colours}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WordsCell({
  words,
  complete,
  code,
  colours,
}: {
  readonly words: readonly Word[] | undefined;
  readonly complete: boolean;
  readonly code: string;
  readonly colours: ReadonlyMap<Word, string>;
}) {
  const text = words
    ? words.map((word) => word ?? 'not provided').join(', ')
    : complete
      ? 'not listed'
      : 'not among those listed';
  return (
    <td title={`${code}: ${text}`.slice(0, 200)} className="relative px-0.5 text-center">
      <span className="sr-only">{text.slice(0, 200)}</span>
      <span aria-hidden="true" className="drains-fill flex h-3.5 w-4 items-center justify-center">
        {words?.map((word) => (
          <span
            key={`word ${word}`}
            className="h-full flex-1"
            style={{ background: colours.get(word) ?? otherColour }}
          />
        )) ?? <span className="text-text-3">{complete ? '·' : '?'}</span>}
      </span>
    </td>
  );
}
