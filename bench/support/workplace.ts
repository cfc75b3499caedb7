/** Where a run of the benchmarks finds and puts things; absolute paths. */
export interface Workplace {
  readonly root: string;
  /** The built programs that become processes of their own. */
  readonly programs: string;
  /** For what the run makes; removed after it. */
  readonly folder: string;
}
