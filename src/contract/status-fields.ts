/**
 * Field tables of the status document (API document, part 2). In their own file so that the first verdict
 * does not wait for the code of lists.
 */

export const text = { type: 'string' } as const;
export const timestamp = { type: 'string', form: { kind: 'timestamp' } } as const;
export const state = { type: 'string', observed: ['operational'] } as const;

/** Fields of a status document, without its `components`. */
export const statusFields = {
  status: state,
  version: { type: 'string', observed: ['v1', 'v2'] },
  region: text,
  updated_at: timestamp,
} as const;

/** Fields of one entry in a status document's `components`. */
export const componentFields = { name: text, status: state } as const;
