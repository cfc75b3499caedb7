const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
};

/** Removes case, accents and punctuation from a name for comparison: "São Paulo" equals "SAO-PAULO". */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replace(/[ßøłđıæœðþ]/g, (letter) => letters[letter] ?? letter)
    .replace(/['’‘ʻʼʿʾ`´.]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Separators between a name and its qualifiers: "Ashburn, VA", "Raleigh/Durham", "Frankfurt (Main)". */
const separators = /\s*[,/;|(（–—]\s*|\s+-\s+|(?<=\p{L})-(?=\p{Lu})/u;
/** Words around a place name that do not change the place. */
const around =
  /^(?:greater|metro|city of|ciudad(?: de)?) | (?:city|metro|metropolitan|area|region|island|municipality|dc)$/;
const numbering = /[\s_-]*(?:\d+|I{1,3}|IV|VI{0,3}|IX|[A-Z])$/;
/** Words, folded, that distinguish several sites in one place: "Tokyo (2)", "Tokyo (East)". */
const siteWords = new Set(
  `north south east west central centre center downtown metro area region zone ii iii iv vi vii viii ix`.split(
    ' ',
  ),
);
const han = /\p{Script=Han}/u;
const mostHan = 12;
/**
 * Maximum length of a name that is looked up. No place has a longer one, and splitting may take quadratic
 * time.
 */
const longestName = 200;

/**
 * Returns all endings of a name in Han script. Such a name may start with country or province without a
 * space.
 */
function hanEnds(folded: string): readonly string[] {
  const text = Array.from(folded.replaceAll(' ', '')).slice(-mostHan);
  return text.slice(0, -1).map((_, index) => text.slice(index).join(''));
}

/**
 * Returns the folded spellings under which a name is looked up: the exact name first, then ever shorter
 * forms.
 */
export function spellings(name: string): readonly string[] {
  if (name.length > longestName) return [];
  const folded = [name, name.replace(numbering, '')].map(foldName);
  const bare = folded.map((part) => part.replace(around, ''));
  const saints = [...folded, ...bare].map((part) => part.replace(/^(?:st|ste|sankt) /, 'saint '));
  // Names typed without umlauts: "Duesseldorf".
  const plain = folded.map((part) => part.replace(/([aou])e/g, '$1'));
  const ends = han.test(name)
    ? folded.flatMap((part) => [...hanEnds(part), ...hanEnds(part.replace(/市$/u, ''))])
    : [];
  return [...new Set([...folded, ...bare, ...saints, ...plain, ...ends])].filter((part) => part.length > 1);
}

function isOfSite(qualifier: string): boolean {
  const words = foldName(qualifier).split(' ');
  return words.every((word) => word.length < 2 || /^\d+$/.test(word) || siteWords.has(word));
}

/**
 * Splits a name into its head and its qualifiers, each with its spellings; `null` if the name has no
 * qualifiers.
 */
export function splitQualifiers(
  name: string,
): { readonly head: readonly string[]; readonly qualifiers: readonly (readonly string[])[] } | null {
  if (name.length > longestName) return null;
  const [head = '', ...rest] = name.split(separators);
  const qualifiers = rest.filter((part) => !isOfSite(part)).map(spellings);
  return rest.length > 0 ? { head: spellings(head), qualifiers } : null;
}
