import type { ComponentType } from 'react';
import { Icon } from '../ui/elements/Icon.tsx';
import { visiblePart } from '../ui/loading/lazy-on-visible.tsx';
import { lazyPartOf } from '../ui/loading/lazy-part.tsx';
import { type Load, partOf } from '../ui/loading/part.ts';
import { usePhone } from '../ui/use-phone.ts';
import { chartsNow, useCharts } from '../url/settings.ts';

export function ChartsButton() {
  const [charts, setCharts] = useCharts();
  const isOpen = charts === 'open';
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="no-print control inline-flex items-center gap-1.5 max-md:min-h-11 md:order-last"
      onClick={() => setCharts(isOpen ? 'folded' : 'open')}
    >
      Charts
      <Icon name="caret" className={`size-3 ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  );
}

export interface Band {
  /** CSS class that sets the columns of the band of charts. */
  readonly columns: string;
}

/**
 * Creates the component that shows the charts above a list. Folded charts load after the rows of the list;
 * unfolded charts load with the page.
 * @param room - minimum height of unfolded charts until they are loaded, pixels: on a desktop, and on a
 * phone.
 */
export function chartsOver<P extends { readonly list: { readonly listing: unknown } }>(
  columns: string,
  room: readonly [desk: number, phone: number],
  load: Load<P & Band>,
): ComponentType<P> {
  const part = partOf(load);
  const Room = () => (
    <div className={`chart-band ${columns}`}>
      <section />
    </div>
  );
  const Folded = visiblePart(part, Room);
  const Open = lazyPartOf(part, () => <div style={{ minHeight: room[usePhone() ? 1 : 0] }} />);
  if (chartsNow() === 'open') part.load().catch(() => undefined);
  return function ChartsOver(props: P) {
    const [charts] = useCharts();
    if (charts === 'open') return <Open {...props} columns={columns} />;
    // Folded charts load only after the rows of the list.
    return props.list.listing === null ? <Room /> : <Folded {...props} columns={columns} />;
  };
}
