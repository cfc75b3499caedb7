import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { type Body, Collector, lengthOf, longestPlain, partsOf, unpacked } from './body.ts';

/** Collects a body of `bytes` bytes that arrives in parts. */
async function collected(
  bytes: number,
  part = 100_000,
): Promise<{ readonly whole: Buffer; readonly body: Body }> {
  const whole = Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));
  const collector = new Collector();
  for (let from = 0; from < bytes; from += part) await collector.add(whole.subarray(from, from + part));
  return { whole, body: await collector.end() };
}

async function bytesOf(body: Body): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of partsOf(body)) parts.push(part);
  return Buffer.concat(parts);
}

it.each([
  [0, 'plain'],
  [1, 'plain'],
  [longestPlain, 'plain'],
  [longestPlain + 1, 'packed'],
  [3 * longestPlain, 'packed'],
] as const)('a body of %i bytes is held %s, and comes out as it came in', async (bytes, kind) => {
  const { whole, body } = await collected(bytes);
  expect([body.kind, lengthOf(body)]).toEqual([kind, bytes]);
  expect(whole.equals(await bytesOf(body))).toBe(true);
  const sent = Buffer.from(await new Response(unpacked(body)).arrayBuffer());
  expect(whole.equals(sent)).toBe(true);
});

it('a long repetitive body takes little memory', async () => {
  const { body } = await collected(2 * longestPlain);
  expect(body.bytes.byteLength).toBeLessThan(longestPlain / 10);
});

it('simultaneous bodies stay separate, also if one is dropped', async () => {
  const givenUp = new Collector();
  const giveUp = givenUp.add(Buffer.alloc(2 * longestPlain)).then(() => givenUp.drop());
  const all = await Promise.all([collected(2 * longestPlain), collected(2 * longestPlain, 1_000_000)]);
  await giveUp;
  for (const { whole, body } of all) expect(whole.equals(await bytesOf(body))).toBe(true);
});
