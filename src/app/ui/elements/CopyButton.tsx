import { useEffect, useState } from 'react';
import { copied } from '../copy.ts';

const shownFor = 4_000;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => setMessage(''), shownFor);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <span className="no-print inline-flex items-center gap-2 text-[12.5px]">
      <button
        type="button"
        className="control max-md:min-h-11"
        aria-label={label}
        onClick={() => void copied(text).then(setMessage)}
      >
        Copy
      </button>
      <span aria-live="polite" className="text-text-2">
        {message}
      </span>
    </span>
  );
}
