import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';

/**
 * Button that opens a small box. Esc, a press outside, or moving the focus out closes the box; its content
 * can close it too.
 */
export function Popup({
  label,
  opens,
  isWide = false,
  children,
}: {
  readonly label: ReactNode;
  readonly opens: 'up' | 'down';
  /** Whether the box takes the width of a phone. */
  readonly isWide?: boolean;
  readonly children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    button?.focus();
  };
  const leave = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent) {
      if (event.key === 'Escape') close();
    } else if (!(event.target instanceof Node && box.current?.contains(event.target))) setOpen(false);
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', leave);
    };
  }, [isOpen]);
  return (
    <div
      ref={box}
      className="relative"
      onBlur={({ currentTarget, relatedTarget }) => {
        // A press on text inside the box also blurs, but moves the focus to no element (`relatedTarget` is
        // null).
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={setButton}
        type="button"
        className="control inline-flex items-center gap-1.5 max-md:min-h-11"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <div
          id={id}
          className={`absolute right-0 z-20 min-w-44 border border-ctl bg-bg text-left ${opens === 'up' ? 'bottom-full mb-1' : 'top-full mt-1'} ${isWide ? 'max-md:fixed max-md:inset-x-4 max-md:top-auto' : ''}`}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
