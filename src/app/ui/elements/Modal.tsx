import './modal.css';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** Modal dialog. Esc or a click outside closes it, and the focus returns to where it was. */
export function Modal({
  label,
  className,
  dialog,
  onClose,
  children,
}: {
  readonly label: string;
  readonly className: string;
  /** Ref to the dialog element, for a caller that closes it from the content. */
  readonly dialog?: RefObject<HTMLDialogElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const own = useRef<HTMLDialogElement>(null);
  const box = dialog ?? own;
  useEffect(() => {
    const element = box.current;
    // Only a click on the backdrop has the dialog itself as its target.
    const leave = (event: MouseEvent) => event.target === element && element?.close();
    element?.showModal();
    element?.addEventListener('click', leave);
    return () => element?.removeEventListener('click', leave);
  }, [box]);
  return (
    <dialog
      ref={box}
      aria-label={label}
      className={`modal mx-auto mt-4 mb-0 max-h-[calc(100dvh-2rem)] border border-ctl bg-bg p-0 text-text md:mt-18 md:max-h-[calc(100dvh-5.5rem)] ${className}`}
      onClose={onClose}
    >
      {children}
    </dialog>
  );
}

export function CloseModal() {
  return (
    <button
      type="button"
      aria-label="Close"
      className="inline-flex min-h-6 min-w-6 items-center justify-center max-md:size-11"
      onClick={(event) => event.currentTarget.closest('dialog')?.close()}
    >
      <kbd className="key-cap">Esc</kbd>
    </button>
  );
}
