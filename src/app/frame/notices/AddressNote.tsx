import { useLocation, useSearchParams } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { keepsHistory } from '#app/delivered/config.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { type UnknownParameter, unknownParametersIn } from '#app/url/check-search.ts';
import { plural } from '#domain/text/format.ts';

/** Maximum number of unknown parameters listed. Further ones are counted. */
const mostListed = 3;
const longest = 60;

function textOf({ name, value }: UnknownParameter): string {
  const text = `${name}=${value}`;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Reports unknown parts of the URL, because a shared link may show another view than its sender saw. */
export function AddressNote() {
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const strays = unknownParametersIn(pathname, parameters, { now: hostNow(), hasHistory: keepsHistory });
  if (strays.length === 0) return null;
  const rest = strays.length - mostListed;
  const tidy = () =>
    setParameters(
      new URLSearchParams(
        [...parameters].filter(
          ([name, value]) => !strays.some((stray) => stray.name === name && stray.value === value),
        ),
      ),
      { replace: true, preventScrollReset: true },
    );
  return (
    <aside aria-label="Address" className="border-b border-line bg-s1 no-print">
      <div className="sheet flex flex-wrap items-baseline justify-between gap-x-4 py-1 text-[12px] leading-4 text-text-2">
        <ul className="m-0 min-w-0 list-none p-0">
          {strays.slice(0, mostListed).map((stray, index) => (
            <li key={index} className="wrap-anywhere">
              The address asks for <Verbatim className="mono">{textOf(stray)}</Verbatim>, which {stray.why}.
            </li>
          ))}
          {rest > 0 && <li>So it is with {plural(rest, 'other parameter')} of it.</li>}
        </ul>
        <button type="button" className="underline underline-offset-3 max-md:min-h-11" onClick={tidy}>
          Take {strays.length === 1 ? 'it' : 'them'} out of the address
        </button>
      </div>
    </aside>
  );
}
