import { pressed } from './meanwhile.ts';

/** What tells a control from others of its kind, without the layout. */
function nameOf(control: Element): string {
  return control.getAttribute('aria-label') ?? control.getAttribute('placeholder') ?? control.textContent;
}

function likeIt(control: Element, screen: Element): readonly HTMLElement[] {
  const kind = [...screen.querySelectorAll<HTMLElement>(control.tagName)];
  return kind.filter((each) => nameOf(each) === nameOf(control));
}

/** Milliseconds for which a control that the app has not drawn yet is waited for. */
const patience = 5_000;

/** Where a control of the drawn screen stands among those like it: the app draws the same. */
interface Place {
  readonly control: Element;
  readonly index: number;
}

function placeOf(control: Element, drawn: Element): Place {
  return { control, index: likeIt(control, drawn).findIndex((each) => each === control) };
}

/** Calls back with the control of the app's own screen at a place, once it is there. */
function whenThere({ control, index }: Place, root: Element, then: (counterpart: HTMLElement) => void): void {
  const look = () => {
    const counterpart = likeIt(control, root)[index];
    if (!counterpart) return false;
    changes.disconnect();
    then(counterpart);
    return true;
  };
  const changes = new MutationObserver(look);
  if (look()) return;
  changes.observe(root, { childList: true, subtree: true });
  setTimeout(() => changes.disconnect(), patience);
}

/** Types into a field as a reader does, so that whoever listens to it hears of it. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Takes the drawn screen away from before the app's own, and does there what a reader did meanwhile. */
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
