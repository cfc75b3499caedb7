import { expect, it } from 'vitest';
import { namesInLine } from './names.ts';

const letters = (text: string) => text.length;

it.each([
  [100, ['API', 'Cache', 'Export'], 0],
  [18, ['API', 'Cache', 'Export'], 0],
  [17, ['API'], 2],
  [4, ['API'], 2],
])('in a line of %i letters', (room, shown, more) => {
  expect(namesInLine(['API', 'Cache', 'Export'], room, letters)).toEqual({ shown, more });
});

it('one name stays, at any length', () => {
  expect(namesInLine(['Verfügbarkeitszone'], 4, letters)).toEqual({ shown: ['Verfügbarkeitszone'], more: 0 });
  expect(namesInLine([], 4, letters)).toEqual({ shown: [], more: 0 });
});
