/** OpenAPI description of the feed, the badge and the summary (docs/use/embedding.md). */

const documents = {
  'feed.atom': { what: 'state changes, newest first, as an Atom feed', type: 'application/atom+xml' },
  'badge.svg': { what: 'the verdict and the age of its confirmation, as a picture', type: 'image/svg+xml' },
  'summary.json': { what: 'the present state in the form of Statuspage', type: 'application/json' },
} as const;

/**
 * Returns the paths of these documents for the OpenAPI document. They are below the host's root.
 * @param problem - schema of error responses.
 */
export function embeddingPaths(problem: object): Readonly<Record<string, object>> {
  const deployment = { name: 'deployment', in: 'path', required: true, schema: { type: 'string' } };
  const paths = Object.entries(documents).flatMap(([name, { what, type }]) => {
    const pathItem = (summary: string, parameters: readonly object[]) => ({
      servers: [{ url: '.' }],
      get: {
        summary,
        tags: ['embedding'],
        parameters,
        responses: {
          200: {
            description: 'The document',
            content: { [type]: { schema: { type: type === 'application/json' ? 'object' : 'string' } } },
          },
          304: { description: 'The document with the `ETag` of `If-None-Match` is still valid' },
          default: {
            description: 'An error, with its reason',
            content: { 'application/problem+json': { schema: problem } },
          },
        },
      },
    });
    return [
      [`/${name}`, pathItem(`All deployments: ${what}`, [])],
      [`/deployments/{deployment}/${name}`, pathItem(`One deployment: ${what}`, [deployment])],
    ] as const;
  });
  return Object.fromEntries(paths);
}
