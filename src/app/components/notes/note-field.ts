/** Classes of the text fields in which a note is written or withdrawn. */
export const noteField =
  'min-h-8 rounded-control border border-ctl bg-transparent px-2 py-1 text-[13px] leading-5 text-text max-md:min-h-11';
