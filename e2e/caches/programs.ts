/**
 * Starts real caches from Debian packages. Each runs in a folder of its own, with a configuration of
 * docs/operate/caches.md or a worse one.
 */

import { join } from 'node:path';
import { blockOf, inPlaceOf } from '../support/hosts/fronts.ts';
import { place, type RunningProgram, startProgram } from '../support/hosts/installed-programs.ts';

export interface RunningCache extends RunningProgram {
  /** Settings that the deployment needs besides `baseUrl`. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface CacheProgram {
  readonly name: string;
  readonly command: string;
  /** Seconds by which the clock of the service behind this cache is ahead. Negative: behind. Default: 0. */
  readonly clockAheadSeconds?: number;
  readonly start: (originPort: number) => Promise<RunningCache>;
}

const recommended = (language: string) => blockOf('operate/caches.md', language);

/** Starts nginx with an example of the docs. It allows 4,000 connections of viewers. */
export async function startNginx(example: string, originPort: number): Promise<RunningCache> {
  const { port, folder } = await place('nginx');
  const block = inPlaceOf(example, {
    '/var/cache/nginx/edge': join(folder, 'cache'),
    'listen 8080;': `listen 127.0.0.1:${port};`,
    '127.0.0.1:9000': `127.0.0.1:${originPort}`,
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${folder}/${each};`)
    .join('\n');
  const text = `daemon off; master_process off; pid ${folder}/pid; error_log stderr error;
events { worker_connections 4096; }
http { access_log off; proxy_read_timeout 3s; ${temporary} ${block} }`;
  return startProgram(port, folder, {
    command: 'nginx',
    args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')],
    files: { 'nginx.conf': text },
    folders: ['cache'],
  });
}

export function nginx(name: string, change: (block: string) => string = (block) => block): CacheProgram {
  return {
    name,
    command: 'nginx',
    start: (originPort) => startNginx(change(recommended('nginx')), originPort),
  };
}

/** Starts Varnish with an example of the docs. */
export async function startVarnish(example: string, originPort: number): Promise<RunningCache> {
  const { port, folder } = await place('varnish');
  const block = inPlaceOf(example, { '"9000"': `"${originPort}"` });
  return startProgram(port, folder, {
    command: 'varnishd',
    args: ['-F', '-a', `127.0.0.1:${port}`, '-f', join(folder, 'edge.vcl'), '-n', join(folder, 'work')].concat([
      '-s',
      'malloc,16m',
      '-T',
      'none',
      '-p',
      'vsl_space=1M',
    ]),
    files: { 'edge.vcl': block },
    folders: ['work'],
  });
}

export function varnish(name: string, change: (block: string) => string = (block) => block): CacheProgram {
  return {
    name,
    command: 'varnishd',
    start: (originPort) => startVarnish(change(recommended('vcl')), originPort),
  };
}

export function squid(name: string, change: (block: string) => string = (block) => block): CacheProgram {
  return {
    name,
    command: 'squid',
    async start(originPort) {
      const { port, folder } = await place('squid');
      const block = inPlaceOf(change(recommended('squid')), {
        '127.0.0.1:8080': `127.0.0.1:${port}`,
        'parent 9000': `parent ${originPort}`,
      });
      const text = `${block}
cache_mem 8 MB
pid_filename none
access_log none
cache_log ${folder}/cache.log
coredump_dir ${folder}
netdb_filename none
read_timeout 5 seconds
connect_timeout 2 seconds
shutdown_lifetime 0 seconds
visible_hostname cache.test
`;
      return startProgram(port, folder, {
        command: 'squid',
        args: ['-N', '-f', join(folder, 'squid.conf')],
        files: { 'squid.conf': text },
      });
    },
  };
}

export function haproxy(name: string, change: (block: string) => string = (block) => block): CacheProgram {
  return {
    name,
    command: 'haproxy',
    async start(originPort) {
      const { port, folder } = await place('haproxy');
      const block = inPlaceOf(change(recommended('haproxy')), {
        '127.0.0.1:8080': `127.0.0.1:${port}`,
        '127.0.0.1:9000': `127.0.0.1:${originPort}`,
      });
      return startProgram(port, folder, {
        command: 'haproxy',
        args: ['-db', '-f', join(folder, 'haproxy.cfg')],
        files: { 'haproxy.cfg': `global\n  maxconn 200\n${block}` },
      });
    },
  };
}

const httpdModules = [
  'mpm_event',
  'authz_core',
  'proxy',
  'proxy_http',
  'cache',
  'cache_disk',
  'deflate',
  'filter',
  'headers',
];

export function httpd(name: string, change: (block: string) => string = (block) => block): CacheProgram {
  return {
    name,
    command: 'apache2',
    async start(originPort) {
      const { port, folder } = await place('httpd');
      const block = inPlaceOf(change(recommended('apache')), {
        '127.0.0.1:8080': `127.0.0.1:${port}`,
        '/var/cache/apache2/edge': join(folder, 'cache'),
        '127.0.0.1:9000': `127.0.0.1:${originPort}`,
      });
      const modules = httpdModules
        .map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`)
        .join('\n');
      const text = `ServerRoot "${folder}"
ServerName cache.test
PidFile ${folder}/pid
${modules}
ErrorLog ${folder}/error.log
User www-data
Group www-data
${block}`;
      return startProgram(port, folder, {
        command: 'apache2',
        args: ['-X', '-f', join(folder, 'httpd.conf')],
        files: { 'httpd.conf': text },
        folders: ['cache'],
      });
    },
  };
}

