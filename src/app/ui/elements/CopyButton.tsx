import { useEffect, useState } from 'react';
import { copied } from '../copy.ts';

const shownFor = 4_000;

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), shownFor);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <span className="no-print inline-flex items-center gap-2 text-[12.5px]">
      <button
        type="button"
        className="control max-md:min-h-11"
        aria-label={label}
        onClick={() => void copied(text).then(setSaid)}
      >
        Copy
      </button>
      <span aria-live="polite" className="text-text-2">
        {said}
      </span>
    </span>
  );
}
