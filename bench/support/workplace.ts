/** Absolute paths of a benchmark run: the repository, the built helper programs, and a scratch folder. */
export interface Workplace {
  readonly root: string;
  readonly programs: string;
  readonly folder: string;
}
