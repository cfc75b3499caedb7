/** Folders of a benchmark run, as absolute paths. */
export interface Workplace {
  readonly root: string;
  readonly programs: string;
  readonly folder: string;
}
