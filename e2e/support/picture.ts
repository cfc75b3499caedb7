/**
 * Reads the pixels of screenshots in Node. Loops over pixels are ten times slower in a page, whose code is
 * not optimized.
 */

import { inflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly data: Uint8Array;
}

/** Takes a screenshot of an element or of a whole page. */
export async function pictureOf(shown: Locator | Page): Promise<Picture> {
  return decode(await ('page' in shown ? shown.screenshot() : shown.screenshot({ fullPage: true })));
}

/**
 * Value that a row of a PNG file subtracts from a byte: the byte at the left, above, their mean, or the
 * nearest to all three.
 */
function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Decodes the kind of PNG file that a browser takes as a screenshot: 8 bits, without a palette or interlacing. */
function decode(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = new Map([
    [2, 3],
    [6, 4],
  ]).get(png.readUInt8(25));
  if (channels === undefined || png.readUInt8(24) !== 8 || png.readUInt8(28) !== 0)
    throw new Error('The screenshot is a kind of PNG file that is not decoded here.');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const packed = inflateSync(Buffer.concat(parts));
  const length = width * channels;
  const data = new Uint8Array(3 * width * height);
  let above = new Uint8Array(length);
  for (let y = 0; y < height; y += 1) {
    const begin = y * (length + 1);
    const filter = packed[begin] ?? 0;
    const row = new Uint8Array(packed.subarray(begin + 1, begin + 1 + length));
    for (let at = 0; at < length; at += 1) {
      const isFirst = at < channels;
      const left = isFirst ? 0 : (row[at - channels] ?? 0);
      const corner = isFirst ? 0 : (above[at - channels] ?? 0);
      row[at] = (row[at] ?? 0) + predicted(filter, left, above[at] ?? 0, corner);
    }
    for (let x = 0; x < width; x += 1)
      for (let colour = 0; colour < 3; colour += 1)
        data[3 * (y * width + x) + colour] = row[channels * x + colour] ?? 0;
    above = row;
  }
  return { width, height, data };
}

/**
 * Number of pixels in colour. In the text colours of both themes, red, green and blue differ by at most 15.
 */
export async function colouredPixels(shown: Locator | Page): Promise<number> {
  const { data } = await pictureOf(shown);
  let coloured = 0;
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 30) coloured += 1;
  }
  return coloured;
}
