/** Shows browser notifications. The permission is requested only after a click. */

import type { Alert, AlertSubject } from '#domain/memory/alerts.ts';
import { formatExact } from '#domain/text/format.ts';
import { revealed } from '#domain/text/visible-text.ts';

export type Permission = NotificationPermission | 'unsupported';

const longestName = 100;
const most = 4;

/** Returns the browser's permission; `unsupported` on insecure pages and in some browsers. */
export function permission(): Permission {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

export async function requestPermission(): Promise<Permission> {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.requestPermission();
}

/** Number of characters kept at the end of a shortened name, because the name of the deployment is there. */
const longestEnd = 50;

function short(text: string): string {
  if (text.length <= longestName) return revealed(text);
  return `${revealed(text.slice(0, longestName - longestEnd))}…${revealed(text.slice(-longestEnd))}`;
}

function lines(subjects: readonly AlertSubject[], end: string): readonly string[] {
  return subjects.map(({ name, label }) => `${short(name)}: ${end === '' ? short(label) : end}`);
}

/** Formats a notification: a title, and one line for each of the first changes. */
export function wordsOf({ worse, recovered }: Alert): { readonly title: string; readonly body: string } {
  const [first] = [...lines(worse, ''), ...lines(recovered, 'recovered')];
  const all = [...lines(worse, ''), ...lines(recovered, 'recovered')];
  const rest = all.length > most ? [`And ${formatExact(all.length - most)} more.`] : [];
  if (all.length === 1) return { title: first ?? '', body: '' };
  const counts = [
    ...(worse.length > 0 ? [`${formatExact(worse.length)} worse`] : []),
    ...(recovered.length > 0 ? [`${formatExact(recovered.length)} recovered`] : []),
  ];
  return { title: counts.join(', '), body: [...all.slice(0, most), ...rest].join('\n') };
}

export function notify(alert: Alert): void {
  if (permission() !== 'granted') return;
  const { title, body } = wordsOf(alert);
  try {
    const shown = new Notification(title, { body, tag: 'edgewatch' });
    shown.addEventListener('click', () => globalThis.focus());
  } catch {
    // Some phones define `Notification` but allow it only in installed apps.
  }
}
