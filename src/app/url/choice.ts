/** Apart from the search of list pages, which the first screen has no use for. */

import { useSearchParams } from 'react-router';

/** One choice kept in the search string under `name`; the first option is the default. */
export function useChoice<T extends string>(
  name: string,
  options: readonly [T, ...T[]],
): [T, (value: T) => void] {
  const [parameters, setParameters] = useSearchParams();
  const sent = parameters.get(name);
  const value = options.find((option) => option === sent) ?? options[0];
  const choose = (next: T) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === options[0]) changed.delete(name);
        else changed.set(name, next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return [value, choose];
}
