/** Reads everything that a page shows, and finds what no page may show. */

import type { Page } from '@playwright/test';

export interface Panel {
  readonly label: string;
  readonly freshness: string;
  readonly good: number;
}

export interface Look {
  readonly violations: readonly string[];
  readonly blank: boolean;
  readonly panels: readonly Panel[];
}

/** Reads the page. Runs in the browser. */
export function readPage(): Look {
  const violations: string[] = [];
  // Control characters, and characters that change the direction of the text around them.
  // src/domain/text/visible-text.ts has the same set.
  const disturbing = /(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
  const nonsense = /\bNaN\b|\bundefined\b|Invalid Date|\bInfinity\b|\[object /;
  const isShown = (element: Element | null) => !element?.closest('script, style');
  const isOurs = (element: Element | null) => !element?.closest('[data-verbatim]');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (!isShown(node.parentElement)) continue;
    if (text.includes('forged-answer')) violations.push(`a forged answer is shown: ${text.slice(0, 80)}`);
    if (disturbing.test(text)) {
      violations.push(
        `${JSON.stringify(text.slice(0, 80))} disturbs its neighbours in ${node.parentElement?.tagName}`,
      );
    }
    if (nonsense.test(text) && isOurs(node.parentElement)) violations.push(`“${text.slice(0, 80)}” on screen`);
  }
  // A label may contain a name that a deployment sent, such as "Axie Infinity", in which a forbidden word
  // occurs.
  const sent = [...document.querySelectorAll('[data-verbatim]')].map(({ textContent }) => textContent ?? '');
  for (const element of document.querySelectorAll('[aria-label]')) {
    const label = element.getAttribute('aria-label') ?? '';
    if (!nonsense.test(label)) continue;
    const text = sent.reduce((rest, name) => (name === '' ? rest : rest.replaceAll(name, '')), label);
    if (nonsense.test(text) && isOurs(element) && !element.querySelector('[data-verbatim]'))
      violations.push(`“${text.slice(0, 80)}” as a label`);
  }
  if (Reflect.has(globalThis, '__pwned')) violations.push('data ran as a script');
  if (Reflect.has({}, 'polluted')) violations.push('a prototype was changed');
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 1) {
    const tagOf = ({ outerHTML }: Element) => outerHTML.slice(0, 120);
    const edge = document.documentElement.clientWidth + 1;
    const reaching = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > edge,
    );
    violations.push(`the page is ${wide} pixels too wide, by ${reaching.slice(-2).map(tagOf).join(' and ')}`);
  }

  const isGood = '[data-severity=ok], [data-severity=assumed]';
  for (const mark of document.querySelectorAll('[data-severity]')) {
    const freshness = mark.closest('[data-freshness]')?.getAttribute('data-freshness');
    const where = (mark.parentElement?.textContent ?? '').slice(0, 60);
    if (freshness === undefined) violations.push(`a mark that says nothing of its freshness: ${where}`);
    else if (freshness !== 'fresh' && mark.matches(isGood))
      violations.push(`green while ${freshness}: ${where}`);
  }

  const panels = [...document.querySelectorAll('main [data-freshness]')]
    .filter((element) => !element.parentElement?.closest('[data-freshness]'))
    .map((element) => {
      const title = element.querySelector('h2')?.firstChild ?? element.firstElementChild;
      return {
        label: element.querySelector('h1') ? 'header' : (title?.textContent ?? '').trim().slice(0, 40),
        freshness: element.getAttribute('data-freshness') ?? '',
        good: element.querySelectorAll(isGood).length,
      };
    });
  const mains = document.querySelectorAll('main');
  const main = mains[0];
  const blank =
    mains.length !== 1 || !main?.querySelector('h1, h2') || (main.textContent ?? '').trim().length < 20;
  return { violations: [...new Set(violations)].slice(0, 5), blank, panels };
}

export function look(page: Page): Promise<Look> {
  return page.evaluate(readPage);
}
