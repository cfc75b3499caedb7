/** Refuses requests for a host name that is not configured: 421 (RFC 9110 section 15.5.20). */

import { createHash } from 'node:crypto';
import { xmlText } from '#domain/text/xml-text.ts';
import { nameIn } from '../configuration/host-names.ts';
import { problem } from './problem.ts';
import { documentHeaders } from './security-headers.ts';

/** Maximum characters of a DNS name in text form (RFC 1035 section 2.3.4). A longer name is cut. */
const longestName = 253;

/** The style stands in the page, and its colours are the browser's: files of the host are refused at this name too. */
const style = `
:root{color-scheme:light dark;font:15px/24px system-ui,sans-serif}
main{max-width:36rem;margin:18vh auto 48px;padding:0 16px}
h1{font-size:34px;line-height:40px}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
`;
const digest = `sha256-${createHash('sha256').update(style).digest('base64')}`;

function cut(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

function page(name: string): string {
  const setting = `"hostNames": [${JSON.stringify(name)}]`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unknown host name - Edgewatch</title><style>${style}</style></head>
<body><main><h1>Unknown host name</h1><p>Edgewatch refuses requests for <code>${xmlText(name)}</code>. It serves its own address and the names in its configuration.</p>
<p>If this name is meant to work, add it to the configuration file. The change needs no restart:</p>
<p><code>${xmlText(setting)}</code></p></main></body></html>
`;
}

/**
 * Names the refused host and the setting that allows it. A browser gets a page, any other client a problem document.
 * The connection closes.
 */
export function misdirected({ headers }: Request): Response {
  const name = cut(nameIn(headers.get('host') ?? ''));
  const connection = { connection: 'close' };
  if (headers.get('accept')?.includes('text/html') !== true)
    return problem({
      status: 421,
      title: 'Misdirected request',
      detail: `Edgewatch refuses requests for the host name ${JSON.stringify(name)}. Add it to "hostNames" in the configuration to allow it.`,
      headers: connection,
    });
  return new Response(page(name), {
    status: 421,
    headers: {
      ...documentHeaders([digest]),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...connection,
    },
  });
}
