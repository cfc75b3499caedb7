import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ZippedDocuments } from './zipped-documents.ts';

function counted() {
  const asked: string[] = [];
  const documents = new ZippedDocuments(async (html) => {
    asked.push(html);
    return new Uint8Array();
  });
  return { documents, asked };
}

it('a document is compressed once for all requests', async () => {
  const { documents, asked } = counted();
  await Promise.all(Array.from({ length: 100 }, () => documents.of('/edge', 'a')));
  await documents.of('/edge', 'a');
  expect(asked).toEqual(['a']);
  await documents.of('/edge', 'b');
  expect(asked).toEqual(['a', 'b']);
});

it('the oldest documents are dropped first', async () => {
  const { documents, asked } = counted();
  for (let index = 0; index < 60; index += 1) await documents.of(`/edge/nodes/${index}`, 'a');
  await documents.of('/edge/nodes/59', 'a');
  expect(asked).toHaveLength(60);
  await documents.of('/edge/nodes/0', 'a');
  expect(asked).toHaveLength(61);
});

it('a document decompresses to itself', async () => {
  expect(gunzipSync(await new ZippedDocuments().of('/', 'wörd')).toString()).toBe('wörd');
});
