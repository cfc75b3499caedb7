/** OpenAPI description of notes (docs/understand/history-api.md, part 12). */

import { subjectKinds } from '#contract/history.ts';
import { mostOfLink, mostOfName, mostOfReason, mostOfText } from '#contract/notes.ts';

interface Parameter {
  readonly name: string;
  readonly schema: object;
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const time = { type: 'string', format: 'date-time' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

const subject = {
  kind: { enum: subjectKinds },
  key: { type: 'string' },
  occurrence: { type: 'integer', minimum: 1 },
};
const link = { ...text(mostOfLink), format: 'uri', pattern: '^https?://' };
const person = {
  ...text(mostOfName),
  description: 'Name of the person. Required if the log-in gives no name; otherwise it must be that name',
};

const newNote = {
  type: 'object',
  properties: { text: text(mostOfText), who: person, from: time, to: time, link, ...subject },
  required: ['text'],
  additionalProperties: false,
};

const newWithdrawal = {
  type: 'object',
  properties: { reason: text(mostOfReason), who: person },
  required: ['reason'],
  additionalProperties: false,
};

const verified = { type: 'boolean', description: 'Whether the log-in gave the name' };
const withdrawal = { at: time, who: { type: 'string' }, verified, reason: { type: 'string' } };

function wholeObject(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', properties, required: Object.keys(properties) };
}

const note = wholeObject({
  id: { type: 'integer' },
  at: time,
  from: time,
  to: time,
  who: { type: 'string' },
  verified,
  text: { type: 'string' },
  link: orNull(link),
  kind: orNull(subject.kind),
  key: orNull(subject.key),
  occurrence: orNull(subject.occurrence),
  withdrawn: orNull(wholeObject(withdrawal)),
});

const json = (schema: object) => ({ 'application/json': { schema } });

/**
 * Returns the paths of notes for the OpenAPI document.
 * @param problem - schema of error responses.
 * @param window - parameters of a time range.
 */
export function notePaths(problem: object, window: readonly Parameter[]): Readonly<Record<string, object>> {
  const failure = {
    default: {
      description: 'An error, with its reason. `parameter` names the member of the body that is refused',
      content: { 'application/problem+json': { schema: problem } },
    },
  };
  const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const inQuery = [
    ...window,
    { name: 'kind', schema: subject.kind },
    { name: 'key', schema: subject.key },
    { name: 'before', schema: { type: 'string' } },
    { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 1_000, default: 200 } },
  ];
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string' },
    description: 'A text of 1 to 100 characters in quotes. A repeated request with it adds no second note',
  };
  const stored = (description: string) => ({ description, content: json(note) });
  const list = wholeObject({ data: { type: 'array', items: note }, more: orNull({ type: 'string' }) });
  return {
    '/history/{deployment}/notes': {
      servers: [{ url: '.' }],
      get: {
        summary: 'Notes of people about a time range, newest first',
        tags: ['history'],
        parameters: [inPath('deployment'), ...inQuery.map((each) => ({ ...each, in: 'query' }))],
        responses: { 200: { description: 'The notes', content: json(list) }, ...failure },
      },
      post: {
        summary: 'Write a note. Without `from` it is about now',
        tags: ['history'],
        parameters: [inPath('deployment'), key],
        requestBody: { required: true, content: json(newNote) },
        responses: {
          201: stored('The note. It is stored'),
          200: stored('The note of an earlier request with the same key'),
          ...failure,
        },
      },
    },
    '/history/{deployment}/notes/{id}/withdraw': {
      servers: [{ url: '.' }],
      post: {
        summary: 'Withdraw a note. Its words stay',
        tags: ['history'],
        parameters: [inPath('deployment'), inPath('id')],
        requestBody: { required: true, content: json(newWithdrawal) },
        responses: { 200: stored('The withdrawn note'), ...failure },
      },
    },
  };
}
