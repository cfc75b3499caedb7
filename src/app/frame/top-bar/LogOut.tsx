import { useState } from 'react';
import { hostAddress } from '#app/delivered/base.ts';

const name = 'Log out';

/**
 * Ends the session, and leads to the log-in page; there nothing of what was seen is left.
 *
 * @param inWords - whether its name stands beside the icon.
 */
export default function LogOut({ inWords = false }: { readonly inWords?: boolean }) {
  const [hasFailed, setHasFailed] = useState(false);
  const leave = async () => {
    try {
      // Told to be a page that follows, it would be one of another policy: the host's answer is not needed.
      await fetch(hostAddress('logout'), { method: 'POST', redirect: 'manual' });
      globalThis.location.assign(hostAddress('login'));
    } catch {
      setHasFailed(true);
    }
  };
  const title = hasFailed ? 'Not logged out: the host does not answer' : name;
  return (
    <button
      type="button"
      className={
        inWords
          ? 'flex w-full items-center gap-2.5 px-4 py-2.5'
          : 'inline-flex size-6 items-center justify-center'
      }
      aria-label={title}
      title={title}
      onClick={() => void leave()}
    >
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
      >
        <path d="M9.5 2.5h-7v11h7M6 8h8M10.8 4.8 14 8l-3.2 3.2" />
      </svg>
      {inWords && <span aria-hidden="true">{title}</span>}
    </button>
  );
}
