import { pressed } from './meanwhile.ts';

/** What tells a control from others of its kind, without the layout. */
function nameOf(control: Element): string {
  return control.getAttribute('aria-label') ?? control.getAttribute('placeholder') ?? control.textContent;
}

/** The control of the app's own screen that one of the drawn screen stands for: both are drawn alike. */
function counterpartOf(control: Element, drawn: Element, root: Element): HTMLElement | undefined {
  const likeIt = (screen: Element) =>
    [...screen.querySelectorAll<HTMLElement>(control.tagName)].filter(
      (each) => nameOf(each) === nameOf(control),
    );
  return likeIt(root)[likeIt(drawn).findIndex((each) => each === control)];
}

/** Types into a field as a reader does, so that whoever listens to it hears of it. */
function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Takes the drawn screen away from before the app's own, and does there what a reader did meanwhile. */
export function uncover(drawn: HTMLElement, root: HTMLElement): void {
  const active = document.activeElement;
  const focused = active && drawn.contains(active) ? active : null;
  const control = focused ? counterpartOf(focused, drawn, root) : undefined;
  const button = pressed ? counterpartOf(pressed, drawn, root) : undefined;
  drawn.remove();
  control?.focus({ preventScroll: true });
  if (control instanceof HTMLInputElement && focused instanceof HTMLInputElement && focused.value !== '')
    type(control, focused.value);
  button?.click();
}
