import { formatExact } from '../../../../domain/format.ts';
import type { Difference, VersionComparison } from '../../../../domain/versions.ts';
import { Verbatim } from '../../../components/Verbatim.tsx';

const mostNamed = 8;

/** What differs between two versions, by name. */
export function VersionDetails({
  name,
  comparison,
}: {
  readonly name: string;
  readonly comparison: VersionComparison;
}) {
  const { onlyV1, onlyV2, differ } = comparison;
  return (
    <>
      <OnlyIn version="v1" name={name} ids={onlyV1} />
      <OnlyIn version="v2" name={name} ids={onlyV2} />
      {differ.length > 0 && (
        <ul aria-label={`Differences of ${name}`} className="m-0 list-none p-0 pt-2 text-text-2">
          {differ.slice(0, mostNamed).map((difference) => (
            <li key={`${difference.id} ${difference.field}`} className="truncate">
              {name}: <DifferenceText difference={difference} />
            </li>
          ))}
          {differ.length > mostNamed && <li>and {formatExact(differ.length - mostNamed)} more</li>}
        </ul>
      )}
    </>
  );
}

function OnlyIn({
  version,
  name,
  ids,
}: {
  readonly version: string;
  readonly name: string;
  readonly ids: readonly string[] | null;
}) {
  if (!ids || ids.length === 0) return null;
  return (
    <p className="pt-2 text-text-2">
      {name} only in {version}:{' '}
      {ids.slice(0, mostNamed).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Verbatim className="mono">{id}</Verbatim>
        </span>
      ))}
      {ids.length > mostNamed && ` and ${formatExact(ids.length - mostNamed)} more`}
    </p>
  );
}

function DifferenceText({ difference: { id, field, v1, v2 } }: { readonly difference: Difference }) {
  const value = (text: string | null) =>
    text === null ? 'none' : <Verbatim className="text-text">{text}</Verbatim>;
  return (
    <>
      <Verbatim className="mono text-text">{id}</Verbatim> {field} is {value(v1)} in v1, {value(v2)} in v2
    </>
  );
}
