import type { Severity } from '#domain/severity/severity.ts';

export interface StripProps {
  readonly slug: string;
  /** Id of a component (domain/verdict/verdict.ts); absent for the deployment as a whole. */
  readonly component?: string;
  /** Whose strip it is. */
  readonly label: string;
  readonly height: number;
  /** What is said of it now: the last mark of a record never looks better. */
  readonly present?: Severity;
  /** How many pixels stand for one. */
  readonly scale?: number;
  /** Told what the mark of the record says that is read; `null` once none is. */
  readonly onRead?: (words: string | null) => void;
}
