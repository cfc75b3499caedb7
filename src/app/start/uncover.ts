import { pressed } from './meanwhile.ts';

/** Returns a text that distinguishes a control from others of the same tag without computing layout. */
function nameOf(control: Element): string {
  return control.getAttribute('aria-label') ?? control.getAttribute('placeholder') ?? control.textContent;
}

function similarControls(control: Element, screen: Element): readonly HTMLElement[] {
  const kind = [...screen.querySelectorAll<HTMLElement>(control.tagName)];
  return kind.filter((each) => nameOf(each) === nameOf(control));
}

/** Maximum milliseconds to wait for a control that the app has not rendered yet. */
const patience = 5_000;

/**
 * A control of the server-rendered screen and its index among equal controls. The app renders the same
 * controls in the same order.
 */
interface Place {
  readonly control: Element;
  readonly index: number;
}

function placeOf(control: Element, drawn: Element): Place {
  return { control, index: similarControls(control, drawn).findIndex((each) => each === control) };
}

function whenThere({ control, index }: Place, root: Element, then: (counterpart: HTMLElement) => void): void {
  const check = () => {
    const counterpart = similarControls(control, root)[index];
    if (!counterpart) return false;
    changes.disconnect();
    then(counterpart);
    return true;
  };
  const changes = new MutationObserver(check);
  if (check()) return;
  changes.observe(root, { childList: true, subtree: true });
  setTimeout(() => changes.disconnect(), patience);
}

/** Sets the text of a field through the native setter, so that React's handlers run. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Removes the server-rendered screen and repeats the viewer's focus, typed text and click in the app. */
export function uncover(drawn: HTMLElement, root: HTMLElement): void {
  const active = document.activeElement;
  const focused = active && drawn.contains(active) ? placeOf(active, drawn) : null;
  const text = active instanceof HTMLInputElement ? active.value : '';
  const clicked = pressed && placeOf(pressed, drawn);
  drawn.remove();
  delete root.dataset['covered'];
  if (focused)
    whenThere(focused, root, (control) => {
      control.focus({ preventScroll: true });
      if (control instanceof HTMLInputElement && control.value !== text) type(control, text);
    });
  if (clicked) whenThere(clicked, root, (control) => control.click());
}
