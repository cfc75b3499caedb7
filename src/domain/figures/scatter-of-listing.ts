import type { Listing, Question } from '../lists/listing.ts';
import { type ScatterPoints, scatterOf } from '../numbers/scatter-points.ts';

/** Computes scatter points of two number fields where the rows are: in the worker or on this thread. */
export async function scatterOfListing(
  listing: Pick<Listing<unknown>, 'scatter' | 'numbers'>,
  question: Question,
  across: string,
  up: string,
): Promise<ScatterPoints> {
  if (listing.scatter) return listing.scatter(question, across, up);
  const [x, y] = await listing.numbers(question, [across, up]);
  return scatterOf(x ?? new Float64Array(), y ?? new Float64Array());
}
