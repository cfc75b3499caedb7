import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** One line as large as its class says, smaller only where it would not fit; never below `least` of that size. */
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
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const fit = () => {
      element.style.fontSize = '';
      const { scrollWidth, clientWidth } = element;
      if (scrollWidth <= clientWidth || clientWidth === 0) return;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      element.style.fontSize = `${Math.floor(size * Math.max(least, clientWidth / scrollWidth) * 0.99)}px`;
    };
    fit();
    // Fonts arrive after the first picture.
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
  });
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
