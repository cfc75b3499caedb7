import { expect, test } from 'vitest';
import { decodeAllChanges } from '#contract/decode/all-changes.ts';
import { ask, begin, status, time, window } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, recordedDeployment, statusObservation } from '#testing/observer/polls.ts';

function changed(): RecordInMemory {
  const record = new RecordInMemory();
  for (const [index, word] of ['operational', 'degraded', 'operational'].entries())
    record.read(answeredAt(begin + index * 2_000, status, statusObservation(word, {})));
  return record;
}

const edge = recordedDeployment({ slug: 'edge' });
const hidden = recordedDeployment({ slug: 'hidden' });
const off = recordedDeployment({ slug: 'off', observe: 'off' });

async function askAll(search: string, what = {}) {
  const context = changed().context([edge, hidden, off], begin + 60_000);
  const { status: code, body } = await ask(`/changes?${search}`, context, what);
  return { code, body };
}

test('the response has the newest changes of all deployments, and names those without a history record', async () => {
  const { code, body } = await askAll(`${window(0, 60)}&limit=1`);
  expect(code).toBe(200);
  const { from, data, unread } = decodeAllChanges(body);
  expect(from).toBe(time(0));
  expect(data).toMatchObject([{ deployment: 'edge', at: time(4), before: 'degraded', after: 'operational' }]);
  expect(unread).toEqual(['off']);
});

test('a viewer sees the changes of the deployments that the viewer may see', async () => {
  const { body } = await askAll(window(0, 60), { visible: new Set(['hidden']) });
  expect(decodeAllChanges(body)).toMatchObject({ data: [], unread: [] });
  const { body: none } = await askAll(window(0, 60), { visible: new Set() });
  expect(decodeAllChanges(none)).toMatchObject({ data: [], unread: [] });
});

test.each(['limit=0', 'limit=201', 'kind=node', 'from=now'])('%s is refused', async (search) => {
  expect((await askAll(search)).code).toBe(400);
});

test('a deployment cannot have the name of this address as its slug', async () => {
  const context = changed().context([edge], begin);
  expect((await ask('/changes/spans', context)).status).toBe(404);
});
