/** Names of places made comparable, and the ways in which one name may be written. */

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

/** Lower case, without accents and punctuation: "São Paulo" and "SAO-PAULO" are one. */
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

/** Between a name and its qualifiers: "Ashburn, VA", "Raleigh/Durham", "Frankfurt (Main)". */
const separators = /\s*[,/;|(（–—]\s*|\s+-\s+|(?<=\p{L})-(?=\p{Lu})/u;
/** Words that stand around a name without changing which place it is. */
const around =
  /^(?:greater|metro|city of|ciudad(?: de)?) | (?:city|metro|metropolitan|area|region|island|municipality|dc)$/;
const numbering = /[\s_-]*(?:\d+|I{1,3}|IV|VI{0,3}|IX|[A-Z])$/;
/** Words that tell sites in one place apart, folded: "Tokyo (2)", "Tokyo (East)". */
const siteWords = new Set(
  `north south east west central centre center downtown metro area region zone ii iii iv vi vii viii ix`.split(
    ' ',
  ),
);
const han = /\p{Script=Han}/u;
const mostHan = 12;
/** No place has a longer name; what looks for the parts of one may take the square of its length. */
const longestName = 200;

/** Ends of a name in Han script: it may begin with the country or the province, without a space between. */
function hanEnds(folded: string): readonly string[] {
  const text = Array.from(folded.replaceAll(' ', '')).slice(-mostHan);
  return text.slice(0, -1).map((_, index) => text.slice(index).join(''));
}

/** How a name is looked up, folded. The exact name comes first; each further one leaves more out. */
export function spellings(name: string): readonly string[] {
  if (name.length > longestName) return [];
  const folded = [name, name.replace(numbering, '')].map(foldName);
  const bare = folded.map((part) => part.replace(around, ''));
  const saints = [...folded, ...bare].map((part) => part.replace(/^(?:st|ste|sankt) /, 'saint '));
  // For keyboards without umlauts: "Duesseldorf".
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

/** A name and what qualifies it, each by its spellings; `null` if nothing qualifies it. */
export function splitQualifiers(
  name: string,
): { readonly head: readonly string[]; readonly qualifiers: readonly (readonly string[])[] } | null {
  if (name.length > longestName) return null;
  const [head = '', ...rest] = name.split(separators);
  const qualifiers = rest.filter((part) => !isOfSite(part)).map(spellings);
  return rest.length > 0 ? { head: spellings(head), qualifiers } : null;
}
