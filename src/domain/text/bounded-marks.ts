const mostMarks = /\p{M}{30}/gu;
/** Shorter texts are not worth a look. */
const fewCharacters = 64;

/**
 * A text for what puts the marks of a letter in order (sorting, `normalize`), which takes the square of their number: after
 * thirty of them stands a sign without meaning that none passes, as UAX #15 has it for streams.
 */
export function withBoundedMarks(text: string): string {
  return text.length <= fewCharacters ? text : text.replace(mostMarks, '$&\u034F');
}
