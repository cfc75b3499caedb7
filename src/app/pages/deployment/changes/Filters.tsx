import { SearchField } from '#app/table/filter/SearchField.tsx';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { isFiltered, type ListSearch } from '#app/url/search.ts';
import { type ChangeKind, changeKinds, subjectKinds } from '#domain/memory/change-kinds.ts';
import type { ChangedSubject } from '#domain/memory/changes.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { countBySeverity, isSeverity, severityName } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { changesSchema } from './schema.ts';
import { changesByKind, entriesBySubject, toggledKinds } from './tallies.ts';

const kindNames: Readonly<Record<ChangeKind, string>> = {
  state: 'States',
  presence: 'Appeared, vanished',
  move: 'Moves',
  capacity: 'Capacity',
  name: 'Names, scopes',
  word: 'Words',
  contradiction: 'Contradictions',
  sight: 'Our sight',
};

const subjectNames: Readonly<Record<ChangedSubject, string>> = {
  status: 'the overall status',
  component: 'components',
  region: 'regions',
  node: 'nodes',
  bucket: 'buckets',
  application: 'applications',
  event: 'event types',
  endpoint: 'endpoints',
};

export function Filters({
  groups,
  search,
  onSearch,
}: {
  readonly groups: readonly ChangeGroup[];
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
}) {
  const { text, where } = search;
  const choose = (field: string, values: readonly string[]) =>
    onSearch({ where: { ...where, [field]: values } });
  return (
    <search className="no-print flex flex-wrap items-center gap-2 border-t border-line-strong pt-2.5 pb-2">
      <SearchField
        placeholder={changesSchema.searched}
        value={text}
        onChange={(next) => onSearch({ text: next })}
      />
      <Kinds
        counts={changesByKind(groups)}
        chosen={where['kind'] ?? []}
        onChoose={(kinds) => choose('kind', kinds)}
      />
      <span className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0">
        {isFiltered(search) && (
          <button
            type="button"
            className="px-1.5 text-[12.5px] text-text-2 underline-offset-3 hover:underline max-md:min-h-11"
            onClick={() => onSearch({ text: '', where: {} })}
          >
            Clear
          </button>
        )}
        <Choice
          label="Severity"
          all="any"
          value={where['severity']?.[0] ?? null}
          counts={countBySeverity(groups.flatMap(({ severity }) => severity ?? []))}
          nameOf={(severity) => (isSeverity(severity) ? severityName[severity] : severity)}
          onChoose={(value) => choose('severity', value)}
        />
        <Choice
          label="Of"
          all="everything"
          value={where['of']?.[0] ?? null}
          counts={entriesBySubject(groups)}
          nameOf={(sent) => {
            const subject = subjectKinds.find((each) => each === sent);
            return subject ? subjectNames[subject] : sent;
          }}
          onChoose={(value) => choose('of', value)}
        />
      </span>
    </search>
  );
}

function Kinds({
  counts,
  chosen,
  onChoose,
}: {
  readonly counts: ReadonlyMap<ChangeKind, number>;
  readonly chosen: readonly (string | null)[];
  readonly onChoose: (kinds: readonly ChangeKind[]) => void;
}) {
  return (
    <fieldset className="m-0 flex flex-wrap gap-2 border-0 p-0">
      <legend className="sr-only">Kinds of changes</legend>
      {changeKinds.map((kind) => {
        if (!counts.has(kind)) return null;
        const isShown = chosen.length === 0 || chosen.includes(kind);
        return (
          <label
            key={kind}
            className="control relative inline-flex cursor-pointer items-center gap-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-md:min-h-11"
          >
            <input
              type="checkbox"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={isShown}
              onChange={() => onChoose(toggledKinds(chosen, kind))}
            />
            <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3" fill="none" stroke="currentColor">
              <path d={isShown ? 'M2.5 8.5 6 12l7.5-8' : 'M4 8h8'} strokeWidth="1.6" />
            </svg>
            <span className={isShown ? '' : 'text-text-3'}>{kindNames[kind]}</span>
            <b className="font-semibold">{formatExact(counts.get(kind) ?? 0)}</b>
          </label>
        );
      })}
    </fieldset>
  );
}

const any = '';

function Choice({
  label,
  all,
  value,
  counts,
  nameOf,
  onChoose,
}: {
  readonly label: string;
  readonly all: string;
  /** Chosen value as in the address; `null` if everything is shown. */
  readonly value: string | null;
  readonly counts: ReadonlyMap<string, number>;
  readonly nameOf: (value: string) => string;
  readonly onChoose: (values: readonly string[]) => void;
}) {
  const options = [...new Set([...counts.keys(), ...(value === null ? [] : [value])])];
  return (
    <label className="control relative inline-flex cursor-pointer items-center gap-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-md:min-h-11">
      <span>{label}</span>
      <b className="max-w-32 truncate font-semibold">{value === null ? all : nameOf(value)}</b>
      <Icon name="caret" className="size-3" />
      <select
        className="absolute inset-0 cursor-pointer opacity-0"
        value={value ?? any}
        onChange={(event) => onChoose(event.target.value === any ? [] : [event.target.value])}
      >
        <option value={any}>{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)} ({formatExact(counts.get(option) ?? 0)})
          </option>
        ))}
      </select>
    </label>
  );
}
