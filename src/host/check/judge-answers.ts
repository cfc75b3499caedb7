/**
 * Judges statements of the API document that a single response can break. judge-comparisons.ts judges the
 * others.
 */

import type { DecodedResponse } from '#contract/decode/response.ts';
import type { Finding } from '#contract/decode/row.ts';
import type { Endpoint } from '#contract/endpoints.ts';
import { describeForm } from '#contract/forms.ts';
import { componentFields, type Field, type Fields, listFields, statusFields } from '#contract/resources.ts';
import { classify } from '#domain/severity/classify.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { type Evidence, type Exchange, exchangesOf } from './evidence.ts';
import type { CheckedResponse } from './requests.ts';
import { fail, type Judgement, notShown, pass, unless } from './result.ts';

export function judgeAnswers(evidence: Evidence): Judgement[] {
  const { endpoint, plain } = evidence;
  const { stage = null, text = '' } = plain.problem ?? {};
  const answers200 = 'an offered endpoint returns 200';
  if (stage === 'reply' || stage === 'status') return [fail('4', answers200, text)];
  const exchanges = exchangesOf(evidence).filter(
    ({ reply }) => reply.kind === 'answered' && reply.status === 200,
  );
  const judgements = [pass('4', answers200), ...judgeHeaders(endpoint, exchanges)];
  judgements.push(unless('1', 'the body is JSON', stage === 'json' ? text : null));
  if (stage === 'json') return judgements;
  const body = endpoint.resource === 'status' ? 'the body is a status document' : 'the body is a list';
  judgements.push(unless('2', body, stage === 'body' ? text : null));
  const responses = exchanges.flatMap(({ answer }) => answer ?? []);
  if (stage === 'body') return judgements;
  return [...judgements, ...judgeBodies(endpoint, responses), ...judgeInformation(endpoint, exchanges)];
}

function judgeHeaders(endpoint: Endpoint, exchanges: readonly Exchange[]): Judgement[] {
  const contentType = departing(exchanges, ({ contentType }) =>
    mediaType(contentType) === 'application/json' ? null : (contentType ?? 'none'),
  );
  const documented = endpoint.cacheControl;
  const sent = (accepts: (value: string | null) => boolean) =>
    departing(exchanges, ({ cacheControl }) => (accepts(cacheControl) ? null : (cacheControl ?? 'none')));
  const undocumented = sent((value) => value === documented);
  const judged = unless('1', 'Content-Type is application/json', contentType);
  if (documented === null) return [judged, notShown('4', 'Cache-Control', `sent: ${undocumented ?? 'none'}`)];
  const departure = sent((value) => value !== null && hasDocumented(documented, value));
  return [
    judged,
    unless('4', `Cache-Control is ${documented}`, departure),
    ...(departure === null && undocumented !== null
      ? [notShown('4', 'Cache-Control has directives that the API document does not show', undocumented)]
      : []),
  ];
}

const contrary: ReadonlySet<string> = new Set(['no-store', 'no-cache', 'private']);

/**
 * Whether the sent `Cache-Control` has all documented directives. Others are allowed, except repeated ones,
 * and `no-store`, `no-cache` and `private` beside `public`.
 */
function hasDocumented(documented: string, sent: string): boolean {
  const sentDirectives = directives(sent);
  const documentedDirectives = directives(documented);
  const names = sentDirectives.map((directive) => directive.split('=', 1)[0] ?? '');
  return (
    documentedDirectives.every((directive) => sentDirectives.includes(directive)) &&
    new Set(names).size === names.length &&
    (!documentedDirectives.includes('public') || !names.some((name) => contrary.has(name)))
  );
}

function directives(header: string): readonly string[] {
  return header.split(',').map((directive) => directive.trim().toLowerCase());
}

/** Maximum milliseconds of a response that is not reported as slow. */
const slowMilliseconds = 1_000;

/**
 * Reports facts that the API document neither requires nor forbids, such as slow responses and unlisted
 * members.
 */
