import { useComponentsSince } from '#app/components/history/use-history.ts';
import { ComponentNote } from '#app/components/notes/ComponentNote.tsx';
import { ChangeWindow } from '#app/components/strips/ChangeWindow.tsx';
import { useSinceInWords } from '#app/components/strips/since.ts';
import { isGood } from '#domain/severity/severity.ts';
import type { ComponentState } from '#domain/verdict/verdict.ts';

export interface ComponentSinceProps {
  readonly slug: string;
  readonly component: ComponentState;
  /**
   * Shows only the duration, or only the note. Screen readers also get the time at which the state began. Absent: the
   * note stands below the time.
   */
  readonly part?: 'duration' | 'note';
}

/** Shows since when the problem of a component lasts, and the note about it. */
export default function ComponentSince({ slug, component, part }: ComponentSinceProps) {
  // A component that is no longer listed shows its last time instead.
  if (isGood(component.state.severity) || component.state.severity === 'vanished') return null;
  const note = <ComponentNote slug={slug} component={component} />;
  if (part === 'note') return note;
  const since = <Since slug={slug} component={component} isShort={part === 'duration'} />;
  if (part === 'duration') return since;
  return (
    <>
      {since}
      <span className="mt-1 block">{note}</span>
    </>
  );
}

function Since({
  slug,
  component,
  isShort,
}: Pick<ComponentSinceProps, 'slug' | 'component'> & { readonly isShort: boolean }) {
  const since = useComponentsSince(slug, [component])(component);
  const words = useSinceInWords(since, 'UTC');
  if (!since || !words) return isShort ? null : <span className="block h-4" />;
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
