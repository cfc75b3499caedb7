import { RowPanel } from '#app/components/fields/RowPanel.tsx';
import { Column, Columns } from '#app/components/page/Columns.tsx';
import { RowPage } from '#app/components/page/RowPage.tsx';
import { type ById, pageById } from '#app/frame/page-by-id.tsx';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import { bucketFields } from '#contract/resources.ts';
import { BucketSizes } from '../sizes/BucketSizes.tsx';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';
import { SameName } from './SameName.tsx';

export default pageById(({ deployment, id }: ById) => {
  const source = useBuckets(deployment);
  // The history has sizes once a day only.
  const isPast = useMoment() !== null;
  const lookups = useLookups(deployment);
  const joined = useJoined(source, lookups);
  const { slug } = deployment;
  return (
    <RowPage
      noun={{ one: 'bucket', many: 'buckets' }}
      deployment={deployment}
      id={id}
      source={source}
      listing={joined}
      list={paths.buckets(slug)}
    >
      {(bucket, listing) => {
        const props = { deployment, source, listing, bucket, lookups };
        const mark = Number(bucket.bytes ?? 0) > 0 && { bytes: bucket.bytes ?? 0, label: 'this one' };
        return (
          <>
            <Heading {...props} />
            {!isPast && <Figures {...props} />}
            <Columns>
              <Column>
                {!isPast && <BucketSizes list={props} height={240} {...(mark && { mark })} />}
                <SameName {...props} />
              </Column>
              <RowPanel slug={slug} source={source} row={bucket} fields={bucketFields} />
            </Columns>
          </>
        );
      }}
    </RowPage>
  );
});
