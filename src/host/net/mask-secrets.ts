/** Masks secrets that a service sends back: they must not appear in output, logs and tickets. */

/** Number of first characters by which a secret is recognised and masked, even if its rest is cut off. */
const identifyingLength = 8;

/**
 * Splits a header value into the texts to mask: the value and its words. Of `Bearer …` a service may repeat
 * only the second word.
 */
function partsOf(value: string): readonly string[] {
  const words = value.split(/\s/).filter((word) => word.length >= identifyingLength);
  return [value, ...words].filter((part) => part !== '');
}

/** Returns each secret as plain text and as JSON text, longest first. */
function spellings(values: readonly string[]): readonly string[] {
  const parts = values.flatMap(partsOf);
  return [...new Set(parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]))].toSorted(
    (a, b) => b.length - a.length,
  );
}

const masked = '[secret]';

function withoutBeginning(text: string, secret: string): string {
  const start = secret.slice(0, identifyingLength);
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, from)) {
    let end = start.length;
    while (end < secret.length && text[at + end] === secret[end]) end += 1;
    shown += text.slice(from, at) + masked;
    from = at + end;
  }
  return shown + text.slice(from);
}

/**
 * Minimum length of a secret that is masked inside words. A word may contain a shorter one by chance, and
 * masking it there would reveal the secret.
 */
const shortest = 4;

const wordCharacter = /^[\p{L}\p{N}]$/u;

/** Masks a secret only where it is a word of its own. */
function withoutWord(text: string, secret: string): string {
  return text.split(secret).reduce((before, after) => {
    const isInWord = wordCharacter.test(before.at(-1) ?? '') || wordCharacter.test(after.at(0) ?? '');
    return before + (isInWord ? secret : masked) + after;
  });
}

/** Returns a function that masks header values in a text, also if the text has only their beginning. */
export function maskOf(values: readonly string[]): (text: string) => string {
  const all = spellings(values);
  const secrets = all.filter(({ length }) => length >= shortest);
  const short = all.filter(({ length }) => length < shortest);
  return (text) => {
    const whole = secrets.reduce((shown, secret) => shown.replaceAll(secret, masked), text);
    return short.reduce(withoutWord, secrets.reduce(withoutBeginning, whole));
  };
}
