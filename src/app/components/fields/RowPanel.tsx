import type { Source } from '#app/queries/source.ts';
import { describeForm, hasForm } from '#contract/forms.ts';
import type { Fields } from '#contract/resources.ts';
import { Panel } from '../freshness/Panel.tsx';
import { AsSentLink } from './AsSentLink.tsx';
import { RawRow } from './RawRow.tsx';

/** Panel with a row as sent, and the documented form of each field whose text departs from that form. */
export function RowPanel<F extends Fields>({
  slug,
  source,
  row,
  fields,
}: {
  readonly slug: string;
  readonly source: Source<unknown>;
  readonly row: { readonly [Name in keyof F | 'id']: unknown } & { readonly id: string | null };
  readonly fields: F;
}) {
  return (
    <Panel title="Record" aside={<AsSentLink source={source} slug={slug} id={row.id} />} sources={[source]}>
      <RawRow record={row} />
      {Object.entries(fields).map(([name, field]) => {
        const value = row[name];
        const form = field.type === 'string' ? field.form : undefined;
        return (
          form &&
          typeof value === 'string' &&
          !hasForm(form, value) && (
            <p key={name} className="caption">
              <span className="mono">{name}</span> documented: {describeForm(form)}
            </p>
          )
        );
      })}
    </Panel>
  );
}
