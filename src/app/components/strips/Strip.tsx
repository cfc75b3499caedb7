import { later } from '#app/ui/later.tsx';

export interface StripProps {
  readonly slug: string;
  /** Id of a component (domain/verdict/verdict.ts); absent for the deployment as a whole. */
  readonly component?: string;
  /** Whose strip it is. */
  readonly label: string;
  readonly height: number;
  /** How many pixels stand for one. */
  readonly scale?: number;
}

function Place({ height }: StripProps) {
  return <svg width="1" height={height} aria-hidden="true" className="block" />;
}

/** A history strip; what was seen is drawn once its code is here, for no verdict waits for it. */
export const Strip = later<StripProps>(() => import('./SessionStrip.tsx'), Place);
