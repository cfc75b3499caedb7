import { formatExact } from '../../../domain/format.ts';
import type { ComponentState } from '../../../domain/verdict.ts';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { StatusWord } from '../../components/StatusWord.tsx';
import { Verbatim } from '../../components/Verbatim.tsx';
import type { SceneProps } from '../context.ts';
import { usePages } from '../use-pages.ts';

/** Width of a character of a component's name, units: Archivo at 40, narrowed to 92 %. */
const characterUnits = 17.5;
const longestName = 40;

/** The calm grid: a mark and a name each; words only where they are not plainly good. */
export function Components({
  components,
  unit,
  turn,
}: SceneProps & { readonly components: readonly ComponentState[] }) {
  const longest = components.reduce((most, { name }) => Math.max(most, name.length), 8);
  const width = (Math.min(longest, longestName) * characterUnits + 70) * unit;
  const { frame, columns, items, page, pages } = usePages(components, { width, height: 64 * unit }, turn);
  return (
    <>
      <div ref={frame} className="wall-grid">
        <div
          role="list"
          aria-label="Components"
          style={{
            display: 'grid',
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            columnGap: unit * 24,
          }}
        >
          {items.map(({ id, name, state }) => (
            <div role="listitem" key={id} className="wall-tile wall-component">
              <StatusGlyph severity={state.severity} size={Math.round(unit * 20)} />
              <span className="wall-line">
                <Verbatim>{name}</Verbatim>
              </span>
              <span className="sr-only">
                <StatusWord state={state} />
              </span>
            </div>
          ))}
        </div>
      </div>
      {pages > 1 && (
        <p className="wall-floor">
          Page {page} of {pages}, {formatExact(components.length)} components
        </p>
      )}
    </>
  );
}
