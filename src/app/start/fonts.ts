/**
 * Preloads the fonts before their CSS rules apply. Fonts that arrive one by one would each cause a layout of
 * the complete page. Even one such layout is a long task, so it waits until the app is idle.
 */

import sans from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url';
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import rules from '../styles/fonts.css?url';
import { whenIdle } from '../ui/time/idle.ts';

const longestWait = 500;

/** Adds a link to the document's head. Resolves when its file has loaded or failed. */
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
