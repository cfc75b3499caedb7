/**
 * Parts of comparisons. They load together, because each lazy file of its own moves shared code into what every page
 * loads first.
 */

export { AgainstBar } from './AgainstBar.tsx';
export { CompareWith } from './CompareWith.tsx';
export { Comparison } from './Comparison.tsx';
