import { decodeStatus } from '#contract/decode/status.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { statusLifetime } from '#domain/answer/poll.ts';
import { clockAfter } from '#domain/answer/source-clock.ts';
import type { Reader } from './request.ts';

export const statusReader: Reader<StatusDocument> = {
  decode: (endpoint, body) => {
    const { document, findings, unlisted } = decodeStatus(endpoint, body);
    return { value: document, findings, unlisted };
  },
  lifetime: (headers, receipt) => statusLifetime(headers, receipt.pollMilliseconds, receipt),
  source: (document, earlier, receivedAt, skipped) => clockAfter(earlier, document, receivedAt, skipped),
};
