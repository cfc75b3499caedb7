import { expect, test } from 'vitest';
import { begin, contextOf, status } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, recordedDeployment, statusObservation } from '#testing/observer/polls.ts';
import { recordedPast } from './recorded-past.ts';

test('the past of a deployment has the start of each state and the last poll before a stop', async () => {
  const record = new RecordInMemory();
  const observation = (components: Readonly<Record<string, string>>) =>
    statusObservation('operational', components);
  record.read(
    answeredAt(begin, status, observation({ API: 'operational', DNS: 'operational' }), { verdict: 'ok' }),
  );
  record.read(answeredAt(begin + 2_000, status, observation({ API: 'major_outage' }), { verdict: 'critical' }));
  record.read(answeredAt(begin + 4_000, status, observation({ API: 'down' }), { verdict: 'critical' }));
  record.restart(begin + 9_000);
  const deployment = recordedDeployment();
  const answering = contextOf(record, begin + 10_000);
  await answering.settled();
  const past = recordedPast({ context: answering.of(deployment), deployment, search: '' });
  const change = { since: begin + 2_000, notBefore: begin - 10 };
  expect(past.verdict).toEqual({ severity: 'critical', ...change });
  expect(past.parts).toMatchObject([
    // The present word began later, but with the same severity as the word before it.
    { kind: 'component', key: 'API', word: 'down', severity: 'critical', path: status, ...change },
    { kind: 'component', key: 'DNS', word: null, severity: 'vanished', path: status, ...change },
  ]);
  expect(past.reads).toEqual({ status: { sentAt: begin + 3_990, at: begin + 4_000 } });
});
