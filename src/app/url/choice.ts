import { useSearchParams } from 'react-router';

/** Options of each parameter that changes a view. The first option is the default. */
export const choices = {
  view: ['tiles', 'rows'],
  size: ['nodes', 'capacity', 'buckets', 'bytes'],
  outline: ['none', 'zones'],
  cacheMap: ['closed', 'regions'],
  range: ['24h', '7d', '90d'],
  values: ['linear', 'log'],
} as const;

/**
 * Returns a choice that the search string stores under `name`, and a function to change it. The default is
 * removed from the URL.
 */
export function useChoice<T extends string>(
  name: string,
  options: readonly [T, ...T[]],
  byDefault: T = options[0],
): [T, (value: T) => void] {
  const [parameters, setParameters] = useSearchParams();
  const sent = parameters.get(name);
  const value = options.find((option) => option === sent) ?? byDefault;
  const choose = (next: T) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === byDefault) changed.delete(name);
        else changed.set(name, next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return [value, choose];
}
