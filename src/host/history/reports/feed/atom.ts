/** Builds Atom feeds (RFC 4287). state-changes.ts reads their entries from the history record. */

import { reportedName, type Severity } from '#domain/severity/severity.ts';
import { xmlText } from '#domain/text/xml-text.ts';

export interface FeedEntry {
  /** URI of the change: the same in every feed, and after a restart. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Time of the change, in epoch milliseconds. */
  readonly at: number;
  readonly severity: Severity;
  readonly link: string;
}

export interface Feed {
  readonly id: string;
  readonly title: string;
  /** Address of the feed. */
  readonly self: string;
  /** Address of the page with the same content. */
  readonly page: string;
  /** Time of the last change of the feed, in epoch milliseconds. */
  readonly updated: number;
  /** Entries, newest first. */
  readonly entries: readonly FeedEntry[];
}

export const atomType = 'application/atom+xml';

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

function link(rel: string, type: string, href: string): string {
  return `<link rel="${rel}" type="${type}" href="${xmlText(href)}"/>`;
}

function stamp(time: number): string {
  return new Date(time).toISOString();
}

function entryText({ id, title, summary, at, severity, link: href }: FeedEntry): string {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('updated', stamp(at)),
    link('alternate', 'text/html', href),
    `<category term="${severity}" label="${reportedName(severity)}"/>`,
    element('summary', summary),
    '</entry>',
  ].join('\n');
}

export function atomFeed({ id, title, self, page, updated, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', id),
    element('title', title),
    element('updated', stamp(updated)),
    '<author><name>Edgewatch</name></author>',
    link('self', atomType, self),
    link('alternate', 'text/html', page),
    ...entries.map(entryText),
    '</feed>',
    '',
  ].join('\n');
}
