/** What the page of a peer lets the benchmark ask of its table. */

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
