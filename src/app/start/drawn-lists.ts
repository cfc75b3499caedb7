/** The lists that a screen was drawn from (app/draw.tsx): the app asks for the same, and takes over once it has as much. */

export interface DrawnList {
  readonly path: string;
  readonly region: string | undefined;
  /** That it was asked with: what a service answers in one go need not be found out again. */
  readonly limit: number | undefined;
  /** Its rows. */
  readonly count: number;
}

export function drawnLists(drawn: HTMLElement): readonly DrawnList[] {
  const lists = drawn.querySelector<HTMLElement>('.host-drawn')?.dataset['lists'] ?? '';
  return lists.split(',').map((list) => {
    const [question = '', count] = list.split(' ');
    const [path = '', search] = question.split('?');
    const asked = new URLSearchParams(search);
    const limit = asked.get('limit');
    return {
      path,
      region: asked.get('region') ?? undefined,
      limit: limit === null ? undefined : Number(limit),
      count: Number(count),
    };
  });
}
