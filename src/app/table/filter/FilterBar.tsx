import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { focusSearch } from '#app/components/keys/enter-list.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { PhoneFold } from '#app/ui/elements/PhoneFold.tsx';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { type Filter, isFiltered, type ListSearch, type ListSearchSchema } from '#app/url/search.ts';
import { type Density, useDensity } from '#app/url/settings.ts';
import { goodOf, otherSeverities } from '#domain/figures/severity-counts.ts';
import { figureInWords } from '#domain/lists/claim.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { isSeverity, severityName } from '#domain/severity/severity.ts';
import { compareTexts } from '#domain/text/compare-texts.ts';
import { formatExact } from '#domain/text/format.ts';
import { isAllNotOperational } from './conditions.ts';
import { isSent, shownBy } from './filter.ts';
import { SearchField } from './SearchField.tsx';

const Groups = lazyPart(() => import('../Groups.tsx'));

/**
 * Bar above a list: a search field, and a menu with row counts for each filter field. The key `f` focuses the
 * search field.
 */
export function FilterBar<Row>({
  listing,
  schema: { filters, searched },
  search,
  onSearch,
  children,
}: {
  readonly listing: Listing<Row>;
  readonly schema: ListSearchSchema;
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
  readonly children?: ReactNode;
}) {
  const set = Object.keys(search.where).length;
  return (
    <>
      <search className="no-print relative flex flex-wrap items-center gap-2 border-t border-line-strong pt-2 pb-1.5">
        <SearchField placeholder={searched} value={search.text} onChange={(text) => onSearch({ text })} />
        <PhoneFold label={set > 0 ? `Filter, ${formatExact(set)} set` : 'Filter'}>
          {filters.map((filter) => (
            <Choice key={filter.field} listing={listing} filter={filter} search={search} onSearch={onSearch} />
          ))}
          {isFiltered(search) && (
            <button
              type="button"
              className="px-1.5 text-[12.5px] text-text-2 underline-offset-3 hover:underline max-md:min-h-11"
              onClick={() => {
                onSearch({ text: '', where: {} });
                focusSearch();
              }}
            >
              Clear
            </button>
          )}
          {/* Takes the rest of the line, so that its edges stay in place whatever it contains. */}
          <span className="flex flex-wrap items-center justify-end gap-3 text-[12px] text-text-2 md:grow">
            {children}
            <GroupBy filters={filters} group={search.group} onGroup={(group) => onSearch({ group })} />
            <RowDensity chosen={search.density} onChoose={(density) => onSearch({ density })} />
          </span>
        </PhoneFold>
      </search>
      {filters.map(
        (filter) =>
          filter.field === search.group && (
            <Groups key={filter.field} listing={listing} filter={filter} search={search} />
          ),
      )}
    </>
  );
}

