import { isRegionCode } from '#contract/region-code.ts';
import { Verbatim } from './Verbatim.tsx';

/** A region code: monospace in the documented form, otherwise verbatim. */
export function RegionCode({ code }: { readonly code: string }) {
  return isRegionCode(code) ? (
    <span translate="no" className="mono">
      {code}
    </span>
  ) : (
    <Verbatim className="mono">{code}</Verbatim>
  );
}
