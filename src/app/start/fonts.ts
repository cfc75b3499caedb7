/**
 * Loads the fonts ahead of their rules: each that came by itself would have the whole page laid out once more. That is the
 * longest task of many a start, so it waits until the app, which has the page by now, has nothing else to do.
 */

import sans from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url';
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import rules from '../fonts.css?url';
import { whenIdle } from '../ui/time/idle.ts';

/** Milliseconds. */
const longestWait = 500;

/** Resolves once it has come, or cannot. */
function appended(rel: string, href: string): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  if (rel === 'preload') {
    link.as = 'font';
    link.type = 'font/woff2';
    link.crossOrigin = '';
  }
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
}

async function loadFonts(): Promise<void> {
  await Promise.all([sans, mono].map((font) => appended('preload', font)));
  await appended('stylesheet', rules);
}

whenIdle(() => void loadFonts(), longestWait);
