/** Updates the title and the icon of the browser tab, also while the tab is hidden. */

import type { QueryClient } from '@tanstack/react-query';
import { marks } from '#domain/severity/mark-shapes.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { tabStateOf } from '#domain/verdict/tab.ts';
import { titleState } from '../components/page/title.ts';
import { contactIn } from '../observe/contact.ts';
import { snapshotsOnScreen } from '../observe/deployment-snapshots.ts';
import { now, subscribeToSeconds } from '../ui/time/clock.ts';

/** Background colour of the tab icon. It is dark, so that the marks are visible in every tab bar. */
const ground = '#131b1e';
const colours: Readonly<Record<Severity, string>> = {
  ok: '#5ecdab',
  assumed: '#5ecdab',
  notice: '#6b97e8',
  degraded: '#f7dd5a',
  partial: '#fd9b34',
  critical: '#f53b4b',
  unknown: '#b1bbbe',
  vanished: '#d6dcdd',
  unvouched: '#d6dcdd',
};

function iconOf(severity: Severity): string {
  const colour = colours[severity];
  const paths = marks[severity].paths.map(({ d, stroke, dash }) =>
    stroke === undefined
      ? `<path d="${d}" fill="${colour}" fill-rule="evenodd"/>`
      : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-dasharray="${dash ?? 'none'}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 24 24"><path fill="${ground}" d="M-4-4h24v24H-4z"/>${paths.join('')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Starts to update the tab's title and icon, once a second. */
export function watchTab(client: QueryClient): void {
  let shownSeverity: Severity | undefined;
  let shownText: string | undefined;
  const update = () => {
    const { severity, text } = tabStateOf(snapshotsOnScreen(client), contactIn(client, now()).kind === 'blind');
    if (text !== shownText) titleState(text);
    shownText = text;
    // Before the first response the icon stays. A page of the past has none of the present's state.
    if (severity === shownSeverity || (text === '' && shownSeverity === undefined)) return;
    shownSeverity = severity;
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (icon) icon.href = iconOf(severity);
  };
  update();
  subscribeToSeconds(update);
}
