import { expect, test } from 'vitest';
import { wordsOf } from './notify.ts';

test("a notification shortens a long component name before the deployment's name", () => {
  const told = (slug: string) => ({ name: `${'x'.repeat(200)}, Edge (${slug})`, label: 'Degraded' });
  const { title } = wordsOf({ worse: [told('eu')], recovered: [] });
  expect(title).toMatch(/^x{50}….*, Edge \(eu\): Degraded$/);
});
