import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A part of a sentence that takes the focus where what had it within goes away: else it would be lost to the page. */
export function FocusKept({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null);
  const focused = useRef<Element | null>(null);
  // With each rendering: React tells nobody of a focus that goes with its element.
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  });
  return (
    <span
      ref={box}
      tabIndex={-1}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={() => {
        focused.current = null;
      }}
    >
      {children}
    </span>
  );
}
