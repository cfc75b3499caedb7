/** Folders of a benchmark run, as absolute paths. */
export interface Workplace {
  readonly root: string;
  /** Built helper programs. */
  readonly programs: string;
  /** Scratch folder, removed after the run. */
  readonly folder: string;
}
