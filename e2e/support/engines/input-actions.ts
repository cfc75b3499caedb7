/** Input actions as JSON. WebDriver and WebDriver BiDi have the same form of them. */

/** Characters that WebDriver uses for keys that type no character. */
const keyCodes = new Map([
  ['Enter', '\uE007'],
  ['Escape', '\uE00C'],
]);

export function clickAt(x: number, y: number): readonly object[] {
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}

export function pressKeys(keys: readonly string[]): readonly object[] {
  const actions = keys.flatMap((key) => {
    const value = keyCodes.get(key) ?? key;
    return [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
  });
  return [{ type: 'key', id: 'keyboard', actions }];
}
