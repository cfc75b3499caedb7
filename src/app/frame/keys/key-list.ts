import { type Section, sections } from '#app/url/sections.ts';

/** Keys that open a section when pressed after `g`, with the label of the section. */
const letters: Readonly<Record<string, string>> = {
  s: 'Status',
  r: 'Regions',
  n: 'Nodes',
  b: 'Buckets',
  e: 'Events',
  c: 'Changes',
};

export function sectionAt(key: string): Section | undefined {
  return Object.hasOwn(letters, key) ? sections.find(({ label }) => label === letters[key]) : undefined;
}

export interface KeyLine {
  /** Keys pressed together or one after the other. `word` is text between two keys. */
  readonly keys: readonly (string | { readonly word: string })[];
  readonly does: string;
}

export interface KeyGroup {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

const or = { word: 'or' };
const then = { word: 'then' };

const everywhere: KeyGroup = {
  title: 'Everywhere',
  lines: [
    { keys: ['/', or, 'Ctrl', 'K'], does: 'find anything' },
    { keys: ['?'], does: 'this list' },
    { keys: ['d'], does: 'dark or light' },
    { keys: ['w'], does: 'set up a wall' },
    { keys: ['c'], does: 'copy this view’s address' },
    { keys: ['Esc'], does: 'close' },
  ],
};

const goTo: KeyGroup = {
  title: 'Go to',
  lines: Object.keys(letters).flatMap((key) => {
    const section = sectionAt(key);
    return section ? [{ keys: ['g', then, key], does: section.label.toLowerCase() }] : [];
  }),
};

const inList: KeyGroup = {
  title: 'In a list',
  lines: [
    { keys: ['↓'], does: 'enter the list, next row' },
    { keys: ['↑'], does: 'previous row, then leave' },
    { keys: ['↵'], does: 'open' },
    { keys: ['Space'], does: 'select' },
    { keys: ['f'], does: 'to the filters' },
    { keys: ['PgUp', 'PgDn'], does: 'a screen of rows' },
    { keys: ['Home', 'End'], does: 'first, last row' },
  ],
};

const inFind: KeyGroup = {
  title: 'In Find',
  lines: [
    { keys: ['↑', '↓'], does: 'move' },
    { keys: ['↵'], does: 'open' },
    { keys: ['Shift', '↵'], does: 'in a new tab' },
    { keys: ['↓', then, 'a'], does: 'search all buckets' },
  ],
};

const inChart: KeyGroup = {
  title: 'In a chart or strip',
  lines: [
    { keys: ['←', '→'], does: 'previous, next mark' },
    { keys: ['↵'], does: 'open, or the page as it was then' },
    { keys: ['t'], does: 'the same as a table' },
  ],
};

const onMap: KeyGroup = {
  title: 'On the map',
  lines: [
    { keys: ['←', '→'], does: 'next region by severity' },
    { keys: ['Shift', '←', '→'], does: 'move the map' },
    { keys: ['+'], does: 'closer' },
    { keys: ['-'], does: 'farther' },
    { keys: ['0'], does: 'all of it' },
    { keys: ['↵'], does: 'open the region' },
  ],
};

export const keyColumns: readonly (readonly KeyGroup[])[] = [
  [everywhere, goTo],
  [inList, inFind],
  [inChart, onMap],
];
