import { expect, test } from 'vitest';
import { wordsOf } from './notify.ts';

test('a notification cuts a long name of a component before the deployment behind it', () => {
  const told = (slug: string) => ({ name: `${'x'.repeat(200)}, Edge (${slug})`, label: 'Degraded' });
  const { title } = wordsOf({ worse: [told('eu')], recovered: [] });
  expect(title).toMatch(/^x{50}….*, Edge \(eu\): Degraded$/);
});
