/** Somebody who uses the app in any engine: finds elements by role and name, clicks, types and reads. */

import { expect } from '@playwright/test';
import { readPage } from '../look.ts';
import type { EngineWindow } from './engine-window.ts';

/** Role → elements of the app that have it. Drivers cannot search by role. */
const selectors = {
  button: 'button',
  heading: 'h1, h2',
  link: 'a[href]',
  list: 'ul, [role=list]',
  searchbox: 'input[type=search]',
  status: '[role=status]',
  table: 'table, [role=table]',
} as const;

type Role = keyof typeof selectors;

interface Query {
  readonly selector: string;
  /** Accessible name, complete. */
  readonly name: string;
  /** Whether to scroll the element to the middle of the screen. */
  readonly isScrolled: boolean;
}

interface Found {
  readonly text: string;
  /** Middle of the element, CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** Whether another element covers the middle. */
  readonly isCovered: boolean;
}

/** Finds the first visible element with a name. Runs in the browser. */
function findElement({ selector, name, isScrolled }: Query): Found | null {
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
    return plain(element.getAttribute('aria-label') ?? (label ?? element).textContent);
  };
  const element = [...document.querySelectorAll(selector)].find(
    (each) => nameOf(each) === name && each.checkVisibility({ visibilityProperty: true }),
  );
  if (!element) return null;
  if (isScrolled) element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const isCovered = !element.contains(document.elementFromPoint(x, y));
  return { text: plain(element.textContent), x, y, isCovered };
}

export class Viewer {
  readonly #window: EngineWindow;

  constructor(window: EngineWindow) {
    this.#window = window;
  }

  /** Opens a page, and waits until the app has replaced the server-rendered page. */
  async open(url: string): Promise<void> {
    await this.#window.open(url);
    await expect.poll(() => this.read(() => document.querySelector('.host-drawn') === null)).toBe(true);
  }

  async back(): Promise<void> {
    await this.#window.back();
  }

  /** Runs a function in the page. It has no access to variables outside. */
  read<R>(run: () => R): Promise<R> {
    return this.#run(run, null);
  }

  /** Waits until an element is visible and its text matches. */
  async expectText(role: Role, name: string, text = /./): Promise<void> {
    const textOf = async () => (await this.#find(role, name, false))?.text ?? '';
    await expect.poll(textOf, `${role} “${name}”`).toMatch(text);
  }

  /** Clicks at the middle of an element, as soon as it is visible and nothing covers it. */
  async click(role: Role, name: string): Promise<void> {
    let place = { x: 0, y: 0 };
    const isReady = async () => {
      const found = await this.#find(role, name, true);
      place = found ?? place;
      return found?.isCovered === false;
    };
    await expect.poll(isReady, `${role} “${name}” can be clicked`).toBe(true);
    await this.#window.click(place.x, place.y);
  }

  async type(text: string): Promise<void> {
    await this.#window.press(Array.from(text));
  }

  async press(key: 'Enter' | '/'): Promise<void> {
    await this.#window.press([key]);
  }

  /** Expects a page that shows no stray value, is not too wide, and has no green without a fresh response. */
  async expectSound(): Promise<void> {
    await expect.poll(async () => (await this.read(readPage)).violations).toEqual([]);
  }

  #find(role: Role, name: string, isScrolled: boolean): Promise<Found | null> {
    return this.#run(findElement, { selector: selectors[role], name, isScrolled });
  }

  async #run<Argument, R>(run: (argument: Argument) => R, argument: Argument): Promise<R> {
    const value: R = JSON.parse(
      await this.#window.evaluate(`JSON.stringify((${run.toString()})(${JSON.stringify(argument)}) ?? null)`),
    );
    return value;
  }
}
