import { type PagePath, pagePathAt } from '#domain/first-screen/page-lists.ts';

const sizes = 'Objects and bytes of buckets are recorded once a day, so they are not known for a moment.';

const ofPages: Partial<Record<PagePath, string>> = {
  '': sizes,
  regions: sizes,
  'regions/:id': sizes,
  buckets: sizes,
  'buckets/:id': sizes,
  handover: 'The handover is of a range of time, not of this moment.',
  report: 'The report is of complete months, not of this moment.',
};

/** Returns a sentence about what a page cannot show of the past; `undefined` if it shows everything. */
export function unrecordedAt(pathname: string): string | undefined {
  const path = pagePathAt(pathname);
  return path === undefined ? undefined : ofPages[path];
}
