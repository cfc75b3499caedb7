/**
 * The caches between viewers and the host. They store everything that they may, and serve stale copies if
 * they can.
 */

import { without } from './configurations.ts';
import { type CacheProgram, haproxy, httpd, nginx, squid, trafficServer, varnish } from './programs.ts';

/** nginx that obeys `Vary`, so that it separates encodings. It also stores errors without a lifetime. */
export const unmarkedNginx = nginx('nginx', (block) =>
  block
    .replace('proxy_ignore_headers Vary;', 'proxy_cache_valid any 1m;')
    .replace(/ *(?:proxy_no_cache|add_header X-Cache-Status) .*\n/g, ''),
);

export const viewerCaches: readonly CacheProgram[] = [
  unmarkedNginx,
  nginx('nginx that revalidates', (block) =>
    block.replace('proxy_ignore_headers Vary;', 'proxy_cache_revalidate on;'),
  ),
  varnish('varnish', without(/sub vcl_backend_response[^}]*}\n/)),
  squid('squid', (block) =>
    block
      .replace('max_stale 0 seconds', 'max_stale 1 week')
      .replace('refresh_pattern . 0 0% 0', 'refresh_pattern . 0 20% 60'),
  ),
  haproxy('haproxy', (block) => block.replace('total-max-size 16', 'total-max-size 16\n  process-vary on')),
  httpd('httpd', without(/CacheStaleOnError off\n/)),
  trafficServer('traffic-server', without(/CONFIG proxy.config.http.cache.max_stale_age INT 0\n/), ''),
];
