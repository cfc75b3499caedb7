import { expect, test } from 'vitest';
import { plain } from '../sentences/clause.ts';
import type { Change } from './changes.ts';
import { type ChangeFilter, filterGroups } from './filter-changes.ts';
import { groupChanges } from './group-changes.ts';

function change(id: string, part: Partial<Change>): Change {
  return {
    at: 0,
    kind: 'state',
    subject: 'node',
    id,
    name: id,
    region: null,
    from: 'operational',
    to: 'degraded',
    notBefore: null,
    ...part,
  };
}

const groups = groupChanges(
  [
    change('nod_1', { region: 'fra1' }),
    change('nod_2', { region: 'fra1' }),
    change('fra1', { subject: 'region', name: 'Frankfurt', region: 'fra1' }),
    change('nod_3', { region: 'lhr1', kind: 'gone', to: null }),
    change('API', { subject: 'component', to: 'major_outage' }),
    change('nod_4', { kind: 'moved', from: 'fra1', to: 'cdg1', region: 'cdg1' }),
    change('nod_5', { kind: 'capacity', from: '40G', to: '100G', region: 'cdg1' }),
    change('Cache', { subject: 'component', to: 'wobbly', isNewWord: true }),
    change('status-nodes Edge operational', {
      subject: 'component',
      name: 'Edge',
      kind: 'contradicted',
      from: null,
      to: 'Edge operational; 1 node is not.',
      contradiction: {
        kind: 'status-nodes',
        id: 'Edge operational',
        subject: 'component',
        name: 'Edge',
        severity: 'partial',
        sentence: [plain('Edge operational; 1 node is not.')],
        rows: { page: 'nodes', severity: ['partial'] },
      },
    }),
    change('/api/v1/nodes', { subject: 'endpoint', kind: 'contact-lost', from: null, to: 'HTTP 503' }),
  ],
  {},
);
const names = new Map([['lhr1', 'London']]);

test.each([
  [
    'nothing asked',
    {},
    ['API', 'Cache', 'fra1', '/api/v1/nodes', 'nod_3', 'nod_4', 'nod_5', 'status-nodes Edge operational'],
  ],
  ['a kind', { kinds: ['presence'] }, ['nod_3']],
  ['two kinds', { kinds: ['presence', 'sight'] }, ['/api/v1/nodes', 'nod_3']],
  ['moves', { kinds: ['move'] }, ['nod_4']],
  ['capacities', { kinds: ['capacity'] }, ['nod_5']],
  ['words', { kinds: ['word'] }, ['Cache']],
  ['contradictions', { kinds: ['contradiction'] }, ['status-nodes Edge operational']],
  ['a contradiction by the worse side', { severities: ['partial'] }, ['status-nodes Edge operational']],
  ['what only its identity says', { text: 'status-nodes' }, []],
  ['states, in new words as well', { kinds: ['state'] }, ['API', 'Cache', 'fra1']],
  ['a severity', { severities: ['critical'] }, ['API']],
  ['a subject, though another leads', { subjects: ['node'] }, ['fra1', 'nod_3', 'nod_4', 'nod_5']],
  ['the id of a member', { text: ' NOD_2 ' }, ['fra1']],
  ['the name of its region', { text: 'lond' }, ['nod_3']],
  ['all of it together', { kinds: ['state'], subjects: ['component'], text: 'api' }, ['API']],
  ['nothing that fits', { kinds: ['sight'], severities: ['critical'] }, []],
  ['a word that is none', { kinds: ['__proto__'] }, []],
] as const)('%s', (_case, part, expected) => {
  const filter: ChangeFilter = { text: '', kinds: [], severities: [], subjects: [], ...part };
  expect(
    filterGroups(groups, filter, names)
      .map(({ lead }) => lead.id)
      .toSorted(),
  ).toEqual(expected.toSorted());
});
