import { useEffect } from 'react';
import { measureNames } from '#domain/regions/measures.ts';
import { sent } from '#domain/sentences/clause.ts';
import { isOwnWord, wholeLabel } from '#domain/severity/classify.ts';
import { plural } from '#domain/text/format.ts';
import { Figure } from '../charts/Figure.tsx';
import { Segmented } from '../ui/elements/Segmented.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import { choices, useChoice } from '../url/choice.ts';
import { EuropeInset } from './EuropeInset.tsx';
import { byUrgency } from './layout/layout.ts';
import { degreesInWords } from './layout/region-places.ts';
import { NotOnTheMap } from './NotOnTheMap.tsx';
import { type MapPlacesProps, useMapPlaces } from './use-map-places.ts';
import { useMeasure } from './view/use-measure.ts';
import { WorldMap } from './WorldMap.tsx';

export interface RegionMapProps extends MapPlacesProps {
  readonly ratio: number;
  /** Whether the viewer can choose what the size of the marks stands for, and whether zones are outlined. */
  readonly choices?: boolean;
  /** Whether a panel below the map shows Europe enlarged. */
  readonly hasEurope?: boolean;
  readonly highlighted: string | null;
  readonly onHighlight: (code: string | null) => void;
  readonly selected?: string | null;
  /** Called with `true` if at least one region has a place on the map, else with `false`. */
  readonly onPlaced?: (isAnyPlaced: boolean) => void;
}

/**
 * Map of the regions of a deployment, with a table of the same data. Regions without a place are listed below
 * it.
 */
export function RegionMap(props: RegionMapProps) {
  const { slug } = props.deployment;
  const places = useMapPlaces(props);
  const { measure, offered, choose } = useMeasure(props.claims);
  const [outline, setOutline] = useChoice('outline', choices.outline);
  const zones = outline === 'zones';
  const printing = usePrinting();
  const isAnyPlaced = places && places.placed.length > 0;
  const { onPlaced } = props;
  useEffect(() => {
    if (isAnyPlaced !== undefined) onPlaced?.(isAnyPlaced);
  }, [isAnyPlaced, onPlaced]);
  if (!places) return <div style={{ aspectRatio: 1 / props.ratio }} aria-hidden="true" />;
  const { placed, unplaced, marks, europe } = places;
  if (placed.length === 0 && unplaced.length > 0)
    return (
      <>
        <p className="pt-2 text-text-2">
          No city of the {plural(unplaced.length, 'region')} shown is in the gazetteer, so there is no map. The
          configuration can place them.
        </p>
        <NotOnTheMap placed={placed} unplaced={unplaced} slug={slug} />
      </>
    );
  const inset =
    props.hasEurope && europe.length > 0
      ? { places: europe, label: `Europe, ${plural(europe.length, 'region')} below` }
      : undefined;
  const heads = ['Region', 'City', 'Status', ...(measure ? [measureNames[measure]] : []), 'Place'];
  const figures = marks
    .toSorted(byUrgency)
    .map((place) => [
      sent(place.code),
      place.name === null ? 'not provided' : sent(place.name),
      { text: wholeLabel(place.state), sent: isOwnWord(place.state) },
      ...(measure ? [place.figure] : []),
      place.doubt === null ? degreesInWords(place) : `${degreesInWords(place)}, uncertain: ${place.doubt}`,
    ]);
  const sizedBy = measure ? `marks sized by ${measureNames[measure].toLowerCase()}` : 'marks of one size';
  return (
    <>
      {props.choices && (
        // Beside the panel's title if there is room.
        <div className="no-print flex flex-wrap items-center justify-end gap-x-4 gap-y-1 py-1.5 max-md:flex-col max-md:items-end md:-mt-9.5">
          <button
            type="button"
            className="control"
            aria-pressed={zones}
            onClick={() => setOutline(zones ? 'none' : 'zones')}
          >
            Outline zones
          </button>
          {measure && (
            <Segmented
              label="Marks sized by"
              value={measure}
              options={offered.map((value) => ({ value, label: measureNames[value] }))}
              onChange={choose}
            />
          )}
        </div>
      )}
      <Figure caption="Regions on the map" units={sizedBy} heads={heads} figures={figures}>
        <WorldMap
          places={marks}
          label="Map of the regions. Drag or use Shift and the arrow keys to move it, plus and minus to zoom, 0 to fit, t for a table."
          ratio={props.ratio}
          zones={zones}
          highlighted={props.highlighted}
          onHighlight={props.onHighlight}
          selected={props.selected ?? null}
          inset={inset}
        />
      </Figure>
      <p className="caption">City positions: GeoNames, CC BY 4.0. Land: Natural Earth</p>
      {printing && europe.length > 0 && (
        <figure className="m-0 mt-3">
          <EuropeInset places={europe} width={620} height={430} />
          <figcaption className="caption pt-1">Europe, {plural(europe.length, 'region')}</figcaption>
        </figure>
      )}
      <NotOnTheMap placed={placed} unplaced={unplaced} slug={slug} />
    </>
  );
}
