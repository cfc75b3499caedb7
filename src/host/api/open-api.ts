/** The OpenAPI 3.1 description of the API that the host serves, generated from the contract. */

import { type Endpoint, endpoints, isListResource, type Parameter } from '#contract/endpoints.ts';
import { describeForm, formPattern } from '#contract/forms.ts';
import {
  componentFields,
  type Field,
  type Fields,
  listFields,
  type Resource,
  statusFields,
} from '#contract/resources.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { greatestLimit } from '../gateway/parameters.ts';
import { embeddingPaths } from './open-api-embedding.ts';
import { historyPaths, pastPaths } from './open-api-history.ts';

function schemaOfField(field: Field): object {
  if (field.type === 'integer') return { type: 'integer', minimum: 0 };
  // Examples, not an enumeration: the API may add values.
  const examples = field.observed === undefined ? {} : { examples: field.observed };
  if (field.type === 'strings') return { type: 'array', items: { type: 'string', ...examples } };
  const form = field.form
    ? { pattern: formPattern(field.form).source, description: describeForm(field.form) }
    : {};
  return { type: 'string', ...examples, ...form };
}

function schemaOfFields(fields: Fields, more: Readonly<Record<string, object>> = {}): object {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOfField(field)]),
  );
  return {
    type: 'object',
    properties: { ...properties, ...more },
    required: [...Object.keys(fields), ...Object.keys(more)],
  };
}

function nameOf(resource: Resource): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1);
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const envelopePagination = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 0 },
    count: { type: 'integer', minimum: 0 },
    has_more: { type: 'boolean' },
  },
  required: ['limit', 'count', 'has_more'],
};

function schemas(): Record<string, object> {
  const lists = Object.entries(listFields).map(([resource, fields]) => [resource, schemaOfFields(fields)]);
  const named = lists.map(([resource, schema]) => [nameOf(resource as Resource), schema]);
  return {
    ...Object.fromEntries(named),
    Component: schemaOfFields(componentFields),
    Status: schemaOfFields(statusFields, { components: { type: 'array', items: reference('Component') } }),
    Pagination: envelopePagination,
    Problem: {
      type: 'object',
      properties: { title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' } },
    },
  };
}

function parameterOf(parameter: Parameter): object {
  const schema =
    parameter === 'limit'
      ? { type: 'integer', minimum: 1, maximum: greatestLimit }
      : { type: 'string', pattern: formPattern({ kind: 'region-code' }).source };
  return { name: parameter, in: 'query', required: false, schema };
}

function answerSchema({ resource }: Endpoint): object {
  if (!isListResource(resource)) return reference('Status');
  return {
    type: 'object',
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items: reference(nameOf(resource)) },
      pagination: reference('Pagination'),
    },
    required: ['object', 'data', 'pagination'],
  };
}

function operation(endpoint: Endpoint): object {
  const cacheControl = endpoint.cacheControl === null ? {} : { description: `\`${endpoint.cacheControl}\`` };
  return {
    operationId: endpoint.path.slice('/api/'.length).replace('/', '-'),
    tags: [endpoint.resource],
    parameters: endpoint.parameters.map(parameterOf),
    responses: {
      200: {
        description: isListResource(endpoint.resource)
          ? `A list of ${endpoint.resource} records`
          : 'The status document',
        headers: { 'Cache-Control': { ...cacheControl, schema: { type: 'string' } } },
        content: { 'application/json': { schema: answerSchema(endpoint) } },
      },
      default: {
        description: 'An error, with its reason',
        content: { 'application/problem+json': { schema: reference('Problem') } },
      },
    },
  };
}

/** Builds the OpenAPI document as JSON. Its server URLs are the deployments, relative to the document. */
export function describeApi(deployments: readonly HostedDeployment[], version: string): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Edge and object storage service, read-only', version },
    servers: deployments.map(({ slug, name }) => ({ url: `deployments/${slug}`, description: name })),
    paths: {
      ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, { get: operation(endpoint) }])),
      ...historyPaths(reference('Problem')),
      ...pastPaths(({ parameters }) => parameters.map(parameterOf), reference('Problem')),
      ...embeddingPaths(reference('Problem')),
    },
    components: { schemas: schemas() },
  });
}
