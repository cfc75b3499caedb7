/** The table functions that a peer's page offers to the benchmark. */

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
