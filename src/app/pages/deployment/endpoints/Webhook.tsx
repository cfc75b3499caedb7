import { useEffect, useState } from 'react';
import { requestWebhook } from '#app/queries/host/request-webhook.ts';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import type { Sending, WebhookState } from '#contract/host.ts';
import { formatClock, formatExact, plural } from '#domain/text/format.ts';

const heads = {
  when: { label: 'Sent', width: '5.5rem' },
  target: { label: 'Target', width: '9rem', wide: true },
  message: { label: 'Message' },
  tries: { label: 'Try', align: 'right', width: '3.5rem', wide: true },
  outcome: { label: 'Outcome', width: '34%' },
} as const satisfies Record<string, Head>;

/** Milliseconds between two requests for the state of the webhook. */
const pause = 10_000;

export default function Webhook() {
  const [state, setState] = useState<WebhookState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isTested, setIsTested] = useState(false);
  useEffect(() => {
    const poll = () =>
      requestWebhook(isTested).then(
        (received) => {
          setState(received);
          setProblem(null);
          setIsTested(false);
        },
        () => {
          setProblem('The host did not return the state of the webhook.');
          setIsTested(false);
        },
      );
    void poll();
    const timer = setInterval(() => void poll(), pause);
    return () => clearInterval(timer);
  }, [isTested]);
  return (
    <section aria-label="Webhook" className="mt-8">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line-strong pb-1">
        <h2 className="section-title">Webhook</h2>
        <p className="caption m-0 min-w-0 grow text-text-2">{problem ?? stateText(state)}</p>
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
            <Row key={`${sending.id} ${sending.target} ${sending.attempt}`} sending={sending} />
          ))}
        </SmallTable>
      )}
    </section>
  );
}

/** Class names that let long text wrap on a phone. */
const wrapping = 'max-md:whitespace-normal! max-md:wrap-anywhere';

const scope = 'Sends each confirmed change of a verdict, component, region or of the nodes.';

function stateText(state: WebhookState | null): string {
  if (!state) return scope;
  const { waiting, targets, sendings } = state;
  if (waiting > 0) {
    const own = targets
      .filter((target) => target.waiting > 0)
      .map((target) => `${target.name} ${formatExact(target.waiting)}`);
    const where = targets.length > 1 ? ` (${own.join(', ')})` : '';
    return `${plural(waiting, 'message')} pending${where}. The host keeps retrying.`;
  }
  const to = targets.length > 1 ? `${scope} ${targets.length} targets.` : scope;
  return `${to} ${sendings.length === 0 ? 'None sent since the host started.' : 'No messages are pending.'}`;
}

function Row({ sending: { at, target, text, attempt, failure } }: { readonly sending: Sending }) {
  return (
    <tr>
      <Cell head={heads.when} className="mono">
        {formatClock(Date.parse(at))}
      </Cell>
      <Cell head={heads.target}>
        <span title={target}>{target}</span>
      </Cell>
      <Cell head={heads.message} className={wrapping}>
        <span title={text}>{text}</span>
      </Cell>
      <Cell head={heads.tries}>{attempt}</Cell>
      <Cell head={heads.outcome} className={wrapping}>
        {failure === null ? 'accepted' : `not accepted: ${failure}`}
      </Cell>
    </tr>
  );
}
