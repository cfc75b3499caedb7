import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * Takes the focus if a focused element inside it is removed. Otherwise the focus would fall back to the
 * document.
 */
export function KeepsFocus({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null);
  const focused = useRef<Element | null>(null);
  // Runs after each render, because React fires no event if a focused element is removed.
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
