import type { StatusDocument } from '../../../../contract/resources.ts';
import { formatExact } from '../../../../domain/format.ts';
import type { ComponentState, Verdict } from '../../../../domain/verdict.ts';
import { useChoice } from '../../../choice.ts';
import { EmptyState, Panel } from '../../../components/Panel.tsx';
import { StatusGlyph } from '../../../components/StatusGlyph.tsx';
import { StatusWord } from '../../../components/StatusWord.tsx';
import { Verbatim } from '../../../components/Verbatim.tsx';
import type { Source } from '../../../queries/source.ts';
import { Strip } from '../../../session/Strip.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';

const views = ['tiles', 'rows'] as const;
/** Tiles that fit a desk screen without scrolling; more components start as rows. */
const mostTiles = 18;

/** The component health grid, in the service's own order. */
export function Components({
  source,
  verdict,
  slug,
}: {
  readonly source: Source<StatusDocument>;
  readonly verdict: Verdict;
  readonly slug: string;
}) {
  const { components } = verdict;
  const many = components.length > mostTiles;
  const [view, setView] = useChoice('view', many ? ['rows', 'tiles'] : views);
  return (
    <Panel
      title="Components"
      note={source.feed.answer ? `${formatExact(components.length)}, in the service’s own order` : undefined}
      sources={[source]}
      ageStands="above"
      aside={
        <Segmented
          label="View of components"
          value={view}
          options={[
            { value: 'tiles', label: 'Tiles' },
            { value: 'rows', label: 'Rows' },
          ]}
          onChange={setView}
        />
      }
    >
      {components.length === 0 ? (
        <EmptyState>The status document lists no components.</EmptyState>
      ) : view === 'tiles' ? (
        <Tiles components={components} slug={slug} />
      ) : (
        <Rows components={components} slug={slug} />
      )}
    </Panel>
  );
}

interface Props {
  readonly components: readonly ComponentState[];
  readonly slug: string;
}

function Tiles({ components, slug }: Props) {
  return (
    <ul
      role="list"
      aria-label="Components"
      className="tiles m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(max(8.6rem,16%),1fr))] p-0"
    >
      {components.map((component) => (
        <li key={component.id} className="tile min-w-0 border-b border-line py-3 pr-4">
          <Name component={component} />
          <div className="mt-0.5 mb-2 truncate [font-stretch:90%]">
            <StatusWord state={component.state} />
          </div>
          <Strip slug={slug} component={component.id} label={component.name} height={16} />
        </li>
      ))}
    </ul>
  );
}

function Rows({ components, slug }: Props) {
  return (
    <ul role="list" aria-label="Components" className="m-0 list-none p-0">
      {components.map((component) => (
        <li
          key={component.id}
          className={`grid items-center gap-x-4 border-b border-line md:grid-cols-[minmax(8rem,12rem)_minmax(8rem,12rem)_1fr] max-md:grid-cols-[1fr_auto] ${components.length > 16 ? 'min-h-7' : 'min-h-[34px]'}`}
        >
          <Name component={component} />
          <span className="truncate max-md:text-right">
            <StatusWord state={component.state} />
          </span>
          <span className="max-md:hidden">
            <Strip slug={slug} component={component.id} label={component.name} height={18} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Name({ component }: { readonly component: ComponentState }) {
  return (
    <span className="flex min-w-0 items-center gap-2 font-[560]">
      <StatusGlyph severity={component.state.severity} size={12} />
      <span className="truncate" title={component.name}>
        <Verbatim>{component.name}</Verbatim>
      </span>
    </span>
  );
}
