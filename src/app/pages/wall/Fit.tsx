import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';

/** One line of text that shrinks to fit its width, at most to the fraction `least` of its font size. */
export function Fit({
  as: Tag = 'div',
  className,
  least = 0.3,
  children,
}: {
  readonly as?: 'div' | 'h1' | 'span' | 'p';
  readonly className: string;
  readonly least?: number;
  readonly children: ReactNode;
}) {
  const line = useRef<HTMLElement>(null);
  const fitted = useRef<string | null>(null);
  const fit = useCallback(() => {
    const element = line.current;
    if (!element) return;
    fitted.current = element.textContent;
    element.style.fontSize = '';
    const { scrollWidth, clientWidth } = element;
    if (scrollWidth <= clientWidth || clientWidth === 0) return;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    element.style.fontSize = `${Math.floor(size * Math.max(least, clientWidth / scrollWidth) * 0.99)}px`;
  }, [least]);
  // Measuring forces a layout, so only changed text is measured, not every render.
  useLayoutEffect(() => {
    if (line.current?.textContent !== fitted.current) fit();
  });
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    // The width of an inline line does not change with its container, so the container is observed too.
    if (element.parentElement) observer.observe(element.parentElement);
    // Fonts load after the first render.
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [fit]);
  return (
    <Tag
      ref={(element: HTMLElement | null) => {
        line.current = element;
      }}
      className={`wall-line ${className}`}
    >
      {children}
    </Tag>
  );
}
