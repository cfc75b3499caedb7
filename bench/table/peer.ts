/** The functions by which the benchmark drives the peer, the data grid with which our table is compared. */

export interface PeerTable {
  getDisplayedRowCount(): number;
  setColumnFilterModel(
    column: string,
    model: { readonly type: 'contains'; readonly filter: string },
  ): Promise<void>;
  onFilterChanged(): void;
}

declare global {
  interface Window {
    benchPeer?: PeerTable;
  }
}
