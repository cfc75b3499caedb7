import { expect, test } from 'vitest';
import type { HistoryState } from '#contract/history.ts';
import { whyUnknown } from './why-unknown.ts';

const state: HistoryState = {
  deployment: 'edge',
  observe: 'all',
  recording: true,
  reason: null,
  demo: false,
  since: '2026-11-20T10:00:00.000Z',
  knownUntil: '2026-11-28T10:00:00.000Z',
  poll: 10,
  retention: { rawDays: 14, hourDays: 400, spanDays: 400 },
  notice: null,
  endpoints: ['/api/v2/status', '/api/v2/nodes'],
};
const nodes = '/api/v2/nodes?limit=1000';
const moment = Date.parse('2026-11-27T03:00:00Z');

test.each<[string, HistoryState | null, string, string]>([
  ['no state of the deployment', null, nodes, 'This host has no history of this deployment.'],
  ['not observed', { ...state, observe: 'off', since: null }, nodes, 'not observed (observe: off)'],
  [
    'recorded by another host',
    { ...state, reason: 'locked', since: null },
    nodes,
    'Another host records the history.',
  ],
  ['followed from another host', { ...state, reason: 'locked' }, nodes, 'has no response of /api/v2/nodes'],
  ['a newer file', { ...state, reason: 'newer' }, nodes, 'from a newer version'],
  ['nothing recorded yet', { ...state, since: null }, nodes, 'has no history yet'],
  ['status only', { ...state, observe: 'status' }, nodes, 'Only the status of this deployment is observed'],
  ['another version of the API', state, '/api/v1/nodes', 'This host does not record /api/v1/nodes.'],
  ['no response so far', state, nodes, 'has no response of /api/v2/nodes up to this moment'],
  ['before the record', { ...state, since: '2026-11-27T10:00:00.000Z' }, nodes, 'begins on 27'],
])('%s', (_name, known, path, words) => {
  expect(whyUnknown(known, path, moment)).toContain(words);
});
