import { AsSentLink } from '#app/components/records/AsSentLink.tsx';
import { FieldText } from '#app/components/records/FieldValue.tsx';
import { Panel } from '#app/components/vouching/Panel.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import type { Source } from '#app/queries/source.ts';
import { describeForm, hasForm } from '#contract/forms.ts';
import { type Field, type Node, nodeFields } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';

const names = ['id', 'created_at', 'pop', 'status', 'capacity'] as const satisfies readonly (keyof Node)[];

/** The node's row field by field, as sent; values not in the documented form are marked. */
export function Record({ source, node }: { readonly source: Source<Listing<Node>>; readonly node: Node }) {
  const { slug } = useDeployment();
  return (
    <Panel title="Record" aside={<AsSentLink source={source} slug={slug} id={node.id} />} sources={[source]}>
      <dl className="m-0">
        {names.map((name) => (
          <Entry key={name} name={name} node={node} field={nodeFields[name]} />
        ))}
      </dl>
    </Panel>
  );
}

function Entry({
  name,
  node,
  field,
}: {
  readonly name: (typeof names)[number];
  readonly node: Node;
  readonly field: Field;
}) {
  const value = node[name];
  const form = field.type === 'string' ? field.form : undefined;
  const departs = value !== null && form !== undefined && !hasForm(form, value);
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 border-b border-line py-1">
      <dt className="mono leading-5 text-text-3">{name}</dt>
      <dd className="drains m-0 wrap-anywhere">
        <FieldText record={node} field={name} value={value} mono {...(form ? { form } : {})} />
        {departs && <span className="caption block">documented: {describeForm(form)}</span>}
      </dd>
    </div>
  );
}
