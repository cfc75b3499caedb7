import { paths } from '#app/url/paths.ts';
import type { RowsBehind } from '#domain/contradictions/contradictions.ts';

export function addressOfRows(rows: RowsBehind, slug: string): string {
  switch (rows.page) {
    case 'nodes':
      return paths.nodes(slug, { severity: rows.severity });
    case 'regions':
      return paths.regions(slug, { severity: rows.severity });
    case 'region':
      return paths.region(slug, rows.id);
    case 'node':
      return paths.node(slug, rows.id);
    case 'endpoints':
      return paths.endpoints(slug);
  }
}
