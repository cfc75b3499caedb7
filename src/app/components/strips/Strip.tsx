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

const SessionStrip = later(() => import('./SessionStrip.tsx'));

/** The place of a history strip; what was seen is drawn once its code is here, for no verdict waits for it. */
export function Strip(props: StripProps) {
  return (
    <div style={{ height: props.height }}>
      <SessionStrip {...props} />
    </div>
  );
}
