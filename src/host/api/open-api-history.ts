/** OpenAPI description of the paths below `/history` (docs/understand/history-api.md). */

import { type Endpoint, endpoints } from '#contract/endpoints.ts';
import { changedKinds, grownNames, observedKinds, pastHeaders, subjectKinds } from '#contract/history.ts';
import { notePaths } from './open-api-notes.ts';

interface Parameter {
  readonly name: string;
  readonly schema: object;
  readonly required?: true;
}

const time = { type: 'string', format: 'date-time', description: 'UTC with at most three decimals' };
const window: readonly Parameter[] = [
  { name: 'from', schema: time },
  { name: 'to', schema: time },
];
const whole = (most: number, otherwise: number) => ({
  type: 'integer',
  minimum: 1,
  maximum: most,
  default: otherwise,
});
const json = 'application/json';
const text = { type: 'string' };
const ofMonth: readonly Parameter[] = [
  { name: 'month', schema: { type: 'string', pattern: '^\\d{4}-\\d{2}$' }, required: true },
  { name: 'zone', schema: { type: 'string', default: 'UTC' } },
];

function errorOf(problem: object): object {
  return {
    description: 'An error, with its reason',
    content: { 'application/problem+json': { schema: problem } },
  };
}

const handover: readonly Parameter[] = [
  ...window,
  { name: 'zone', schema: { type: 'string', default: 'UTC' } },
];
const markdown = 'text/markdown';

interface Described {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Media types of the response; JSON if absent. */
  readonly types?: readonly string[];
}

const answers: Readonly<Record<string, Described>> = {
  '': { summary: 'The recorded time range of a deployment', parameters: [] },
  '/sight': {
    summary: 'Coverage of each endpoint, with the causes of gaps',
    parameters: [...window, { name: 'endpoint', schema: text }],
  },
  '/spans': {
    summary: 'Status words of each subject over time',
    parameters: [
      ...window,
      { name: 'kind', schema: { enum: subjectKinds } },
      { name: 'key', schema: text },
      { name: 'after', schema: text },
    ],
  },
  '/since': {
    summary: 'Start times of the present verdict and of the present state of each subject',
    parameters: [
      { name: 'kind', schema: { enum: subjectKinds } },
      { name: 'key', schema: text },
      { name: 'after', schema: text },
    ],
  },
  '/strips': {
    summary: 'Shares of time and marks of all subjects of a kind',
    parameters: [
      { name: 'kind', schema: { enum: subjectKinds }, required: true },
      ...window,
      { name: 'marks', schema: whole(400, 90) },
      { name: 'zone', schema: { type: 'string', default: 'UTC' } },
    ],
  },
  '/changes': {
    summary: 'Changes, newest first',
    parameters: [
      ...window,
      { name: 'before', schema: text },
      { name: 'limit', schema: whole(1_000, 200) },
      { name: 'kind', schema: { enum: changedKinds } },
      { name: 'key', schema: text },
    ],
  },
  '/series': {
    summary: 'A figure over time',
    parameters: [
      { name: 'name', schema: text, required: true },
      ...window,
      { name: 'points', schema: whole(2_000, 200) },
    ],
  },
  '/levels': {
    summary: 'The totals of a deployment over time',
    parameters: [...window, { name: 'points', schema: whole(2_000, 200) }],
  },
  '/growth': {
    summary: 'A figure of all buckets or regions at both ends of a time range, largest changes first',
    parameters: [{ name: 'name', schema: { enum: grownNames }, required: true }, ...window],
  },
  '/handover': {
    summary: 'What happened in a time range, for the next shift',
    parameters: handover,
    types: [json, markdown],
  },
  '/report': {
    summary: 'A month: times by state of the deployment and its components, outages and planned work',
    parameters: ofMonth,
  },
  '/outages.csv': { summary: 'The outages of a month', parameters: ofMonth, types: ['text/csv'] },
};

const observedHeaders = {
  [pastHeaders.asOf]: { schema: time, description: 'The requested time' },
  [pastHeaders.seen]: { schema: time, description: 'The answered poll on which the response rests' },
  [pastHeaders.observed]: { schema: { enum: observedKinds } },
};

/**
 * Returns the paths of the past responses of all endpoints. Assets have none.
 * @param parametersOf - returns the query parameters of an endpoint.
 * @param problem - schema of error responses.
 */
export function pastPaths(
  parametersOf: (endpoint: Endpoint) => readonly object[],
  problem: object,
): Readonly<Record<string, object>> {
  const inPath = ['deployment', 'time'].map((name) => {
    return { name, in: 'path', required: true, schema: name === 'time' ? time : text };
  });
  const recorded = endpoints.filter(({ resource }) => resource !== 'asset');
  const items = recorded.map((endpoint: Endpoint) => {
    const { path, resource } = endpoint;
    const get = {
      summary: `The ${resource === 'status' ? 'status document' : `list of ${resource} records`} as it was known`,
      tags: ['history'],
      parameters: [...inPath, ...parametersOf(endpoint)],
      responses: {
        200: {
          description: 'The recorded fields, in the envelope of the API',
          headers: observedHeaders,
          content: { [json]: { schema: { type: 'object' } } },
        },
        default: errorOf(problem),
      },
    };
    return [`/history/{deployment}/at/{time}${path}`, { servers: [{ url: '.' }], get }];
  });
  return Object.fromEntries(items);
}

/**
 * Returns the paths of the history for the OpenAPI document. They are below the host's root, not below the
 * address of a deployment as the API paths are.
 * @param problem - schema of error responses.
 */
export function historyPaths(problem: object): Readonly<Record<string, object>> {
  const responsesOf = (types: readonly string[]) => ({
    200: {
      description: 'The recorded data',
      content: Object.fromEntries(
        types.map((type) => [type, { schema: type === json ? { type: 'object' } : text }]),
      ),
    },
    default: errorOf(problem),
  });
  const pathItem = (summary: string, parameters: readonly object[], types: readonly string[] = [json]) => ({
    servers: [{ url: '.' }],
    get: { summary, tags: ['history'], parameters, responses: responsesOf(types) },
  });
  const inQuery = (parameters: readonly Parameter[]) => parameters.map((each) => ({ ...each, in: 'query' }));
  const deployment = { name: 'deployment', in: 'path', required: true, schema: text };
  const below = Object.entries(answers).map(([name, { summary, parameters, types }]) => [
    `/history/{deployment}${name}`,
    pathItem(summary, [deployment, ...inQuery(parameters)], types),
  ]);
  const ofAll = inQuery([...window, { name: 'limit', schema: whole(200, 50) }]);
  return {
    '/history': pathItem('The recorded time ranges of all deployments', []),
    '/history/changes': pathItem('Changes of all deployments, newest first', ofAll),
    '/history/handover': pathItem('The handovers of all deployments', inQuery(handover), [json, markdown]),
    ...Object.fromEntries(below),
    ...notePaths(problem, window),
  };
}
