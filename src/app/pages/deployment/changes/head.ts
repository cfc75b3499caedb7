import { writesNotes } from '#app/delivered/config.ts';

/** Classes of the page's head. On a phone it has one height while it loads and after: "Write a note" and "From–to" take a line. */
export const changesHead = `title-line flex flex-wrap items-baseline gap-x-5 gap-y-1.5 pt-2.5 pb-2 ${writesNotes ? 'max-md:min-h-46' : 'max-md:min-h-22.5'}`;
