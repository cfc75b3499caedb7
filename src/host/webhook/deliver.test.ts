import { expect, onTestFinished, test } from 'vitest';
import { answering } from '#testing/upstream.ts';
import { openSender } from './deliver.ts';

function setUp() {
  const sender = openSender();
  onTestFinished(() => sender.close());
  return (url: string) => sender.send({ url, headers: {}, body: '{}' });
}

test.each(['http://169.254.169.254/hook', 'http://[fe80::1]/hook', 'http://metadata.google.internal/hook'])(
  'nothing is sent to %s, where a machine tells about itself',
  async (url) => {
    await expect(setUp()(url)).rejects.toThrow(
      'it is at a link-local or metadata address, which is not connected to',
    );
  },
);

test('an answer that is no 2xx takes no message, and a redirect is not followed', async () => {
  const other = await answering((outgoing) => outgoing.end());
  const upstream = await answering((outgoing) => outgoing.writeHead(307, { location: other.baseUrl }).end());
  await expect(setUp()(upstream.baseUrl)).rejects.toThrow(/^it answers 307$/);
  expect(other.requests).toEqual([]);
});

test('an address that cannot be reached is not told', async () => {
  await expect(setUp()('http://127.0.0.1:2/secret-hook')).rejects.toThrow(/^it cannot be reached \(\w+\)$/);
});
