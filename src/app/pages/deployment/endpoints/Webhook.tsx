import { useEffect, useState } from 'react';
import { askWebhook } from '#app/queries/ask-webhook.ts';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import type { Sending, WebhookState } from '#contract/host.ts';
import { formatClock, plural } from '#domain/text/format.ts';

const heads = {
  when: { label: 'Sent', width: '5.5rem' },
  message: { label: 'Message' },
  tries: { label: 'Try', align: 'right', width: '3.5rem', wide: true },
  outcome: { label: 'Outcome', width: '34%' },
} as const satisfies Record<string, Head>;

/** Milliseconds between two looks at what was sent. */
const pause = 10_000;

/** What the host told its webhook of all deployments, and whether that took it. */
export default function Webhook() {
  const [state, setState] = useState<WebhookState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isTested, setIsTested] = useState(false);
  useEffect(() => {
    const look = () =>
      askWebhook(isTested).then(
        (told) => {
          setState(told);
          setProblem(null);
          setIsTested(false);
        },
        () => {
          setProblem('What was sent could not be read from the host.');
          setIsTested(false);
        },
      );
    void look();
    const timer = setInterval(() => void look(), pause);
    return () => clearInterval(timer);
  }, [isTested]);
  return (
    <section aria-label="Webhook" className="mt-8">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line-strong pb-1">
        <h2 className="section-title">Webhook</h2>
        <p className="caption m-0 min-w-0 grow text-text-2">{problem ?? waitingInWords(state)}</p>
        <button
          type="button"
          className="control no-print max-md:min-h-11"
          disabled={isTested}
          onClick={() => setIsTested(true)}
        >
          Send a test
        </button>
      </div>
      {state && state.sendings.length > 0 && (
        <SmallTable label="Messages to the webhook" heads={Object.values(heads)}>
          {state.sendings.map((sending) => (
            <Row key={`${sending.id} ${sending.attempt}`} sending={sending} />
          ))}
        </SmallTable>
      )}
    </section>
  );
}

/** On a phone whole words, in as many lines as they take. */
const wrapping = 'max-md:whitespace-normal! max-md:wrap-anywhere';

function waitingInWords(state: WebhookState | null): string {
  if (!state) return 'Verdicts that change and hold are told, of all deployments.';
  const { waiting, sendings } = state;
  if (waiting > 0) return `${plural(waiting, 'message')} not taken yet; the host goes on trying.`;
  return sendings.length === 0
    ? 'Verdicts that change and hold are told, of all deployments. None has since the host was started.'
    : 'Verdicts that change and hold are told, of all deployments. Nothing waits.';
}

function Row({ sending: { at, text, attempt, failure } }: { readonly sending: Sending }) {
  return (
    <tr>
      <Cell head={heads.when} className="mono">
        {formatClock(Date.parse(at))}
      </Cell>
      <Cell head={heads.message} className={wrapping}>
        <span title={text}>{text}</span>
      </Cell>
      <Cell head={heads.tries}>{attempt}</Cell>
      <Cell head={heads.outcome} className={wrapping}>
        {failure === null ? 'taken' : `not taken: ${failure}`}
      </Cell>
    </tr>
  );
}
