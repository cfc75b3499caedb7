import type { ReactNode } from 'react';

export interface Share {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
  readonly figure: ReactNode;
  readonly colour: string;
}

export function ShareBar({
  shares,
  label,
  inBand = false,
}: {
  readonly shares: readonly Share[];
  readonly label: string;
  readonly inBand?: boolean;
}) {
  const whole = shares.reduce((sum, share) => sum + share.value, 0);
  return (
    <div role="group" aria-label={label}>
      <div aria-hidden="true" className="drains-fill flex gap-px" style={{ height: inBand ? 12 : 16 }}>
        {shares.map((share) => (
          <span
            key={share.key}
            style={{
              background: share.colour,
              width: `${whole > 0 ? (share.value / whole) * 100 : 0}%`,
              minWidth: share.value > 0 ? 2 : 0,
            }}
          />
        ))}
      </div>
      <ul
        className={`m-0 flex list-none flex-wrap p-0 ${inBand ? 'gap-x-4 pt-1 text-[12px] leading-[17px]' : 'gap-x-6 pt-1.5'}`}
      >
        {shares.map((share) => (
          <li key={share.key} className="inline-flex items-baseline gap-1.5">
            <span aria-hidden="true" className="drains-fill size-2" style={{ background: share.colour }} />
            <b className="font-[580]">{share.label}</b>
            <span className="drains text-text-2">{share.figure}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
