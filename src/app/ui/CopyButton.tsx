import { useEffect, useState } from 'react';

const shownFor = 4_000;

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), shownFor);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Browsers keep the clipboard from pages that did not come over HTTPS or from this machine.
      setSaid('This browser does not let pages copy here: select the text instead');
    }
  };
  return (
    <span className="no-print inline-flex items-center gap-2 text-[12.5px]">
      <button type="button" className="control max-md:min-h-11" aria-label={label} onClick={() => void copy()}>
        Copy
      </button>
      <span aria-live="polite" className="text-text-2">
        {said}
      </span>
    </span>
  );
}
