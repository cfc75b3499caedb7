import type { KeyboardEvent } from 'react';

/** Moves the focus between the links of a chart with ← and →, because a chart is one tab stop. */
export function moveAlong(event: KeyboardEvent, options: FocusOptions = {}): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const marks = [...event.currentTarget.querySelectorAll('a')];
  const at = marks.findIndex((mark) => mark === event.target);
  const next = at < 0 ? undefined : marks[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus(options);
}
