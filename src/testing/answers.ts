/**
 * Test helpers: sample response bodies in the documented form, functions that decode them, and findings as
 * text.
 */

import type { ListParameters } from '#contract/decode/list.ts';
import { decodeResponse } from '#contract/decode/response.ts';
import type { Finding } from '#contract/decode/row.ts';
import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';

export const bucket = {
  id: 'bkt_0123456789abcd',
  created_at: '2024-05-06T07:08:09Z',
  name: 'photos',
  region: 'fra1',
  objects: 12,
  bytes: 3456,
};
export const node = {
  id: 'nod_0123456789abcd',
  created_at: '2024-05-06T07:08:09Z',
  pop: 'fra1',
  status: 'operational',
  capacity: '100G',
};
export const application = {
  id: 'app_0123456789abcd',
  created_at: '2024-05-06T07:08:09Z',
  name: 'importer',
  scopes: ['read', 'write'],
  last_used_at: '2024-05-06T07:08:09Z',
};
export const statusDocument = {
  status: 'operational',
  version: 'v1',
  region: 'Frankfurt',
  components: [{ name: 'API', status: 'operational' }],
  updated_at: '2024-05-06T07:08:09Z',
};

export function list(data: readonly unknown[], pagination: object = {}): unknown {
  return {
    object: 'list',
    data,
    pagination: { limit: 100, count: data.length, has_more: false, ...pagination },
  };
}

export function decodeList(body: unknown, asked: ListParameters = {}, path: EndpointPath = '/api/v2/buckets') {
  const answer = decodeResponse(endpointAt(path), body, asked);
  if (answer.kind !== 'list') throw new Error('not a list');
  return answer;
}

export function decodeStatus(body: unknown, path: EndpointPath = '/api/v1/status') {
  const answer = decodeResponse(endpointAt(path), body);
  if (answer.kind !== 'status') throw new Error('not a status document');
  return answer;
}

/** Findings as text, each with its path, problem, item, sample and count. */
export function shown(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ path, problem, item, sample, count }) => `${path} ${problem} | ${item} | ${sample} | ${count}`,
  );
}
