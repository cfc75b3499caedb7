/** What the host tells of a list, on its way: a line of what it has read, and one of the answers that it foresaw. */

import type { HostRead } from './host-read.ts';

export interface Told {
  readonly read: HostRead;
  /** `HostReply`s to what was foreseen, in its order, written (wire.ts). Rejects where they do not come. */
  readonly replies: Promise<string>;
}

/** The replies are sent once they are there. */
export function sentAs({ read, replies }: Told): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(stream) {
      stream.enqueue(encoder.encode(`${JSON.stringify(read)}\n`));
      stream.enqueue(encoder.encode(await replies));
      stream.close();
    },
  });
}

/** @throws an error where the first line does not come. */
export async function toldIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Told> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (isEnough: (part: string) => boolean) => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (isEnough(part.value)) return;
    }
  };
  await readUntil((part) => part.includes('\n'));
  const end = text.indexOf('\n');
  // The host's own words, of this build.
  const read = JSON.parse(text.slice(0, end)) as HostRead;
  const replies = readUntil(() => false).then(() => text.slice(end + 1));
  // Whoever needs them hears of it.
  replies.catch(() => undefined);
  return { read, replies };
}
