import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { Strip } from '#app/components/strips/Strip.tsx';
import { writesNotes } from '#app/delivered/config.ts';
import type { Source } from '#app/queries/source.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { isInHost } from '#app/ui/host.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { isGood } from '#domain/severity/severity.ts';
import { formatDuration, formatExact } from '#domain/text/format.ts';
import { ordinal } from '#domain/text/format-shares.ts';
import { type OrderedComponents, orderedComponents } from '#domain/verdict/component-order.ts';
import { type ComponentState, markOf, type Verdict } from '#domain/verdict/verdict.ts';
import { afterVerdict } from './after-verdict.ts';
import type { ComponentSinceProps } from './since/ComponentSince.tsx';

const Acknowledge = afterVerdict((parts) => parts.Acknowledge);
const ComponentSince = lazyPart<ComponentSinceProps>(() => import('./since/ComponentSince.tsx'));
const AcknowledgedComponents = afterVerdict((parts) => parts.AcknowledgedComponents);

/** Maximum number of tiles that fit a desktop screen without scrolling. More components start as rows. */
const mostTiles = 18;
/** Maximum number of components that the host renders. With more it renders none, to save time. */
const mostDrawnInHost = 60;

/** Panel of the components: those not operational first, then the others in the service's own order. */
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
  const gone = components.filter(isVanished).length;
  const listed = components.length - gone;
  const many = listed > mostTiles;
  const ordered = orderedComponents(components);
  const { pinned } = ordered;
  const notGood = pinned.filter(({ component }) => !isGood(component.state.severity)).length;
  // Components that are no longer listed are counted separately.
  const counted = notGood - gone || pinned.length - notGood;
  const [view, setView] = useChoice('view', many ? ['rows', 'tiles'] : choices.view);
  return (
    <Panel
      title="Components"
      note={
        source.feed.answer && (
          <>
            {formatExact(listed)}
            <span className="max-md:hidden">
              {pinned.length > 0 ? `, ${concernOf(notGood)} first, then the` : ', in the'} service’s own order
            </span>
            {counted > 0 && (
              <span className="md:hidden">
                , {formatExact(counted)} {concernOf(notGood - gone)}
              </span>
            )}
            {gone > 0 && `, and ${formatExact(gone)} no longer listed`}
          </>
        )
      }
      sources={[source]}
      ageStands="above"
      aside={
        // A phone has room for rows only.
        <span className="max-md:hidden">
          <Segmented
            label="View of components"
            value={view}
            options={[
              { value: 'tiles', label: 'Tiles' },
              { value: 'rows', label: 'Rows' },
            ]}
            onChange={setView}
          />
        </span>
      }
    >
      {components.length === 0 ? (
        <EmptyState>The status document lists no components.</EmptyState>
      ) : isInHost && components.length > mostDrawnInHost ? null : view === 'tiles' ? (
        <Tiles ordered={ordered} listed={listed} slug={slug} />
      ) : (
        <Rows ordered={ordered} listed={listed} slug={slug} />
      )}
      <AcknowledgedComponents slug={slug} />
    </Panel>
  );
}

function concernOf(notGood: number): string {
  return notGood > 0 ? 'not operational' : 'contradicted';
}

interface Props {
  readonly ordered: OrderedComponents;
  readonly listed: number;
  readonly slug: string;
}

/** Maximum number of characters of a component name that fit a narrow tile. */
const shortName = 15;

function Tiles({ ordered: { pinned, others }, listed, slug }: Props) {
  // Few tiles share the full width; long names need wider tiles.
  const names = [...pinned.map(({ component }) => component), ...others];
  const areLong = names.some(({ name }) => name.length > shortName);
  const columns = areLong
    ? 'grid-cols-[repeat(auto-fit,minmax(max(12.5rem,22%),1fr))]'
    : 'grid-cols-[repeat(auto-fit,minmax(max(8.6rem,16%),1fr))]';
  return (
    <ul role="list" aria-label="Components" className={`m-0 grid list-none ${columns} p-0 max-md:grid-cols-1`}>
      {pinned.map(({ component, place }) => (
        <li key={component.id} className="tile pinned min-w-0 border-b border-line py-3 pr-4 max-md:pr-0">
          <Name component={component} place={place} of={listed} />
          <div className={`mb-2 [font-stretch:90%] ${isVanished(component) ? 'leading-4' : 'truncate'}`}>
            <StatusWord state={component.state} />
          </div>
          {!isGood(component.state.severity) && !isVanished(component) && (
            // Room for the note below the time.
            <p className={`mb-2 ${writesNotes ? 'min-h-9' : 'min-h-4'}`}>
              <ComponentSince slug={slug} component={component} />
            </p>
          )}
          <Reason component={component} />
          <Sight component={component} slug={slug} height={26} />
        </li>
      ))}
      {others.map((component, index) => (
        <li
          key={component.id}
          className={`tile min-w-0 border-b border-line py-3 pr-4 max-md:grid max-md:min-h-9 max-md:grid-cols-[minmax(0,1fr)_180px] max-md:relative max-md:items-center max-md:gap-x-2 max-md:py-0 max-md:pr-0 ${index === 0 ? 'col-start-1' : ''}`}
        >
          <Name component={component} />
          <div className="mt-0.5 mb-2 truncate [font-stretch:90%] max-md:sr-only">
            <StatusWord state={component.state} />
          </div>
          <Sight component={component} slug={slug} height={16} />
        </li>
      ))}
    </ul>
  );
}

