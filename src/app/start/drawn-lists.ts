/**
 * Reads which lists the server-rendered screen shows (app/draw.tsx). The app requests the same lists and
 * replaces the screen when it has as many rows.
 */

export interface DrawnList {
  readonly path: string;
  readonly region: string | undefined;
  /** The `limit` that worked for the host, so that the app need not find it; `undefined` without one. */
  readonly limit: number | undefined;
  readonly count: number;
}

export function drawnLists(drawn: HTMLElement): readonly DrawnList[] {
  const lists = drawn.querySelector<HTMLElement>('.host-drawn')?.dataset['lists'] ?? '';
  return lists.split(',').map((list) => {
    const [question = '', count] = list.split(' ');
    const [path = '', search] = question.split('?');
    const parameters = new URLSearchParams(search);
    const limit = parameters.get('limit');
    return {
      path,
      region: parameters.get('region') ?? undefined,
      limit: limit === null ? undefined : Number(limit),
      count: Number(count),
    };
  });
}