function judgeInformation(endpoint: Endpoint, exchanges: readonly Exchange[]): Judgement[] {
  const responses = exchanges.flatMap(({ answer }) => answer ?? []);
  const slowest = Math.max(
    ...exchanges.map(({ reply }) => (reply.kind === 'answered' ? reply.milliseconds : 0)),
  );
  const information: readonly (readonly [part: string, statement: string, detail: string | null])[] = [
    [
      '1',
      'a byte order mark before the JSON',
      departing(exchanges, ({ hasMark }) => (hasMark ? 'sent' : null)),
    ],
    ['2', 'members that the API document does not name', unlistedIn(responses)],
    ['2', 'integers beyond 2^53, which many clients round', largeIntegers(endpoint, responses)],
    [
      '1',
      `a response that took longer than ${slowMilliseconds / 1000} s`,
      slowest > slowMilliseconds ? `${(slowest / 1000).toFixed(1)} s` : null,
    ],
  ];
  return information.flatMap(([part, statement, detail]) =>
    detail === null ? [] : [notShown(part, statement, detail)],
  );
}

function unlistedIn(responses: readonly DecodedResponse[]): string | null {
  return someOf([...new Set(responses.flatMap(({ unlisted }) => unlisted.map(({ path }) => path)))]);
}

function largeIntegers(endpoint: Endpoint, responses: readonly DecodedResponse[]): string | null {
  const prefix = endpoint.resource === 'status' ? 'components[]' : 'data[]';
  const found = responses
    .flatMap(itemsOf)
    .flatMap((item) =>
      Object.entries(item).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'bigint' ? [`${prefix}.${name}: ${value}`] : [],
      ),
    );
  return someOf([...new Set(found)]);
}

const mostNamed = 8;

function someOf(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const rest = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return names.slice(0, mostNamed).join(', ') + rest;
}

function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function departing(
  exchanges: readonly Exchange[],
  departure: (reply: CheckedResponse) => string | null,
): string | null {
  for (const { reply, question } of exchanges) {
    const found = reply.kind === 'answered' ? departure(reply) : null;
    if (found !== null) return `${found} (${question})`;
  }
  return null;
}

interface Statement {
  readonly part: string;
  readonly text: string;
  readonly paths: readonly string[];
}

function judgeBodies(endpoint: Endpoint, responses: readonly DecodedResponse[]): Judgement[] {
  const findings = responses.flatMap((answer) => answer.findings);
  const items = responses.reduce((sum, answer) => sum + itemsOf(answer).length, 0);
  const envelope = endpoint.resource === 'status' ? statusStatements(endpoint) : listStatements;
  const fields = itemFields(endpoint);
  const itemPath = endpoint.resource === 'status' ? 'components[]' : 'data[]';
  const ofItems = fieldStatements(fields, `${itemPath}.`);
  const known = new Set([...envelope, ...ofItems].flatMap(({ paths }) => paths));
  const others = findings.filter(({ path }) => !known.has(path));
  return [
    ...envelope.map((statement) => judgeStatement(statement, findings)),
    ...ofItems.map((statement) =>
      items === 0
        ? notShown(statement.part, statement.text, 'no item was sent to test it with')
        : judgeStatement(statement, findings),
    ),
    ...(others.length === 0 ? [] : [fail('2', 'nothing else departs from the API document', describe(others))]),
    ...judgeWords(endpoint, responses),
  ];
}

const listStatements: readonly Statement[] = [
  { part: '2', text: '`object` is "list"', paths: ['object'] },
  { part: '2', text: '`data` holds objects', paths: ['data[]'] },
  { part: '2', text: '`pagination.limit` is an integer', paths: ['pagination', 'pagination.limit'] },
  {
    part: '2',
    text: '`pagination.count` is the number of items in `data`',
    paths: ['pagination', 'pagination.count'],
  },
  {
    part: '2',
    text: '`pagination.has_more` is true or false, and not true without items',
    paths: ['pagination', 'pagination.has_more'],
  },
  { part: '4, rule 1', text: '`data` holds at most `pagination.limit` items', paths: ['data'] },
];