function Rows({ ordered: { pinned, others }, listed, slug }: Props) {
  const rows = [...pinned, ...others.map((component) => ({ component, place: null }))];
  const height = rows.length > 16 ? 'min-h-7' : 'min-h-[34px]';
  return (
    <ul role="list" aria-label="Components" className="m-0 list-none p-0">
      {rows.map(({ component, place }) => (
        <li
          key={component.id}
          className={`component-row grid items-center gap-x-4 border-b border-line md:grid-cols-[minmax(8rem,12rem)_minmax(8rem,12rem)_1fr] max-md:min-h-9 max-md:grid-cols-[1fr_auto] ${height} ${isGood(component.state.severity) ? '' : 'py-1'}`}
        >
          <Name component={component} place={place} of={listed} />
          <span className="truncate max-md:text-right">
            <StatusWord state={component.state} />
            <ComponentSince slug={slug} component={component} part="duration" />
          </span>
          <span className={isGood(component.state.severity) ? 'max-md:hidden' : 'max-md:col-span-2'}>
            <Sight component={component} slug={slug} height={18} />
          </span>
          <span className="col-span-full min-w-0 empty:hidden md:col-start-2">
            <ComponentSince slug={slug} component={component} part="note" />
          </span>
          {component.evidence && (
            <span className="col-span-full md:col-start-2">
              <Reason component={component} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows node evidence against a component's good status word, with a remark such as "counts from 5 %" or the
 * age of old evidence.
 */
function Reason({ component: { evidence } }: { readonly component: ComponentState }) {
  if (!evidence) return null;
  return (
    <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-[12.5px] leading-4 text-text">
      <span>
        <Sentence clauses={evidence.reason} />
      </span>
      {evidence.oldSince === null ? (
        <span className="text-text-3">{evidence.remark}</span>
      ) : (
        <NodesAge readAt={evidence.oldSince} />
      )}
    </p>
  );
}

/** Shows the age of node data that is out of date, such as "nodes 30 min old". */
function NodesAge({ readAt }: { readonly readAt: number }) {
  const moment = useMoment();
  const age = useTimed((time) => formatDuration((moment ?? time) - readAt));
  return <b className="by-screen-clock">nodes {age} old</b>;
}

function isVanished({ state }: ComponentState): boolean {
  return state.severity === 'vanished';
}

/** Shows the strip of a component; for a component that is no longer listed, its acknowledge button. */
function Sight({
  component,
  slug,
  height,
}: {
  readonly component: ComponentState;
  readonly slug: string;
  readonly height: number;
}) {
  if (!isVanished(component))
    return (
      <Strip
        slug={slug}
        component={component.id}
        label={component.name}
        height={height}
        present={component.state.severity}
      />
    );
  return <Acknowledge slug={slug} subject="component" id={component.id} name={component.name} />;
}

function Name({
  component,
  place = null,
  of = 0,
}: {
  readonly component: ComponentState;
  /** Component's position in the service's order; `null` shows none. `of`: number of components. */
  readonly place?: number | null;
  readonly of?: number;
}) {
  return (
    <span className="flex min-w-0 items-center gap-2 font-[560]">
      <StatusGlyph severity={markOf(component)} size={12} />
      <span className="truncate" title={component.name}>
        <Verbatim>{component.name}</Verbatim>
      </span>
      {place !== null && (
        <span className="font-[420] whitespace-nowrap text-text-3">
          {ordinal(place)} of {formatExact(of)}
        </span>
      )}
    </span>
  );
}
