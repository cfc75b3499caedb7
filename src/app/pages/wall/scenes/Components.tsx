import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { isPlainlyGood } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { type ComponentState, markOf } from '#domain/verdict/verdict.ts';
import type { SceneProps } from '../context.ts';
import { usePages } from '../screen/use-pages.ts';

/**
 * Width of a character of a component's name in wall units (scaled pixels): the font Archivo at 40 units,
 * narrowed to 92 %. Characters of other scripts may need a square.
 */
const characterUnits = { latin: 19, other: 40 } as const;
const longestName = 700;

function widthOf(name: string): number {
  const latin = name.match(/[\u0020-\u024f]/g)?.length ?? 0;
  return latin * characterUnits.latin + (name.length - latin) * characterUnits.other;
}

/** Height of a row of components in wall units (scaled pixels). */
export const rowUnits = 64;

function tileUnits(components: readonly ComponentState[]): number {
  const longest = components.reduce((most, { name }) => Math.max(most, widthOf(name)), 140);
  return Math.min(longest, longestName) + 70;
}

export function columnsFor(components: readonly ComponentState[], { width, side }: SceneProps['room']): number {
  return Math.max(1, Math.floor((width - 2 * side) / tileUnits(components)));
}

/** Grid of the components, page by page: mark and name, and the status word if it is not plainly good. */
export function Components({
  components,
  label = 'Components',
  unit,
  turn,
}: SceneProps & { readonly components: readonly ComponentState[]; readonly label?: string }) {
  const { frame, mostColumns, items, page, pages, isNumbered } = usePages(
    components,
    { width: tileUnits(components) * unit, height: rowUnits * unit, line: 44 * unit },
    turn,
  );
  return (
    <div ref={frame} className="wall-grid">
      <div
        role="list"
        aria-label={label}
        style={{
          display: 'grid',
          gridTemplateColumns: `repeat(${mostColumns}, minmax(0, 1fr))`,
          columnGap: unit * 24,
          // Wider spacing if there is room.
          ...(pages === 1
            ? { height: '100%', gridAutoRows: `minmax(${unit * rowUnits}px, ${unit * 96}px)` }
            : {}),
        }}
      >
        {items.map((component) => (
          <div role="listitem" key={component.id} className="wall-tile wall-component">
            <StatusGlyph severity={markOf(component)} size={unit * 24} tight={false} />
            <span className="wall-line">
              <Verbatim>{component.name}</Verbatim>
            </span>
            <span className={isPlainlyGood([component.state.severity]) ? 'sr-only' : 'wall-line shrink-[9]'}>
              <StatusWord state={component.state} />
            </span>
          </div>
        ))}
      </div>
      {isNumbered && (
        <p className="wall-floor wall-line mt-auto">
          Page {page} of {pages}, {formatExact(components.length)} components
        </p>
      )}
    </div>
  );
}