function statusStatements(endpoint: Endpoint): readonly Statement[] {
  const { status, updated_at, region } = statusFields;
  return [
    ...fieldStatements({ status, updated_at }, ''),
    { part: '9', text: `\`version\` is ${endpoint.version}, the prefix of the path`, paths: ['version'] },
    {
      part: '2',
      text: `\`region\` is ${describeField(region)}, a city and not a region code`,
      paths: ['region'],
    },
    { part: '4, rule 5', text: 'no `object` member', paths: ['object'] },
    { part: '4, rule 5', text: 'no `pagination` member', paths: ['pagination'] },
    { part: '2', text: '`components` is an array of objects', paths: ['components', 'components[]'] },
  ];
}

function fieldStatements(fields: Fields, prefix: string): readonly Statement[] {
  return Object.entries(fields).map(([name, field]) => ({
    part: '2',
    text: `\`${prefix}${name}\` is ${describeField(field)}`,
    paths: [prefix + name],
  }));
}

function describeField(field: Field): string {
  if (field.type === 'integer') return 'an integer';
  if (field.type === 'strings') return 'an array of strings';
  return field.form ? `a string, ${describeForm(field.form)}` : 'a string';
}

function judgeStatement({ part, text, paths }: Statement, findings: readonly Finding[]): Judgement {
  const against = findings.filter(({ path }) => paths.includes(path));
  return unless(part, text, against.length === 0 ? null : describe(against));
}

/** Joins findings to one text. Equal findings of several responses become one, with the highest count. */
function describe(findings: readonly Finding[]): string {
  const unique = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.path} ${finding.problem}`;
    const known = unique.get(key);
    if (!known || known.count < finding.count) unique.set(key, finding);
  }
  return [...unique.values()]
    .map(({ path, problem, sample, item, count }) => {
      const where = item === null ? '' : `, at ${item}${count > 1 ? ` and ${count - 1} more` : ''}`;
      return `${path} ${problem}${sample === null ? '' : `: ${sample}`}${where}`;
    })
    .join('; ');
}

function itemFields(endpoint: Endpoint): Fields {
  return endpoint.resource === 'status' ? componentFields : listFields[endpoint.resource];
}

function itemsOf(answer: DecodedResponse): readonly object[] {
  return answer.kind === 'list' ? answer.rows : answer.document.components;
}

/**
 * Reports words that the API document does not list, and what the dashboard does with them. Its enumerations are open
 * (part 2), so these never fail a check.
 */
function judgeWords(endpoint: Endpoint, responses: readonly DecodedResponse[]): Judgement[] {
  const documents = responses.flatMap((answer) => (answer.kind === 'status' ? answer.document : []));
  return [
    ...unseenWords({ status: statusFields.status }, documents, ''),
    ...unseenWords(
      itemFields(endpoint),
      responses.flatMap(itemsOf),
      endpoint.resource === 'status' ? 'components[].' : 'data[].',
    ),
  ];
}

function unseenWords(fields: Fields, records: readonly object[], prefix: string): Judgement[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.type === 'integer' || !field.observed) return [];
    const words = new Set(records.flatMap((record): unknown => Reflect.get(record, name)));
    const unseen = [...words].filter(
      (word): word is string => typeof word === 'string' && !field.observed?.includes(word),
    );
    if (unseen.length === 0) return [];
    const shown = name === 'status' ? statesShown(unseen) : `${quoted(unseen)} as sent`;
    const statement = `\`${prefix}${name}\` has words that the API document does not list`;
    return [notShown('2', statement, `the dashboard shows ${shown}`)];
  });
}

function quoted(words: readonly string[]): string {
  return someOf(words.map((word) => JSON.stringify(word))) ?? '';
}

/** Says how the dashboard shows status words, if the configuration has no `words`: `"flux" as unknown, in quotes`. */
function statesShown(words: readonly string[]): string {
  const bySeverity = new Map<Severity, string[]>();
  for (const word of words) {
    const { severity } = classify(word);
    bySeverity.set(severity, [...(bySeverity.get(severity) ?? []), word]);
  }
  return [...bySeverity]
    .map(([severity, each]) => `${quoted(each)} as ${classTexts[severity] ?? severity}`)
    .join('; ');
}

/** How the dashboard shows a status word of a severity. `ok` is never in question: the API document lists its word. */
const classTexts: Partial<Record<Severity, string>> = {
  unknown: 'unknown, in quotes (see "words" in the configuration)',
  assumed: 'assumed good',
  notice: 'a notice',
};
