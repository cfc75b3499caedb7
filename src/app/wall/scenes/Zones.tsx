import type { Deployment } from '../../../contract/host.ts';
import type { Region } from '../../../contract/resources.ts';
import { formatExact } from '../../../domain/format.ts';
import type { Listing } from '../../../domain/listing.ts';
import type { InventoryPart } from '../../../domain/verdict/inventory-part.ts';
import { type ContestedZone, contestedZones } from '../../../domain/wall/contested.ts';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { Verbatim } from '../../components/Verbatim.tsx';
import { Vouched } from '../../components/vouching.tsx';
import { useAnswered } from '../../queries/answered.ts';
import { useNodes } from '../../queries/nodes.ts';
import { useRegions } from '../../queries/regions.ts';
import type { SceneProps } from '../context.ts';

/** Units of a row. */
export const zoneRowUnits = 58;

/** Eight of them at most. */
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

const none: ReadonlyMap<string, string | null> = new Map();

/** Where what leads the verdict is not good. */
export function useContestedZones(
  deployment: Deployment,
  part: InventoryPart | null,
): readonly ContestedZone[] {
  const { answer } = useRegions(deployment, false).feed;
  const zones = useAnswered(answer?.value ?? null, 'zones', zonesByCode) ?? none;
  return part ? contestedZones(part.members, zones) : [];
}

/** Zones with how many are not good in each; what finds no room is counted. */
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
    <Vouched feeds={feeds}>
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
    </Vouched>
  );
}
