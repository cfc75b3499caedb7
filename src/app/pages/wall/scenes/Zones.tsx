import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Deployment } from '#contract/host.ts';
import type { Region } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';
import type { InventoryPart } from '#domain/verdict/inventory-part.ts';
import { type ContestedZone, contestedZones } from '#domain/wall/contested.ts';
import type { SceneProps } from '../context.ts';

/** Height of a row of zones in wall units (scaled pixels). */
export const zoneRowUnits = 58;

/** Returns the columns and rows of the grid of zones, at most eight cells. */
const gridOf = ({ isPortrait }: SceneProps['room']) =>
  isPortrait ? { columns: 2, rows: 4 } : { columns: 4, rows: 2 };

export function zoneRows(count: number, room: SceneProps['room']): number {
  const { columns, rows } = gridOf(room);
  return Math.min(rows, Math.ceil(count / columns));
}

async function zonesByCode(listing: Listing<Region>): Promise<ReadonlyMap<string, string | null>> {
  const rows = await listing.rows({});
  const all = await rows.slice(0, rows.count);
  return new Map(all.flatMap(({ code, zone }) => (code === null ? [] : [[code, zone] as const])));
}

/** Returns the zones of the regions or nodes that lead the verdict; empty until the regions are read. */
export function useContestedZones(
  deployment: Deployment,
  part: InventoryPart | null,
): readonly ContestedZone[] {
  const { answer } = useRegions(deployment, false).feed;
  const zones = useListingResult(answer?.value ?? null, 'zones', zonesByCode);
  return part && zones ? contestedZones(part.members, zones) : [];
}

export function Zones({
  zones,
  deployment,
  unit,
  room,
}: Pick<SceneProps, 'deployment' | 'unit' | 'room'> & { readonly zones: readonly ContestedZone[] }) {
  const feeds = [useRegions(deployment, false).feed, useNodes(deployment, undefined, false).feed];
  const { columns, rows } = gridOf(room);
  const most = columns * rows;
  const shown = zones.length > most ? zones.slice(0, most - 1) : zones;
  const more = zones.length - shown.length;
  return (
    <Confirmed feeds={feeds}>
      <ul
        aria-label="Zones"
        className="wall-zones"
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridAutoRows: unit * zoneRowUnits,
        }}
      >
        {shown.map(({ zone, severity, notGood, total }) => (
          <li key={zone}>
            <StatusGlyph severity={severity} size={unit * 26} tight />
            <span className="wall-line">{zone === null ? 'no zone' : <Verbatim>{zone}</Verbatim>}</span>
            <span className="whitespace-nowrap text-text-2">
              {formatExact(notGood)} of {formatExact(total)}
            </span>
          </li>
        ))}
        {more > 0 && <li className="text-text-2">and {formatExact(more)} more</li>}
      </ul>
    </Confirmed>
  );
}
