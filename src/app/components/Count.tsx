import type { ReactNode } from 'react';
import type { Integer } from '../../contract/resources.ts';
import type { Claim } from '../../domain/claim.ts';
import { formatExact } from '../../domain/format.ts';
import { AtLeast } from '../ui/AtLeast.tsx';

/** A figure with how complete it is: exact, within known regions, or a lower bound. */
export function Claimed({
  claim,
  children,
  className = '',
}: {
  readonly claim: Claim;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <span
      data-claim={claim.kind}
      className={`drains whitespace-nowrap ${className}`}
      title={claim.kind === 'at-least' ? `At least: ${claim.reasons.join('; ')}.` : undefined}
    >
      {claim.kind === 'at-least' && <AtLeast />}
      {children}
    </span>
  );
}

/** An exact count with its claim. */
export function Count({
  value,
  claim,
  className,
}: {
  readonly value: Integer;
  readonly claim: Claim;
  readonly className?: string;
}) {
  return (
    <Claimed claim={claim} {...(className === undefined ? {} : { className })}>
      {formatExact(value)}
    </Claimed>
  );
}
