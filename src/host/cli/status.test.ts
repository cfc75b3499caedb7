import { expect, test } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import { exitCodeOf, statusOf, statusText } from './status.ts';

function metricsText(
  verdicts: Readonly<Record<string, Severity>>,
  served = Object.keys(verdicts).length,
): string {
  const lines = Object.entries(verdicts).flatMap(([slug, severity]) => [
    `edgewatch_verdict{deployment="${slug}",severity="ok"} ${severity === 'ok' ? 1 : 0}`,
    ...(severity === 'ok' ? [] : [`edgewatch_verdict{deployment="${slug}",severity="${severity}"} 1`]),
    `edgewatch_endpoint_age_seconds{deployment="${slug}",endpoint="/api/v2/status"} 3.6`,
    `edgewatch_endpoint_age_seconds{deployment="${slug}",endpoint="/api/v2/nodes"} 31`,
    `edgewatch_components{deployment="${slug}",severity="degraded"} 2`,
    `edgewatch_components{deployment="${slug}",severity="ok"} 16`,
  ]);
  return ['# HELP x', `edgewatch_deployments ${served}`, ...lines, ''].join('\n');
}

test.each<[string, Readonly<Record<string, Severity>>, number, 0 | 1 | 2]>([
  ['all good', { edge: 'ok', store: 'assumed' }, 2, 0],
  ['a notice', { edge: 'notice' }, 1, 1],
  ['an outage', { edge: 'ok', store: 'critical' }, 2, 1],
  ['an outage beside one that is lost', { edge: 'unvouched', store: 'critical' }, 2, 1],
  ['one that is lost', { edge: 'ok', store: 'unvouched' }, 2, 2],
  ['an unknown status word', { edge: 'unknown' }, 1, 2],
  ['one that is not observed', { edge: 'ok' }, 2, 2],
  ['nothing observed', {}, 1, 2],
])('%s gives the right exit code', (_case, verdicts, served, code) => {
  expect(exitCodeOf(statusOf(metricsText(verdicts, served)))).toBe(code);
});

test('the table has a line per deployment, and one for those that are not observed', () => {
  expect(statusText(statusOf(metricsText({ edge: 'ok', storage: 'partial' }, 3))).split('\n')).toEqual([
    'edge     operational     2 degraded, 16 operational  read 4 s ago',
    'storage  partial outage  2 degraded, 16 operational  read 4 s ago',
    'Not observed: 1 of 3 deployments, so their state is unknown.',
  ]);
});

test.each(['', '<html>', 'up 1'])('text of another server (%j) is refused', (text) => {
  expect(() => statusOf(text)).toThrow('not an Edgewatch host');
});
