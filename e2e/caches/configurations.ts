/**
 * The caches that the tests put between the host and a service: several products, each with the documented or
 * other settings.
 */

import {
  type CacheProgram,
  haproxy,
  httpd,
  inFrontOf,
  nginx,
  squid,
  trafficServer,
  varnish,
} from './programs.ts';

export const without = (line: RegExp) => (block: string) => block.replace(line, '');

export const noCache: CacheProgram = {
  name: 'none',
  command: 'true',
  start: (originPort) =>
    Promise.resolve({
      url: `http://127.0.0.1:${originPort}`,
      written: () => '',
      stop: () => Promise.resolve(),
    }),
};

export const recommendedCaches: readonly CacheProgram[] = [
  nginx('nginx'),
  varnish('varnish'),
  squid('squid'),
  haproxy('haproxy'),
  httpd('httpd'),
  trafficServer('traffic-server'),
];

/**
 * Caches with the default or common settings of these products. They serve stale copies while the origin is
 * unreachable.
 */
export const staleCaches: readonly CacheProgram[] = [
  varnish('varnish with grace', without(/sub vcl_backend_response[^}]*}\n/)),
  squid('squid with stale copies', (block) =>
    block
      .replace('max_stale 0 seconds', 'max_stale 1 week')
      .replace('refresh_pattern . 0 0% 0', 'refresh_pattern . 0 20% 60'),
  ),
  httpd('httpd with stale copies', without(/CacheStaleOnError off\n/)),
  trafficServer(
    'traffic-server with stale copies',
    without(/CONFIG proxy.config.http.cache.max_stale_age INT 0\n/),
    '',
  ),
  httpd(
    'httpd that compresses',
    (block) =>
      `${block.replace('CacheStaleOnError off\n', '')}AddOutputFilterByType DEFLATE application/json\n`,
  ),
];

/** nginx with little more than `proxy_cache`. It stores every error whose headers state a lifetime. */
export const errorKeepingNginx: CacheProgram = nginx('nginx that keeps errors', (block) =>
  block.replace(/ *proxy_no_cache .*\n/, '').replace(/ *proxy_cache_use_stale .*\n/, ''),
);

/** Caches that store even the status, which is `no-store`, and serve it while the service is unreachable. */
export const statusKeepingCaches: readonly CacheProgram[] = [
  httpd('httpd that stores the status', (block) =>
    block.replace(
      'CacheStaleOnError off\n',
      'CacheStoreNoStore On\nCacheIgnoreNoLastMod On\nCacheDefaultExpire 4\n',
    ),
  ),
  nginx('nginx that stores the status', (block) =>
    block.replace(
      'proxy_ignore_headers Vary;',
      'proxy_ignore_headers Vary Cache-Control Expires; proxy_cache_valid 200 4s;',
    ),
  ),
  nginx('nginx that stores the status, without a mark', (block) =>
    block
      .replace(
        'proxy_ignore_headers Vary;',
        'proxy_ignore_headers Vary Cache-Control Expires; proxy_cache_valid 200 4s;',
      )
      .replace(/ *add_header X-Cache-Status .*\n/, ''),
  ),
];

export const cachesInARow: readonly CacheProgram[] = [
  inFrontOf(haproxy('haproxy'), varnish('varnish with grace', without(/sub vcl_backend_response[^}]*}\n/))),
  inFrontOf(varnish('varnish'), httpd('httpd with stale copies', without(/CacheStaleOnError off\n/))),
];
