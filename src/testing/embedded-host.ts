/** Test helpers: a host that needs no socket, with two embedded deployments. */

import { defaultVerdictSettings } from '#contract/host.ts';
import { noDrawing } from '#host/drawing/drawer.ts';
import { createEmbeddedDeployment } from '#host/gateway/embedded.ts';
import { ListNotes } from '#host/gateway/list-notes.ts';
import { noHistory } from '#host/history/history.ts';
import { problem } from '#host/http/problem.ts';
import type { StaticFile, StaticFiles } from '#host/http/static-files.ts';
import { createHost, type HostOptions } from '#host/routes/app.ts';
import { prepareShell } from '#host/routes/shell.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function file(type: string, text: string, encoded: StaticFile['encoded'] = new Map()): StaticFile {
  return { type, digest: 'digest', content: bytes(text), encoded };
}

const files: StaticFiles = new Map([
  [
    'assets/main-1.js',
    file(
      'text/javascript; charset=utf-8',
      'plain',
      new Map([
        ['br', () => bytes('br')],
        ['gzip', () => bytes('gz')],
      ]),
    ),
  ],
  ['assets/main-2.css', file('text/css; charset=utf-8', 'a{background:url(./b.woff2)}')],
  ['favicon.svg', file('image/svg+xml', 'icon')],
]);

const template = `<!doctype html><html><head><link rel="icon" href="./favicon.svg" />
<script type="module" crossorigin src="./assets/main-1.js"></script>
<link rel="stylesheet" crossorigin href="./assets/main-2.css"></head><body><div id="root"></div></body></html>`;

/**
 * An embedded deployment. Its responses contain the requested path; it responds 404 to the paths in `lacks`.
 */
export function deployment(slug: string, lacks: readonly string[] = []) {
  return createEmbeddedDeployment(
    {
      slug,
      name: slug.toUpperCase(),
      fetch(request) {
        const { pathname, search } = new URL(request.url);
        if (lacks.includes(pathname)) return problem({ status: 404, title: 'Not found', detail: '' });
        return Response.json({ slug, asked: pathname + search, method: request.method, html: '</script><!--' });
      },
    },
    { slug, words: { green: 'ok' }, verdict: defaultVerdictSettings },
    new ListNotes(),
  );
}

export function host(overrides: Partial<HostOptions> = {}) {
  const basePath = overrides.basePath ?? '';
  const reported: string[] = [];
  const app = createHost({
    deployments: [deployment('first'), deployment('old', ['/api/v2/status'])],
    lists: new ListNotes(),
    drawing: noDrawing,
    metrics: async () => '',
    history: noHistory,
    pollSeconds: 10,
    basePath,
    files,
    shellAt: (at) => prepareShell(template, at, files),
    version: '1.2.3',
    configuration: () => ({ inForceSince: '2026-11-25T00:00:00.000Z' }),
    report: (line) => reported.push(line),
    ...overrides,
  });
  return {
    ask: async (target: string, init?: RequestInit, prefix = '') => app.request(target, init, { prefix }),
    reported,
  };
}

export function block(html: string, id: string): unknown {
  const text = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html)?.[1];
  return text === undefined ? undefined : JSON.parse(text);
}
