import { useComponentsSince } from '#app/components/history/use-history.ts';
import { ChangeWindow } from '#app/components/strips/ChangeWindow.tsx';
import { useSinceInWords } from '#app/components/strips/since.ts';
import { isGood } from '#domain/severity/severity.ts';
import type { ComponentState } from '#domain/verdict/verdict.ts';

export interface ComponentSinceProps {
  readonly slug: string;
  readonly component: ComponentState;
  /** Whether to show only the duration. Screen readers also get the time at which the state began. */
  readonly isShort?: boolean;
}

export default function ComponentSince({ slug, component, isShort = false }: ComponentSinceProps) {
  const { severity } = component.state;
  // A component that is no longer listed shows its last time instead.
  const isShown = !isGood(severity) && severity !== 'vanished';
  const since = useComponentsSince(slug, isShown ? [component] : [])(component);
  const words = useSinceInWords(since, 'UTC');
  if (!isShown || !since || !words) return null;
  const { from, notBefore } = since;
  const changeWindow =
    notBefore === undefined ? (
      words.since
    ) : (
      <>
        {notBefore !== null && 'since '}
        <ChangeWindow bracket={{ from, notBefore }} />
      </>
    );
  if (isShort)
    return (
      <span className="pl-2 text-text-2">
        {words.duration}
        <span className="sr-only">, {changeWindow}</span>
      </span>
    );
  return (
    <span className="flex gap-x-3 pr-14 text-[12.5px] leading-4 text-text-2 max-md:pr-0">
      <span className="min-w-0 truncate">{changeWindow}</span>
      <b className="font-[560] whitespace-nowrap text-text max-md:ml-auto">{words.duration}</b>
    </span>
  );
}
