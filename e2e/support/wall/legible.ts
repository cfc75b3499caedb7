/** Tests if a wall fits its screen and is legible from viewing distance (docs/use/wall.md). */

import type { Page } from '@playwright/test';
import { expect } from '../test.ts';

/** Finds content out of place: cut text, and anything beyond the screen. One sentence for each. */
export async function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const main = document.querySelector('main');
    if (!main) return ['no main'];
    if (document.documentElement.scrollHeight > innerHeight) found.push('the page scrolls');
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    // The content may exceed the screen by eight units. It also moves by up to six units against burn-in.
    const slack = Number.parseFloat(getComputedStyle(main).getPropertyValue('--u')) * 14;
    for (const element of main.querySelectorAll<HTMLElement>(
      'header, footer, .wall-scene > *, .wall-band, .wall-tile',
    )) {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const name = `${element.tagName}.${element.className} ${(element.textContent ?? '').slice(0, 40)}`;
      if (left < -slack || right > innerWidth + slack || top < -slack || bottom > innerHeight + slack)
        found.push(`beyond the screen: ${name}`);
    }
    const blocks = [
      // The map is left out, because it lies behind the whole screen.
      ...main.querySelectorAll<HTMLElement>(':scope > header, .wall-scene > :not(.wall-map), :scope > footer'),
    ].filter((element) => element.getBoundingClientRect().height > 1);
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1];
      if (next && block.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 2)
        found.push(
          `overlap: ${(block.textContent ?? '').slice(0, 40)} | ${(next.textContent ?? '').slice(0, 40)}`,
        );
    }
    // Every line of text must be complete and overlap no other line.
    const lines = [...main.querySelectorAll<HTMLElement>('*:not(svg *)')].flatMap((element) => {
      if (element.closest('.sr-only, svg')) return [];
      const clip = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
      for (let around: Element | null = element; around && around !== main; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const box = around.getBoundingClientRect();
        clip.left = Math.max(clip.left, box.left);
        clip.right = Math.min(clip.right, box.right);
        clip.top = Math.max(clip.top, box.top);
        clip.bottom = Math.min(clip.bottom, box.bottom);
      }
      return [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? '').trim() === '') return [];
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].flatMap((line) => {
          // In the upper and lower sixth of a line there is nothing that must be readable.
          const spare = line.height / 6;
          const whole = line.height - 2 * spare;
          const top = Math.max(line.top + spare, clip.top);
          const bottom = Math.min(line.bottom - spare, clip.bottom);
          const left = Math.max(line.left, clip.left);
          const right = Math.min(line.right, clip.right);
          const words = (node.textContent ?? '').trim().slice(0, 40);
          // A line that an ellipsis replaces completely does not count.
          if (right - left <= 1 || bottom - top < whole * 0.15) return [];
          if (bottom - top < whole * 0.9) found.push(`cut: ${words}`);
          return [{ node, words, left, right, top, bottom }];
        });
      });
    });
    for (const name of main.querySelectorAll('svg text')) {
      const { left, right, top, bottom, height } = name.getBoundingClientRect();
      const spare = height / 5;
      const words = name.textContent ?? '';
      if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) found.push(`cut: ${words}`);
      lines.push({ node: name, words, left, right, top: top + spare, bottom: bottom - spare });
    }
    for (const [index, line] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        if (other.node === line.node) continue;
        const wide = Math.min(line.right, other.right) - Math.max(line.left, other.left);
        const high = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top);
        if (wide > 2 && high > 2) found.push(`on each other: ${line.words} | ${other.words}`);
      }
    // A status word is never shortened.
    for (const word of main.querySelectorAll<HTMLElement>('.wall-band-word'))
      if (word.scrollWidth > word.clientWidth + 1) found.push(`shortened: ${word.textContent}`);
    return found;
  });
}

const usualRoom = { distance: 3, diagonal: 55 };

/** Finds text whose capitals are smaller than 16 arc-minutes from the viewing distance. */
async function tooSmall(page: Page, room: typeof usualRoom): Promise<readonly string[]> {
  return page.evaluate(({ distance, diagonal }) => {
    const pixel = (diagonal * 25.4) / Math.hypot(innerWidth, innerHeight);
    const found: string[] = [];
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || (node.textContent ?? '').trim() === '' || element.closest('.sr-only')) continue;
      if (element.getClientRects().length === 0) continue;
      // Text in an SVG is scaled with it.
      const drawn = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
      const capital = Number.parseFloat(getComputedStyle(element).fontSize) * drawn * 0.686 * pixel;
      const minutes = 2 * Math.atan(capital / (2000 * distance)) * (180 / Math.PI) * 60;
      if (minutes < 15.9) found.push(`${minutes.toFixed(1)}′: ${node.textContent}`);
    }
    return found;
  }, room);
}

/**
 * Expects that everything fits and is legible. It retries, because a resized screen is laid out again in the
 * next frames.
 */
export async function expectLegible(page: Page, where: string, room = usualRoom): Promise<void> {
  await expect(async () => {
    expect(await misfits(page), where).toEqual([]);
    expect(await tooSmall(page, room), where).toEqual([]);
  }).toPass({ timeout: 15_000 });
}

/** Common wall screens, CSS pixels. */
export const screens = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 2560, height: 1080 },
  { width: 1080, height: 1920 },
];
