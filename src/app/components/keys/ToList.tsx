import { enterList } from './enter-list.ts';
import { KeyCap } from './KeyCap.tsx';

function toList(): void {
  if (!enterList()) document.querySelector('[data-drawn-last]')?.scrollIntoView();
}

/**
 * Button that leads to the list. It is the first tab stop of the page, because the list begins below the
 * charts.
 */
export function ToList() {
  return (
    <button
      type="button"
      className="no-print ml-auto inline-flex min-h-6 shrink-0 items-center gap-1.5 text-[12.5px] whitespace-nowrap text-text-2 hover:text-text max-md:min-h-11 md:order-last"
      onClick={toList}
    >
      To the list{' '}
      <span className="max-md:hidden">
        <KeyCap>↓</KeyCap>
      </span>
    </button>
  );
}
