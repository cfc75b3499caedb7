import type { Listing, Question } from '../lists/listing.ts';
import { type Cloud, cloudOf } from './scatter-points.ts';

/** The cloud of two number fields, made where the rows are. */
export async function cloudOfListing(
  listing: Pick<Listing<unknown>, 'cloud' | 'numbers'>,
  question: Question,
  across: string,
  up: string,
): Promise<Cloud> {
  if (listing.cloud) return listing.cloud(question, across, up);
  const [x, y] = await listing.numbers(question, [across, up]);
  return cloudOf(x ?? new Float64Array(), y ?? new Float64Array());
}
