import type { ReactNode } from 'react';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { ReadAge } from '#app/components/severity/Evidence.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { keepsHistory } from '#app/delivered/config.ts';
import type { Source } from '#app/queries/source.ts';
import { now, useSecond } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { availabilityOf } from '#domain/answer/answer.ts';
import { elapsedSince } from '#domain/answer/clocks.ts';
import { wasKnown } from '#domain/answer/freshness.ts';
import { remedyOfWord } from '#domain/failures/cause.ts';
import { isQuiet } from '#domain/severity/severity.ts';
import { formatAge, formatClock } from '#domain/text/format.ts';
import { evidenceOf, notRead } from '#domain/verdict/evidence/evidence.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import { afterVerdict, withFigures } from './after-verdict.ts';

const SeenSince = withFigures(
  (parts) => parts.SeenSince,
  () => '–',
);
const LostSince = withFigures((parts) => parts.LostSince);
const Remedy = afterVerdict(
  (parts) => parts.Remedy,
  () => <div className="w-full lg:w-[30rem]" />,
);

/** Shows the verdict, its evidence in one sentence, and the times of the status document. */
export function Headline({
  deployment,
  source,
  verdict,
}: {
  readonly deployment: Deployment;
  readonly source: Source<StatusDocument>;
  readonly verdict: Verdict;
}) {
  const { feed } = source;
  const document = feed.answer?.value ?? null;
  const evidence = evidenceOf(verdict);
  const tellsOfOthers = notRead(verdict).length > 0;
  const { regions, nodes } = verdict.inventory;
  // These lists may add lines later.
  const hasLists = regions !== null || nodes !== null;
  const moment = useMoment();
  const old = moment !== null || verdict.freshness === 'late' || verdict.freshness === 'lost';
  const failure = verdict.freshness === 'lost' && availabilityOf(feed) !== 'not-offered' ? feed.failure : null;
  return (
    <Confirmed feeds={[feed]} also={verdict} as="header" className="pt-5">
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-3">
        <div
          role="status"
          aria-label="Overall status"
          aria-atomic={false}
          className="flex min-w-0 flex-1 basis-96 items-start gap-5"
        >
          <StatusGlyph severity={verdict.severity} size={40} className="mt-1 max-md:size-8" />
          <div className="min-w-0">
            <PageTitle
              title={`Status, ${deployment.name}`}
              className="headline wrap-anywhere max-md:text-[34px] max-md:leading-10"
            >
              <Sentence clauses={[verdict.headline]} />
            </PageTitle>
            {/* Not announced here, because the frame announces changes on every page. */}
            <p
              aria-live="off"
              className={`lead mt-0.5 max-w-4xl wrap-anywhere ${isQuiet(verdict.severity) ? 'max-md:min-h-11' : hasLists ? 'min-h-11 max-md:min-h-27.5' : 'min-h-11'}`}
            >
              {failure && <LostSince feed={feed} />}
              {/* The key is the text: a longer sentence mounts as a new element and causes no layout shift. */}
              <span key={evidence.map(({ text }) => text).join('')}>
                <Sentence clauses={evidence} />
                {old || !document ? '.' : <ReadAge feed={feed} among={tellsOfOthers} />}
              </span>
              {/* Fills the place of lists that are not read yet, so that the text always has two lines. */}
              {document && !failure && isQuiet(verdict.severity) && !tellsOfOthers && (
                <span className="md:hidden">
                  {' '}
                  Answered by <AnsweredBy document={document} />.
                </span>
              )}
            </p>
          </div>
        </div>
        {failure ? (
          <Remedy failure={failure} slug={deployment.slug} />
        ) : (
          document && <Facts document={document} source={source} verdict={verdict} deployment={deployment} />
        )}
      </div>
      {old && (
        <p className={moment !== null && wasKnown(feed) ? 'mt-3' : 'hatch-foot mt-3 pb-4'}>
          {/* For a lost status, the sentence above has the reason. */}
          <FreshnessMark feeds={[feed]} words={failure ? 'next' : 'all'} />
        </p>
      )}
    </Confirmed>
  );
}

function Facts({
  document,
  source,
  verdict,
  deployment,
}: {
  readonly document: StatusDocument;
  readonly source: Source<StatusDocument>;
  readonly verdict: Verdict;
  readonly deployment: Deployment;
}) {
  const { severity, headline } = verdict;
  const moment = useMoment();
  const { answer } = source.feed;
  const sent = document.updated_at;
  const updated = sent === null ? null : parseTimestamp(sent);
  return (
    <dl
      // A phone shows this in the sentence above if all is well. Otherwise the history record may add a line.
      className={`m-0 grid min-w-0 grid-cols-[auto_minmax(0,auto)] content-start gap-x-3 text-[12.5px] leading-[18px] md:mt-2 ${isQuiet(severity) ? 'max-md:hidden' : 'md:min-h-22.5'}`}
    >
      <Fact name="Service updated" isOfDesk>
        {updated === null ? (
          <FieldText record={document} field="updated_at" value={sent} form={{ kind: 'timestamp' }} />
        ) : (
          <UpdatedAt time={updated} skew={answer?.skew ?? 0} />
        )}
      </Fact>
      <Fact name="Answered by">
        <AnsweredBy document={document} />
      </Fact>
      <Fact name="Received" isOfDesk>
        {answer && <span className="by-screen-clock">{formatClock(answer.receivedAt)}, </span>}
        <span className="mono">{source.path}</span>
        {answer && answer.ageSeconds > 0 && `, Age ${answer.ageSeconds} s`}
      </Fact>
      {severity === 'unknown' && headline.sent === true && (
        <Fact name="Unknown word">
          <span className="mono">{remedyOfWord.setting}</span> gives it a class,{' '}
          <span className="mono">{remedyOfWord.page}</span>
        </Fact>
      )}
      {/* The history has no start of a past verdict. */}
      {!isQuiet(severity) && moment === null && (
        <Fact name="Since">
          {/* Reserves the line of the history record on a phone. */}
          <div className={keepsHistory ? 'max-md:min-h-9' : ''}>
            <SeenSince deployment={deployment} verdict={verdict} />
          </div>
        </Fact>
      )}
    </dl>
  );
}

/** Shows the region and the version that the status document states, such as "Frankfurt, v2". */
function AnsweredBy({ document }: { readonly document: StatusDocument }) {
  return (
    <>
      <FieldText record={document} field="region" value={document.region} />,{' '}
      <FieldText record={document} field="version" value={document.version} />
    </>
  );
}

function Fact({
  name,
  isOfDesk = false,
  children,
}: {
  readonly name: string;
  /** Whether a phone leaves the fact out. There, only the endpoints page has it. */
  readonly isOfDesk?: boolean;
  readonly children: ReactNode;
}) {
  const width = isOfDesk ? 'max-md:hidden' : '';
  return (
    <>
      <dt className={`text-text-3 md:text-right ${width}`}>{name}</dt>
      <dd className={`drains m-0 ${width}`}>{children}</dd>
    </>
  );
}

function UpdatedAt({ time, skew }: { readonly time: number; readonly skew: number }) {
  const second = Math.max(useSecond(), now());
  // A past document grows no older.
  if (useMoment() !== null) return formatClock(time);
  return (
    <>
      {formatClock(time)}
      <span className="by-screen-clock">, {formatAge(elapsedSince(time, skew, second), { late: false })}</span>
    </>
  );
}
