/** What a service was sent in confidence and sends back: written out, it would stand in logs and tickets. */

/** As much of a secret as shows that it is one; of a sample that was cut no more may be left. */
const telling = 8;

/** A value, and the words of it: of `Bearer …` a service may repeat the second alone. */
function partsOf(value: string): readonly string[] {
  const words = value.split(/\s/).filter((word) => word.length >= telling);
  return [value, ...words].filter((part) => part !== '');
}

/** How a text writes a secret: as it is, or as JSON has it. */
function spellings(values: readonly string[]): readonly string[] {
  const parts = values.flatMap(partsOf);
  return [...new Set(parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]))].toSorted(
    (a, b) => b.length - a.length,
  );
}

const masked = '[secret]';

/** The text without what begins as the secret does. */
function withoutBeginning(text: string, secret: string): string {
  const start = secret.slice(0, telling);
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

/** Words hold shorter ones by chance: to mask those everywhere would tell them, and nothing else. */
const shortest = 4;

const ofWords = /^[\p{L}\p{N}]$/u;

/** The text without a secret that stands by itself. */
function withoutWord(text: string, secret: string): string {
  return text.split(secret).reduce((before, after) => {
    const isInWord = ofWords.test(before.at(-1) ?? '') || ofWords.test(after.at(0) ?? '');
    return before + (isInWord ? secret : masked) + after;
  });
}

/** What writes the values of headers out of a text, also where the text holds only their first characters. */
export function maskOf(values: readonly string[]): (text: string) => string {
  const all = spellings(values);
  const secrets = all.filter(({ length }) => length >= shortest);
  const short = all.filter(({ length }) => length < shortest);
  return (text) => {
    const whole = secrets.reduce((shown, secret) => shown.replaceAll(secret, masked), text);
    return short.reduce(withoutWord, secrets.reduce(withoutBeginning, whole));
  };
}