const trafficServerFiles = ['ip_allow.yaml', 'logging.yaml', 'sni.yaml'];

export function trafficServer(
  name: string,
  change: (block: string) => string = (block) => block,
  plugins = 'header_rewrite.so errors.config\n',
): CacheProgram {
  return {
    name,
    command: 'traffic_server',
    async start(originPort) {
      const { port, folder } = await place('ats');
      const root = `prefix: /usr
exec_prefix: /usr
bindir: /usr/bin
sbindir: /usr/sbin
sysconfdir: ${folder}/etc
datadir: ${folder}/data
includedir: /usr/include
libdir: /usr/lib/trafficserver
libexecdir: /usr/lib/trafficserver/modules
localstatedir: ${folder}
runtimedir: ${folder}/run
logdir: ${folder}/log
cachedir: ${folder}/cache
`;
      const records = `${change(recommended('ats'))}
CONFIG proxy.config.http.server_ports STRING ${port}:ip-in=127.0.0.1
CONFIG proxy.config.http.connect_attempts_timeout INT 3
CONFIG proxy.config.log.logging_enabled INT 0
CONFIG proxy.config.cache.ram_cache.size INT 4M
CONFIG proxy.config.exec_thread.autoconfig INT 0
CONFIG proxy.config.exec_thread.limit INT 2
CONFIG proxy.config.admin.user_id STRING nobody
`;
      return startProgram(port, folder, {
        command: 'traffic_server',
        args: [`--run-root=${folder}`],
        folders: ['etc', 'run', 'log', 'cache', 'data'],
        files: {
          'runroot.yaml': root,
          'etc/records.config': records,
          'etc/remap.config': `map / http://127.0.0.1:${originPort}/\n`,
          'etc/storage.config': `${folder}/cache 16M\n`,
          'etc/plugin.config': plugins,
          'etc/errors.config': recommended('header-rewrite'),
          ...Object.fromEntries(
            trafficServerFiles.map((file) => [`etc/${file}`, file === 'ip_allow.yaml' ? ipAllow : '']),
          ),
        },
      });
    },
  };
}

const ipAllow = `ip_allow:
  - apply: in
    ip_addrs: 127.0.0.1
    action: allow
    methods: ALL
`;

export function inFrontOf(front: CacheProgram, behind: CacheProgram): CacheProgram {
  return {
    name: `${front.name} before ${behind.name}`,
    command: front.command,
    async start(originPort) {
      const inner = await behind.start(originPort);
      const outer = await front.start(Number(new URL(inner.url).port));
      return {
        ...outer,
        written: () => outer.written() + inner.written(),
        async stop() {
          await outer.stop();
          await inner.stop();
        },
      };
    },
  };
}
