import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { enterList, focusSearch } from '#app/components/keys/enter-list.ts';
import { useKeys } from '#app/components/keys/keys.ts';
import { Icon } from '#app/ui/elements/Icon.tsx';

/** Search field of a list. It shows each key at once; the URL follows later. */
export function SearchField({
  placeholder,
  value,
  onChange,
}: {
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  // Typed texts that the URL does not have yet. A late update from the URL must not undo newer keys.
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const position = sent.current.indexOf(value);
    sent.current = sent.current.slice(position + 1);
    if (position < 0) {
      sent.current = [];
      setTyped(value);
    }
  }, [value]);
  useKeys((key) => key === 'f' && focusSearch());
  return (
    <label className="relative inline-flex items-center max-md:flex-1">
      <Icon name="find" className="pointer-events-none absolute left-1 size-3.5 text-text-2" />
      <span className="sr-only">{placeholder}</span>
      <input
        type="search"
        className="field w-52 max-md:min-h-11 max-md:w-full"
        placeholder={placeholder}
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.target.value);
          sent.current.push(event.target.value);
          onChange(event.target.value);
        }}
        onKeyDown={goToRows}
      />
    </label>
  );
}

function goToRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'ArrowDown' && enterList()) event.preventDefault();
}