function GroupBy({
  filters,
  group,
  onGroup,
}: {
  readonly filters: readonly Filter[];
  readonly group: string | null;
  readonly onGroup: (field: string | null) => void;
}) {
  return (
    <label className="control relative inline-flex cursor-pointer items-center gap-1.5 max-md:min-h-11 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <span>Group by</span>
      <b className="font-semibold">{filters.find(({ field }) => field === group)?.label ?? ungrouped}</b>
      <Icon name="caret" className="size-3" />
      <select
        className="absolute inset-0 cursor-pointer opacity-0"
        value={group ?? ''}
        onChange={(event) => onGroup(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{ungrouped}</option>
        {filters.map(({ field, label }) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Choice of the row height. It sets the same setting as the top bar and also stores it in the URL. */
function RowDensity({
  chosen,
  onChoose,
}: {
  readonly chosen: Density | null;
  readonly onChoose: (density: Density | null) => void;
}) {
  const [own, setOwn] = useDensity();
  const density = chosen ?? own;
  // A later choice in the top bar overrides the value in the URL.
  const before = useRef(own);
  const giveWay = useEffectEvent(() => onChoose(null));
  useEffect(() => {
    if (before.current !== own && chosen !== null && chosen !== own) giveWay();
    before.current = own;
  }, [own, chosen]);
  const setDensity = (next: Density) => {
    setOwn(next);
    onChoose(next);
  };
  return (
    <span className="max-lg:hidden">
      <Segmented
        label="Height of rows"
        value={density}
        options={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={setDensity}
      />
    </span>
  );
}

/** Returns the values of a field with row counts, in alphabetical order. Rows without a value come last. */
function optionsOf(groups: readonly Group[]) {
  const counts = new Map<string | null, number>();
  for (const { key, count } of groups) {
    const [value = null] = key;
    counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return compareTexts(a.value, b.value);
    });
}

const ungrouped = 'nothing';
const any = 'any';
const none = 'none';
const others = 'others';

const notOperational = 'not operational';

function nameOf(severity: string | null): string {
  return isSeverity(severity) ? severityName[severity] : 'not known';
}

/**
 * Returns the `value` of a menu option. Values from a service get the prefix "=", so that none equals one of
 * the menu's own values.
 */
function optionValue(value: string | null): string {
  return value === null ? none : `=${value}`;
}

function Choice<Row>({
  listing,
  filter,
  search,
  onSearch,
}: {
  readonly listing: Listing<Row>;
  readonly filter: Filter;
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
}) {
  const chosen = search.where[filter.field] ?? [];
  const severities = filter.states ? (search.where['severity'] ?? []) : [];
  const own = [filter.field, ...(filter.states ? ['severity'] : [])];
  const where = Object.fromEntries(Object.entries(search.where).filter(([field]) => !own.includes(field)));
  const question = { text: search.text, where };
  const answered = useListingResult(listing, `${filter.field} ${JSON.stringify(question)}`, async (list) => {
    const groups = await list.group(question, own);
    return { groups, options: optionsOf(groups) };
  });
  const options = answered?.options ?? [];
  const unlisted = chosen.filter(
    (value) => answered !== undefined && !options.some((option) => option.value === value),
  );
  const show = (value: string | null) => shownBy(filter, value);
  const verbatim = (value: string | null) => (isSent(filter, value) ? '' : undefined);
  const [first] = chosen;
  const counted = (count: number) => figureInWords(listing.claim, formatExact(count));
  const words = [...severities.map(nameOf), ...chosen.map(show)];
  const allOthers = isAllNotOperational('severity', severities) && chosen.length === 0;
  const shown = allOthers ? notOperational : words.length > 1 ? `${words.length} chosen` : (words[0] ?? any);
  return (
    <label className="control relative inline-flex cursor-pointer items-center gap-1.5 max-md:min-h-11 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <span>{filter.label}</span>
      <b
        data-verbatim={words.length === 1 && first !== undefined ? verbatim(first) : undefined}
        className="max-w-32 [unicode-bidi:isolate] truncate font-semibold"
      >
        {shown}
      </b>
      <Icon name="caret" className="size-3" />
      <select
        className="absolute inset-0 cursor-pointer opacity-0"
        value={allOthers ? others : first === undefined ? any : optionValue(first)}
        onChange={(event) => {
          const picked = event.target.value;
          const value = picked === none ? null : picked.slice(1);
          if (picked === any) onSearch({ where });
          else if (picked === others) onSearch({ where: { ...where, severity: otherSeverities } });
          else onSearch({ where: { ...where, [filter.field]: [value] } });
        }}
      >
        <option value={any}>any</option>
        {filter.states && (
          <option value={others}>
            {notOperational} ({counted(goodOf(answered?.groups ?? [], 1).others)})
          </option>
        )}
        {options.map((option) => (
          <option
            key={optionValue(option.value)}
            value={optionValue(option.value)}
            data-verbatim={verbatim(option.value)}
          >
            {show(option.value)} ({counted(option.count)})
          </option>
        ))}
        {unlisted.map((each) => (
          <option key={optionValue(each)} value={optionValue(each)} data-verbatim={verbatim(each)}>
            {show(each)} ({counted(0)})
          </option>
        ))}
      </select>
    </label>
  );
}
