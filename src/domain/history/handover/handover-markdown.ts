/** Writes a handover as Markdown. All text from a deployment is escaped. */

import { mostOfText } from '#contract/notes.ts';
import type { AllHandovers, Handover } from '#contract/reports/handover.ts';
import type { Clause } from '#domain/sentences/clause.ts';
import { plural, space } from '#domain/text/format.ts';
import { markdownLink, markdownText } from '#domain/text/markdown.ts';
import { type HandoverLine, type LineNote, namedSubjects, subjectClauses } from './lines.ts';
import {
  cutText,
  type HandoverOptions,
  type HandoverSection,
  provisionalText,
  rangeText,
  sectionsOf,
  unreadText,
} from './sections.ts';

export interface MarkdownOptions extends HandoverOptions {
  /** Name of the deployment. */
  readonly name: string;
  /** Absolute addresses of the page and of the JSON document. */
  readonly links: { readonly page: string; readonly json: string };
}

/** Replaces no-break spaces, which are for the screen only. */
function plainText(text: string): string {
  return text.replaceAll(space, ' ');
}

function written(clauses: readonly Clause[]): string {
  return clauses.map(({ text, sent }) => (sent ? markdownText(text) : plainText(text))).join('');
}

/** Words of a person in full, on the line of the note. A code point may have two UTF-16 units. */
function noteText({ text, link, withdrawal }: LineNote): string {
  const words = (of: string) => markdownText(of, 2 * mostOfText);
  return [
    `: ${words(text)}`,
    ...(link === null ? [] : [markdownLink('Ticket', link)]),
    ...(withdrawal === null ? [] : [`${written(withdrawal.clauses)}: ${words(withdrawal.reason)}`]),
  ].join(' / ');
}

function lineText(line: HandoverLine): string {
  const { named, more } = namedSubjects(line);
  const subjects = named.map((subject) => `**${written(subjectClauses(subject))}**`).join(', ');
  return `- ${subjects}${more}${written(line.clauses)}${line.note ? noteText(line.note) : ''}`;
}

function sectionText({ title, lines, none, foot }: HandoverSection, mark: string): readonly string[] {
  return [
    '',
    `${mark} ${title}`,
    '',
    ...(lines.length === 0 ? [none] : lines.map(lineText)),
    ...(foot === null ? [] : ['', plainText(foot)]),
  ];
}

/** Returns the lines after the title. @param mark - mark of a section's heading, such as `##`. */
function bodyLines(handover: Handover, options: MarkdownOptions, mark: string): readonly string[] {
  const { zone, links } = options;
  const [provisional, cut] = [provisionalText(handover, zone), cutText(handover, zone)];
  return [
    ...(provisional === null ? [] : [plainText(provisional)]),
    ...(cut === null ? [] : ['', plainText(cut)]),
    ...sectionsOf(handover, options).flatMap((section) => sectionText(section, mark)),
    '',
    `${markdownLink('Page', links.page)}, ${markdownLink('JSON', links.json)}, from ${handover.from} to ${handover.to}, SHA-256 ${handover.hash}`,
  ];
}

function document(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function titleOf(name: string, range: Pick<Handover, 'from' | 'to'>, zone: string): string {
  return `${markdownText(name)} ${plainText(rangeText(range, zone))}`;
}

export function handoverMarkdown(handover: Handover, options: MarkdownOptions): string {
  const title = `# Handover ${titleOf(options.name, handover, options.zone)}`;
  return document([title, ...bodyLines(handover, options, '##')]);
}

/**
 * Writes the handovers of several deployments, one after the other.
 * @param parts - each handover of `all` with its options.
 */
export function allHandoversMarkdown(
  all: AllHandovers,
  zone: string,
  parts: readonly (readonly [Handover, MarkdownOptions])[],
): string {
  const { unread, hash } = all;
  const sections = parts.flatMap(([handover, options]) => [
    '',
    `## ${markdownText(options.name)}`,
    ...bodyLines(handover, options, '###'),
  ]);
  const unknown = unreadText(unread);
  const left = unknown === null ? [] : ['', unknown];
  const title = `# Handover ${titleOf('all deployments', all, zone)}`;
  return document([title, '', `${plural(parts.length, 'deployment')}, SHA-256 ${hash}`, ...left, ...sections]);
}
