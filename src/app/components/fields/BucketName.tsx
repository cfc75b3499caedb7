import type { Bucket } from '#contract/resources.ts';
import { idSuffix } from '#domain/figures/duplicate-names.ts';
import { FieldText } from './FieldValue.tsx';

/** Name of a bucket. If other buckets have the same name, the end of its id follows. */
export function BucketName({
  bucket,
  repeated,
}: {
  readonly bucket: Bucket;
  readonly repeated: ReadonlySet<string>;
}) {
  const suffix = bucket.name !== null && repeated.has(bucket.name) ? idSuffix(bucket.id) : null;
  return (
    <>
      <FieldText record={bucket} field="name" value={bucket.name} />
      {suffix !== null && (
        <span translate="no" className="mono ml-1.5 font-normal text-text-3" title={bucket.id ?? undefined}>
          …{suffix}
        </span>
      )}
    </>
  );
}
