import type { ReactNode } from 'react';
import { AtLeast } from '#app/ui/elements/AtLeast.tsx';
import type { Integer } from '#contract/resources.ts';
import { type Claim, claimOfSum, roundingOf } from '#domain/lists/claim.ts';
import { formatExact } from '#domain/text/format.ts';
import type { Rounding } from '#domain/text/format-figures.ts';

/**
 * Maximum number of characters of a number that stays on one line. A longer number may break, because it
 * would widen the page.
 */
const longestLine = 20;

/** A number with the completeness of its list: exact, within known regions, or a lower bound ("at least"). */
export function Claimed({
  claim,
  children,
  className = '',
}: {
  readonly claim: Claim;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  const long = typeof children === 'string' && children.length > longestLine;
  return (
    <span
      data-claim={claim.kind}
      className={`drains ${long ? 'wrap-anywhere whitespace-normal in-[[role=table]]:whitespace-nowrap' : 'whitespace-nowrap'} ${className}`}
      title={claimTitle(claim)}
    >
      {claim.kind === 'at-least' && <AtLeast />}
      {children}
      {claim.kind === 'known-regions' && (
        <span className="sr-only">{` in ${formatExact(claim.regions)} known regions`}</span>
      )}
    </span>
  );
}

function claimTitle(claim: Claim): string | undefined {
  switch (claim.kind) {
    case 'exact':
      return undefined;
    case 'known-regions':
      return `Complete for ${formatExact(claim.regions)} known regions.`;
    case 'at-least':
      return `At least: ${claim.reasons.join('; ')}.`;
  }
}

/** A sum over a list in short form, with its completeness. */
export function ClaimedSum({
  list,
  sum,
  format,
}: {
  readonly list: Claim;
  readonly sum: { readonly total: Integer; readonly missing: number };
  readonly format: (total: Integer, rounding: Rounding) => string;
}) {
  const claim = claimOfSum(list, sum);
  return <Claimed claim={claim}>{format(sum.total, roundingOf(claim))}</Claimed>;
}

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
