import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { componentKey } from '#app/components/history/history.ts';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusStrip } from '#app/components/strips/StatusStrip.tsx';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { type CoverageEntry, markLetters, type StripsResponse } from '#contract/history.ts';
import type { Deployment } from '#contract/host.ts';
import { changedSubjects } from '#domain/history/series/count-past.ts';
import { markOf } from '#domain/verdict/verdict.ts';

const most = 4;

/** Shows strips of the components that changed in the shown time, worst first; nothing if none changed. */
export function ChangedComponents({
  deployment,
  answer,
  coverage,
}: {
  readonly deployment: Deployment;
  readonly answer: StripsResponse;
  readonly coverage: readonly CoverageEntry[];
}) {
  const status = useStatus(deployment);
  const { components } = useVerdict(deployment);
  const changed = changedSubjects(answer.data, markLetters).slice(0, most);
  if (changed.length === 0) return null;
  return (
    <Confirmed feeds={[status.feed]} className="relative pt-1.5">
      {changed.map((entry) => {
        const present = components.find(({ id }) => {
          const { key, occurrence } = componentKey(id);
          return key === entry.key && occurrence === entry.occurrence;
        });
        return (
          <div key={`${entry.occurrence} ${entry.key}`} className="relative mb-1 max-md:mb-2">
            <p className="flex items-center gap-2 text-[12.5px] leading-[18px] md:absolute md:right-full md:bottom-0 md:mr-4 md:w-36">
              {present && <StatusGlyph severity={markOf(present)} size={10} />}
              <span className="truncate">
                <Verbatim>{entry.name}</Verbatim>
              </span>
            </p>
            <StatusStrip
              kind="component"
              strip={{ answer, entry, coverage }}
              label={entry.name.slice(0, 80)}
              height={18}
            />
          </div>
        );
      })}
      <p className="text-[12px] leading-4 text-text-3 md:absolute md:top-full md:right-full md:mr-4 md:w-36">
        Changed components
      </p>
    </Confirmed>
  );
}
