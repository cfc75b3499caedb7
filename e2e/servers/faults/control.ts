/** The page from which a person sets the modes of a fault server. A program can send the same form. */

import { createServer, type IncomingMessage } from 'node:http';
import { allPaths, subjectOf } from '../documented.ts';
import { modeNamed, modes } from './modes.ts';
import type { FaultServer } from './server.ts';

const every = 'every endpoint';
const healthy = 'healthy';

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  return new URLSearchParams(text);
}

/**
 * Applies a form to the server.
 *
 * @returns the mistake in the form. `null` if there is none.
 */
async function applyForm(server: FaultServer, form: URLSearchParams): Promise<string | null> {
  const path = form.get('path') ?? '';
  const name = form.get('mode') ?? '';
  const connections = form.get('connections');
  if (connections === 'refused') await server.refuse();
  if (connections === 'accepted') await server.accept();
  if (connections !== null) return null;
  const paths = path === every ? allPaths : allPaths.filter((each) => each === path);
  if (paths.length === 0) return `There is no endpoint ${path}.`;
  const mode = name === healthy ? null : modeNamed(name);
  if (mode === undefined) return `There is no mode ${name}.`;
  for (const each of paths) if (!mode || mode.on.includes(subjectOf(each))) server.putPath(each, mode);
  return null;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function optionsFor(paths: readonly string[], current: string): string {
  const fitting = modes.filter((mode) => paths.some((path) => mode.on.includes(subjectOf(path))));
  return [{ name: healthy, rows: [], says: 'as the document says' }, ...fitting]
    .map(({ name, rows, says }) => {
      const selected = name === current ? ' selected' : '';
      return `<option value="${name}"${selected}>${escaped(`${rows.join(' ')} ${name}: ${says}`)}</option>`;
    })
    .join('');
}

function row(title: string, paths: readonly string[], current: string): string {
  return `<tr><td><form method="post"><input type="hidden" name="path" value="${title}">
    <label>${title}<br><select name="mode">${optionsFor(paths, current)}</select></label>
    <button>Switch</button></form></td></tr>`;
}

function pageOf(server: FaultServer): string {
  const state = server.state();
  const log = server.log
    .slice(-40)
    .toReversed()
    .map(({ time, path, query }) => `${new Date(time).toISOString().slice(11, 23)} ${path}${query}`);
  return `<!doctype html><meta charset="utf-8"><title>Faults</title>
<style>body{font:15px system-ui;max-width:60rem;margin:2rem auto}select{width:40rem}td{padding:.3rem 0}</style>
<h1>What goes wrong</h1>
<table>${row(every, allPaths, healthy)}
${allPaths.map((path) => row(path, [path], state.get(path) ?? healthy)).join('')}</table>
<form method="post"><button name="connections" value="refused">Refuse connections</button>
<button name="connections" value="accepted">Accept them again</button></form>
<h2>Last asked</h2><pre>${escaped(log.join('\n'))}</pre>`;
}

export async function startControl(server: FaultServer, port: number): Promise<string> {
  const control = createServer((request, response) => {
    const fail = (cause: unknown) => response.writeHead(500).end(String(cause));
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(pageOf(server));
      return;
    }
    formOf(request)
      .then((form) => applyForm(server, form))
      .then((mistake) => {
        if (mistake === null) response.writeHead(303, { Location: '/' }).end();
        else response.writeHead(400).end(`${mistake}\n`);
      })
      .catch(fail);
  });
  await new Promise<void>((resolve, reject) => {
    control.once('error', reject);
    control.listen(port, '127.0.0.1', resolve);
  });
  const address = control.address();
  if (address === null || typeof address === 'string') throw new Error('The switches listen on no port.');
  return `http://127.0.0.1:${address.port}`;
}
