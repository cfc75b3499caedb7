/**
 * Parses the configuration file: JSON with comments, checked by the schema in schema.ts. Reports all mistakes
 * by line, column and path.
 */

import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { SecretPlaces } from '../net/secrets.ts';
import { mistakesOf } from './issues.ts';
import { ConfigurationError, type Mistake, mistakeLine, type Path } from './mistakes.ts';
import { type ConfigFile, schemaFor } from './schema.ts';

const noPlaces: SecretPlaces = { variables: {}, folder: '.' };

/**
 * Maximum depth of nested brackets; the settings need 6. The parser is recursive, so a deeper file could
 * overflow the stack.
 */
const deepestNesting = 32;

/** Finds the offset of the first bracket beyond {@link deepestNesting}; `null` if there is none. */
function tooDeepAt(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  // At the end of the text the scanner returns a token without length.
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const token = scanner.getTokenLength() === 1 ? text.charAt(offset) : '';
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > deepestNesting) return offset;
  }
  return null;
}

/**
 * Parses a configuration file.
 * @param written - text of the file; it may start with a byte order mark.
 * @param file - name of the file, for error messages.
 * @param places - environment variables, and the folder of secret files.
 * @throws ConfigurationError with every mistake.
 */
export function parseConfigFile(written: string, file: string, places: SecretPlaces = noPlaces): ConfigFile {
  const text = written.replace(/^\ufeff/, '');
  const deepAt = tooDeepAt(text);
  if (deepAt !== null) {
    const problem = `brackets are nested more than ${deepestNesting} deep here`;
    const hint = 'A bracket above may not be closed.';
    throw new ConfigurationError([
      mistakeLine(`${file}:${placeOf(text, deepAt)}`, { path: [], problem, hint }),
    ]);
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  if (!tree) throw new ConfigurationError([`${file}: the file has no settings.`]);
  // Only the first fault of a line is reported: the others mostly follow from it.
  const firstFaults = new Map(errors.toReversed().map((error) => [lineOf(text, error.offset), error]));
  if (firstFaults.size > 0)
    throw new ConfigurationError(
      [...firstFaults.values()].toReversed().map((error) => {
        const problem = `this is not JSON with comments (${printParseErrorCode(error.error)})`;
        return mistakeLine(`${file}:${placeOf(text, error.offset)}`, { path: [], problem });
      }),
    );
  const value = valueOf(tree);
  const { schema, names } = schemaFor(places);
  const checked = schema.safeParse(value);
  const issues = checked.error?.issues ?? [];
  const mistakes: readonly PlacedMistake[] = [
    ...repeats(tree, text),
    ...issues.flatMap((issue) => mistakesOf(issue, value, names)),
  ];
  if (checked.success && mistakes.length === 0) return checked.data;
  const located = mistakes
    .map((mistake) => ({ mistake, offset: mistake.offset ?? nearestNode(tree, mistake.path).offset }))
    .toSorted((a, b) => a.offset - b.offset);
  throw new ConfigurationError(
    located.map(({ mistake, offset }) => mistakeLine(`${file}:${placeOf(text, offset)}`, mistake)),
  );
}

interface PlacedMistake extends Mistake {
  readonly offset?: number;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function placeOf(text: string, offset: number): string {
  return `${lineOf(text, offset)}:${offset - text.lastIndexOf('\n', offset - 1)}`;
}

/** Finds line and column of the value at `path`, or of its nearest parent: `7:5`. */
export function placeInText(text: string, path: Path): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree ? placeOf(text, nearestNode(tree, path).offset) : '1:1';
}

/** Converts a syntax node to a value. Members become own properties, whatever their names (`__proto__`). */
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

function repeats(node: Node, text: string, path: Path = []): PlacedMistake[] {
  const seen = new Map<string, number>();
  return (node.children ?? []).flatMap((child, index) => {
    const [key, value] = child.children ?? [];
    if (node.type === 'array') return repeats(child, text, [...path, index]);
    if (node.type !== 'object' || !key || !value) return [];
    const name = String(key.value);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, key.offset);
    const here = [...path, name];
    const below = repeats(value, text, here);
    if (first === undefined) return below;
    const problem = `this setting is given twice, first in line ${lineOf(text, first)}`;
    return [{ path: here, problem, hint: 'Remove one of them.', offset: key.offset }, ...below];
  });
}

/** Finds the node at `path`, or its nearest parent if `path` does not exist. */
function nearestNode(tree: Node, path: Path): Node {
  if (path.length === 0) return tree;
  return findNodeAtLocation(tree, [...path]) ?? nearestNode(tree, path.slice(0, -1));
}
