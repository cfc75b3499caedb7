/**
 * Proxies between the host and a service that compress, drop headers or speak HTTP/2, and services whose
 * clocks are wrong.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Identity, makeAuthority } from '../support/hosts/certificates.ts';
import { freePort } from '../support/hosts/installed-programs.ts';
import { recommendedCaches, staleCaches, without } from './configurations.ts';
import { type CacheProgram, haproxy, httpd, inFrontOf, nginx, trafficServer } from './programs.ts';

type Change = (block: string) => string;

const uncachedNginx =
  (lines: string): Change =>
  (block) =>
    block
      .replace('proxy_cache edge;', lines)
      .replace(/ *(?:proxy_no_cache|add_header X-Cache-Status) .*\n/g, '');

const uncachedHaproxy =
  (line: string): Change =>
  (block) =>
    block.replace('http-request cache-use edge\n', '').replace('http-response cache-store edge', line);

const gzip = 'gzip on; gzip_proxied any; gzip_min_length 1; gzip_types application/json; gzip_vary on;';

/** nginx without a cache. Its compression makes the `ETag` weak. */
const compressingNginx = nginx('nginx that compresses', uncachedNginx(gzip));

/** httpd without a cache. Its compression changes the `ETag` to `"abc-gzip"`. */
const compressingHttpd = httpd(
  'httpd that compresses, no cache',
  (block) => `${block.replace(/^Cache(?!Root).*\n/gm, '')}AddOutputFilterByType DEFLATE application/json\n`,
);

const dropping = (header: string) =>
  haproxy(`a front that drops ${header}`, uncachedHaproxy(`http-response del-header ${header}`));

const secureNginx: CacheProgram = {
  name: 'HTTP/2 front',
  command: 'nginx',
  async start(originPort) {
    const folder = await mkdtemp(join(tmpdir(), 'edgewatch-h2-'));
    const authority = makeAuthority(folder);
    const identity = authority.sign('IP:127.0.0.1');
    const port = await freePort();
    const files = await writeIdentity(folder, identity);
    const lines = `listen 127.0.0.1:${port} ssl http2; ssl_certificate ${files.cert}; ssl_certificate_key ${files.key};`;
    const running = await nginx('', (block) =>
      uncachedNginx('')(block).replace('listen 8080;', `listen 8080; ${lines}`),
    ).start(originPort);
    return {
      url: `https://127.0.0.1:${port}`,
      settings: { tls: { ca: { file: authority.file } } },
      written: running.written,
      async stop() {
        await running.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

async function writeIdentity(folder: string, { cert, key }: Identity) {
  const files = { cert: join(folder, 'server.pem'), key: join(folder, 'server.key') };
  await writeFile(files.cert, cert);
  await writeFile(files.key, key);
  return files;
}

const haproxyByHttp2 = haproxy('haproxy by HTTP/2', (block) =>
  block.replace('server origin 127.0.0.1:9000', 'server origin 127.0.0.1:9000 ssl verify none alpn h2'),
);

const staleHttpd = httpd('httpd with stale copies', without(/CacheStaleOnError off\n/));
const staleTrafficServer = trafficServer(
  'traffic-server with stale copies',
  without(/CONFIG proxy.config.http.cache.max_stale_age INT 0\n/),
  '',
);
const markedNginx = nginx('nginx');

/** Pairs of a proxy and a cache between the host and the service, in either order. */
export const fronts: readonly CacheProgram[] = [
  inFrontOf(secureNginx, staleHttpd),
  inFrontOf(haproxyByHttp2, secureNginx),
  inFrontOf(compressingNginx, staleTrafficServer),
  inFrontOf(compressingHttpd, staleTrafficServer),
  inFrontOf(staleHttpd, compressingNginx),
  inFrontOf(staleTrafficServer, compressingHttpd),
  inFrontOf(markedNginx, compressingHttpd),
  inFrontOf(dropping('ETag'), staleHttpd),
  inFrontOf(staleTrafficServer, dropping('ETag')),
  inFrontOf(dropping('Date'), staleTrafficServer),
  inFrontOf(dropping('Date'), staleHttpd),
  inFrontOf(staleHttpd, dropping('Date')),
];

export function withClock(aheadSeconds: number): readonly CacheProgram[] {
  const where = aheadSeconds > 0 ? `${aheadSeconds} s ahead` : `${-aheadSeconds} s behind`;
  return [...recommendedCaches, ...staleCaches].map((program) => ({
    ...program,
    name: `${program.name}, service ${where}`,
    clockAheadSeconds: aheadSeconds,
  }));
}

/** What `npm test` runs: some of the pairs, and Traffic Server before a service whose clock is 90 s behind. */
export const someFronts: readonly CacheProgram[] = [
  inFrontOf(secureNginx, staleHttpd),
  inFrontOf(compressingNginx, staleTrafficServer),
  inFrontOf(dropping('Date'), staleTrafficServer),
  ...withClock(-90).filter(({ name }) => name.startsWith('traffic-server,')),
];
