import { useRef } from 'react';
import { plural } from '#domain/text/format.ts';
import { Panel } from '../components/freshness/Panel.tsx';
import type { Source } from '../queries/source.ts';
import { useWidth } from '../ui/use-width.ts';
import { EuropeInset } from './EuropeInset.tsx';
import type { MapPlace } from './layout/layout.ts';
import { type MapPlacesProps, useMapPlaces } from './use-map-places.ts';

interface EuropeMapProps extends MapPlacesProps {
  readonly sources: readonly Source<unknown>[];
  readonly also: readonly Source<unknown>[];
  readonly highlighted: string | null;
  readonly onHighlight: (code: string | null) => void;
  readonly className: string;
}

/** Panel with an enlarged map of Europe. Renders nothing if few regions are in Europe (EuropeInset.tsx). */
export function EuropeMap({ sources, also, highlighted, onHighlight, className, ...props }: EuropeMapProps) {
  const places = useMapPlaces(props);
  if (!places) return <div className={className} />;
  const { europe } = places;
  if (europe.length === 0) return null;
  return (
    <Panel
      title="Europe"
      note={plural(europe.length, 'region')}
      sources={sources}
      also={also}
      className={className}
    >
      <Filling places={europe} highlighted={highlighted} onHighlight={onHighlight} />
    </Panel>
  );
}

const ratio = 0.76;

function Filling({
  places,
  highlighted,
  onHighlight,
}: Pick<EuropeMapProps, 'highlighted' | 'onHighlight'> & { readonly places: readonly MapPlace[] }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div ref={box} style={{ aspectRatio: 1 / ratio }}>
      {width > 0 && (
        <EuropeInset
          places={places}
          width={width}
          height={Math.round(width * ratio)}
          highlighted={highlighted}
          onHighlight={onHighlight}
        />
      )}
    </div>
  );
}
