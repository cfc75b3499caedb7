import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useFreshness } from '#app/components/freshness/freshness-context.tsx';
import type { Feed } from '#domain/answer/answer.ts';
import { tenseOf } from '#domain/contradictions/contradictions.ts';
import type { Difference, VersionComparison } from '#domain/contradictions/versions.ts';
import { formatExact } from '#domain/text/format.ts';

const mostNamed = 8;

/** Lists the differences between the API versions of a resource, in the past tense if not fresh. */
export function VersionDetails({
  name,
  feeds,
  comparison,
}: {
  readonly name: string;
  readonly feeds: readonly Feed<unknown>[];
  readonly comparison: VersionComparison;
}) {
  const tense = tenseOf(useFreshness(feeds));
  if (tense === 'never') return null;
  const { onlyV1, onlyV2, differ } = comparison;
  const isPast = tense === 'then';
  return (
    <>
      <OnlyIn version="v1" name={name} ids={onlyV1} isPast={isPast} />
      <OnlyIn version="v2" name={name} ids={onlyV2} isPast={isPast} />
      {differ.length > 0 && (
        <ul aria-label={`Differences of ${name}`} className="m-0 list-none p-0 pt-2 text-text-2">
          {differ.slice(0, mostNamed).map((difference) => (
            <li key={`${difference.id} ${difference.field}`} className="truncate">
              {name}: <DifferenceText difference={difference} isPast={isPast} />
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
  isPast,
}: {
  readonly version: string;
  readonly name: string;
  readonly ids: readonly string[] | null;
  readonly isPast: boolean;
}) {
  if (!ids || ids.length === 0) return null;
  return (
    <p className="pt-2 text-text-2">
      {name} only in {version}
      {isPast && ' when last read'}:{' '}
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

function DifferenceText({
  difference: { id, field, v1, v2 },
  isPast,
}: {
  readonly difference: Difference;
  readonly isPast: boolean;
}) {
  const value = (text: string | null) =>
    text === null ? 'none' : <Verbatim className="text-text">{text}</Verbatim>;
  return (
    <>
      <Verbatim className="mono text-text">{id}</Verbatim> {field} {isPast ? 'was' : 'is'} {value(v1)} in v1,{' '}
      {value(v2)} in v2
    </>
  );
}
