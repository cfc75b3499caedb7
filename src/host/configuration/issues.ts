/** Makes error messages from the issues that the schema of the configuration finds. */

import type { z } from 'zod';
import { foundText, type Mistake, nearest, type Path } from './mistakes.ts';
import type { SettingNames } from './schema.ts';

export function mistakesOf(issue: z.core.$ZodIssue, value: unknown, names: SettingNames): Mistake[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const object = path.findLast((key) => typeof key === 'string') ?? '';
    return issue.keys.map((key) => ({ path: [...path, key], ...unknownSetting(key, names[object] ?? []) }));
  }
  if (issue.code === 'custom') return [{ path, problem: issue.message }];
  const found = at(value, path);
  const words = wordsOf(issue);
  if (found === undefined) return [{ path, ...words, problem: 'this is missing' }];
  return [{ path, ...words, found: foundText(path, found) }];
}

function unknownSetting(key: string, known: readonly string[]): Pick<Mistake, 'problem' | 'hint'> {
  const meant = nearest(key, known);
  const hint =
    meant !== null
      ? `Did you mean "${meant}"?`
      : known.length > 0
        ? `Here may stand: ${known.join(', ')}.`
        : undefined;
  return { problem: 'this setting does not exist', hint };
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (Object.getOwnPropertyDescriptor(inner, key)?.value as unknown)
        : undefined,
    value,
  );
}

type Words = Pick<Mistake, 'problem' | 'hint'>;

const wordsByType: Readonly<Record<string, Words>> = {
  string: { problem: 'a text is expected', hint: 'Write it in double quotes.' },
  number: { problem: 'a number is expected', hint: 'Write it without quotes.' },
  int: { problem: 'a whole number is expected', hint: 'Write it without quotes and decimals.' },
  boolean: { problem: 'true or false is expected', hint: 'Write it without quotes.' },
  array: { problem: 'a list is expected', hint: 'Write it in [ ].' },
  object: { problem: 'an object is expected', hint: 'Write it in { }.' },
  record: { problem: 'an object is expected', hint: 'Write it in { }.' },
};

const wrongForm: Words = {
  problem: 'this has the wrong form',
  hint: 'See docs/operate/configuration.md.',
};

function wordsOf(issue: z.core.$ZodIssue): Words {
  if (issue.code === 'invalid_type') return wordsByType[issue.expected] ?? wrongForm;
  if (issue.code === 'invalid_format') return wrongForm;
  if (issue.code === 'invalid_value')
    return {
      problem: 'this is not one of the allowed words',
      hint: `One of ${issue.values.join(', ')}.`,
    };
  if (issue.code === 'too_big') return { problem: 'this is too large', hint: `At most ${issue.maximum}.` };
  if (issue.code !== 'too_small') return { problem: issue.message };
  if (issue.origin === 'string' || issue.origin === 'array') return { problem: 'this is empty' };
  const least = issue.inclusive === false ? 'More than' : 'At least';
  return { problem: 'this is too small', hint: `${least} ${issue.minimum}.` };
}
