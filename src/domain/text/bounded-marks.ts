const mostMarks = /\p{M}{30}/gu;
const fewCharacters = 64;

/**
 * Limits runs of combining marks to 30 by inserting U+034F (UAX #15, Stream-Safe Text Format). On longer
 * runs, sorting and `normalize` take quadratic time.
 */
export function withBoundedMarks(text: string): string {
  return text.length <= fewCharacters ? text : text.replace(mostMarks, '$&\u034F');
}
