/**
 * The page with which our table is compared (the peer): the same columns of the same list in AG Grid
 * Community, set up as in its quick start.
 */

import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
import type { PeerTable } from '../peer.ts';

interface BucketRow {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly objects: number;
  readonly bytes: number;
  readonly created_at: string;
}

ModuleRegistry.registerModules([AllCommunityModule]);

const list = fetch('/api/v2/buckets', { cache: 'no-store' });
const element = document.getElementById('grid');
if (element) {
  const { data }: { data: BucketRow[] } = await (await list).json();
  const table: PeerTable = createGrid<BucketRow>(element, {
    rowData: data,
    rowHeight: 32,
    defaultColDef: { filter: 'agTextColumnFilter' },
    columnDefs: [
      { field: 'name' },
      { field: 'id' },
      { field: 'region' },
      { field: 'objects', filter: 'agNumberColumnFilter' },
      { field: 'bytes', filter: 'agNumberColumnFilter', sort: 'desc' },
      { field: 'created_at' },
    ],
  });
  window.benchPeer = table;
}
