import type { Severity } from '#domain/severity/severity.ts';

export interface StripProps {
  readonly slug: string;
  /** Id of a component (domain/verdict/verdict.ts); absent for the whole deployment. */
  readonly component?: string;
  readonly label: string;
  readonly height: number;
  /** Current severity. The strip's last mark never looks better. */
  readonly present?: Severity;
  /** Screen pixels per drawn pixel. */
  readonly scale?: number;
  /** Called with the text of the selected mark; `null` when none is selected. */
  readonly onRead?: (words: string | null) => void;
}
