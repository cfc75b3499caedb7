/** The configuration file: JSON with comments, checked by a schema, mistakes named by line and path. */

import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { pollSecondsRange } from '#contract/host.ts';
import { isRange } from '../gateway/addresses.ts';
import { SettingsError } from './base-url.ts';

const severities = ['ok', 'notice', 'degraded', 'partial', 'critical', 'unknown'] as const;

const words = z.record(z.string(), z.enum(severities));

/** Where a region stands that no gazetteer knows, degrees. */
const place = z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });

/** What a wall shows and from how far it is read. */
const wall = z.strictObject({
  scenes: z
    .array(z.enum(['overview', 'status', 'map', 'inventory', 'events']))
    .min(1)
    .optional(),
  /** For each scene. */
  seconds: z.number().min(5).max(3600).optional(),
  theme: z.enum(['dark', 'light']).optional(),
  /** Metres between the screen and whoever reads it. */
  distance: z.number().min(0.5).max(50).optional(),
  /** Inches. */
  diagonal: z.number().min(5).max(300).optional(),
  zone: z.string().min(1).optional(),
  sound: z.boolean().optional(),
  deployments: z.array(z.string()).min(1).optional(),
  filter: z.string().optional(),
  dim: z
    .string()
    .regex(/^\d{1,2}-\d{1,2}$/)
    .optional(),
  reload: z
    .string()
    .regex(/^\d{1,2}:\d{2}$/)
    .optional(),
});

/** How much of a verdict the lists are (docs/verdict.md). */
const verdict = z.strictObject({
  regions: z.boolean().exactOptional(),
  /** A share of the nodes listed. */
  nodeShare: z.union([z.number().gt(0).max(1), z.literal(false)]).exactOptional(),
});

const deployment = z.strictObject({
  slug: z.string().optional(),
  name: z.string().min(1).optional(),
  baseUrl: z.string(),
  words: words.optional(),
  places: z.record(z.string(), place).optional(),
  verdict: verdict.optional(),
  allowAddresses: z
    .array(z.string().refine(isRange, 'an address or a range such as "169.254.10.0/24" is expected'))
    .optional(),
});

const schema = z.strictObject({
  deployments: z.array(deployment).optional(),
  pollSeconds: z.number().min(pollSecondsRange.least).max(pollSecondsRange.most).optional(),
  limits: z
    .strictObject({
      timeoutSeconds: z.number().min(1).max(300).optional(),
      maximumBodyBytes: z
        .int()
        .min(1024)
        .max(1024 ** 3)
        .optional(),
    })
    .optional(),
  words: words.optional(),
  verdict: verdict.optional(),
  wall: wall.optional(),
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().min(1).optional(),
  hostNames: z.array(z.string().min(1)).optional(),
  basePath: z.string().optional(),
  demo: z.boolean().optional(),
});

export type ConfigFile = z.infer<typeof schema>;

type Path = readonly (string | number)[];

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function pathText(path: Path): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${key}`),
    '',
  );
}

/** Plain values of a syntax tree; the members of an object become own properties, whatever their names. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  const object: Record<string, unknown> = {};
  for (const member of node.children ?? []) {
    const [key, value] = member.children ?? [];
    if (!key || !value) continue;
    Object.defineProperty(object, String(key.value), {
      value: valueOf(value),
      enumerable: true,
      configurable: true,
    });
  }
  return object;
}

/**
 * Reads the text of a configuration file.
 *
 * @throws SettingsError naming file, line, path and what is wrong, for the first mistake.
 */
export function parseConfigFile(text: string, file: string): ConfigFile {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (!tree) throw new SettingsError(`${file}: the file holds no settings.`);
  const [syntax] = errors;
  if (syntax)
    throw new SettingsError(
      `${file}:${lineOf(text, syntax.offset)}: this is not JSON with comments (${printParseErrorCode(syntax.error)}).`,
    );
  const checked = schema.safeParse(valueOf(tree));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  if (!issue) throw new SettingsError(`${file}: the settings are not valid.`);
  const { path, problem } = describeIssue(tree, issue);
  const place = path.length === 0 ? '' : ` ${pathText(path)}:`;
  throw new SettingsError(`${file}:${lineOf(text, nearestNode(tree, path).offset)}:${place} ${problem}.`);
}

function describeIssue(tree: Node, issue: z.core.$ZodIssue): { readonly path: Path; readonly problem: string } {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  if (unknown !== undefined) return { path: [...path, unknown], problem: 'there is no such setting' };
  if (!findNodeAtLocation(tree, path)) return { path, problem: 'this is missing' };
  return { path, problem: lowerFirst(issue.message.replace(/^Invalid input: /, '')) };
}

/** The node at `path`, or where it should have been. */
function nearestNode(tree: Node, path: Path): Node {
  if (path.length === 0) return tree;
  return findNodeAtLocation(tree, [...path]) ?? nearestNode(tree, path.slice(0, -1));
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
