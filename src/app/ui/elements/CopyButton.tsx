import { useEffect, useState } from 'react';
import { copied } from '../copy.ts';

const shownFor = 4_000;

/** @param props.children - text of the button, if it is not part of `label`. */
export function CopyButton({
  text,
  label,
  children = 'Copy',
}: {
  readonly text: string;
  readonly label: string;
  readonly children?: string;
}) {
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
        {children}
      </button>
      <span aria-live="polite" className="text-text-2">
        {message}
      </span>
    </span>
  );
}
