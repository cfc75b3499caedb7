import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { type Column, createdColumn, idColumn } from '#app/table/columns.tsx';
import type { Application } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { AxisTicks, LastUse } from './LastUse.tsx';
import { ScopeHeads, ScopeMarks, ScopeWords, scopesWidth } from './ScopeMatrix.tsx';
import type { Scope } from './scopes.ts';

export interface ApplicationColumnsContext {
  readonly scopes: readonly Scope[];
  /** Milliseconds by which the service's clock is ahead of the browser's; negative if it is behind. */
  readonly offset: number;
  readonly claim: Claim;
  readonly slug: string;
}

/** Builds the columns of the applications table: marks per scope, last use on a time axis, other fields. */
export function applicationColumns(context: ApplicationColumnsContext): readonly Column<Application>[] {
  const { scopes, offset } = context;
  return [
    {
      field: 'name',
      header: 'Application',
      width: '15%',
      below: 'scopes',
      cell: (row) => (
        <b className="font-[560]">
          <FieldText record={row} field="name" value={row.name} />
        </b>
      ),
      exported: (row) => row.name,
    },
    idColumn<Application>('app', null, { width: '11.5rem' }),
    {
      field: 'scopes',
      header: 'Scopes',
      wide: true,
      width: scopesWidth(scopes),
      under: <ScopeHeads {...context} />,
      cell: (row) => (
        <>
          <span className="max-md:hidden">
            <ScopeMarks row={row} scopes={scopes} />
          </span>
          <span className="md:hidden">
            <ScopeWords row={row} />
          </span>
        </>
      ),
      exported: (row) => row.scopes,
    },
    {
      field: 'last_used_at',
      header: 'Last used',
      align: 'figure',
      phoneWidth: '7rem',
      under: <AxisTicks />,
      cell: (row) => <LastUse row={row} offset={offset} />,
      exported: (row) => row.last_used_at,
    },
    createdColumn(),
  ];
}
