import { type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';

export function PhoneFold({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="control inline-flex min-h-11 items-center gap-1.5 md:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        <Icon name={isOpen ? 'close' : 'caret'} className="size-3" />
      </button>
      <div
        id={id}
        className={`md:contents ${isOpen ? 'flex w-full flex-wrap items-center gap-2' : 'max-md:hidden'}`}
      >
        {children}
      </div>
    </>
  );
}
