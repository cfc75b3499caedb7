/**
 * Which scene a wall shows next. A pure step from turn to turn: one timer calls it, and nothing else decides, so that a
 * rotation cannot stick (docs/use/wall.md: a new problem comes first and stays, then status has every second turn).
 */

export const sceneNames = ['overview', 'status', 'map', 'inventory', 'events'] as const;
export type SceneName = (typeof sceneNames)[number];

export function isSceneName(name: string): name is SceneName {
  return sceneNames.some((each) => each === name);
}

export interface Scene {
  /** Which of the deployments it shows; `null` where it shows them all. */
  readonly slug: string | null;
  readonly name: SceneName;
}

/** What is known as a turn ends. */
export interface Situation {
  /** Scenes that have something to show, in the order of their turns. */
  readonly scenes: readonly Scene[];
  /** Scenes that show a problem, the worst first. */
  readonly problems: readonly Scene[];
  /** A scene that lost contact altogether: nothing else is worth a turn. */
  readonly blind: Scene | null;
}

export interface Turn {
  readonly scene: Scene | null;
  /** Turns that a new problem still keeps the screen for. */
  readonly held: number;
  /** The last scene that had its regular turn: the next one follows it. */
  readonly regular: Scene | null;
  /** The last scene shown for its problem: several of them take turns. */
  readonly problem: Scene | null;
  /** Counts turns, so that a scene that follows itself begins anew. */
  readonly count: number;
  /** How often each scene had its turn: it shows its next page each time. */
  readonly visits: ReadonlyMap<string, number>;
}

export const firstTurn: Turn = {
  scene: null,
  held: 0,
  regular: null,
  problem: null,
  count: 0,
  visits: new Map(),
};

/** Rounds that a new problem stays on the screen. */
const roundsOfNews = 2;

export function isSameScene(a: Scene | null, b: Scene | null): boolean {
  return a?.name === b?.name && a?.slug === b?.slug;
}

function after(scene: Scene | null, scenes: readonly Scene[]): Scene | null {
  const index = scenes.findIndex((each) => isSameScene(each, scene));
  return scenes[(index + 1) % Math.max(1, scenes.length)] ?? null;
}

function keyOf({ slug, name }: Scene): string {
  return `${slug ?? ''} ${name}`;
}

/** How often the scene of a turn was shown before. */
export function visitsBefore({ scene, visits }: Turn): number {
  return Math.max(0, ((scene && visits.get(keyOf(scene))) ?? 0) - 1);
}

function visited(turn: Turn): Turn {
  const { scene, visits } = turn;
  if (!scene) return turn;
  const key = keyOf(scene);
  return { ...turn, visits: new Map(visits).set(key, (visits.get(key) ?? 0) + 1) };
}

/** The turn that follows when the time of `turn` is over. */
export function nextTurn(turn: Turn, situation: Situation): Turn {
  return visited(followed(turn, situation));
}

function followed(turn: Turn, { scenes, problems, blind }: Situation): Turn {
  const count = turn.count + 1;
  if (blind) return { ...turn, scene: blind, held: 0, count };
  const [worst] = problems;
  if (turn.held > 1 && worst && problems.some((each) => isSameScene(each, turn.scene)))
    return { ...turn, held: turn.held - 1, count };
  const isProblem = (scene: Scene | null) => problems.some((each) => isSameScene(each, scene));
  // What is shown for its problem anyway needs no regular turn.
  const others = scenes.filter((each) => !isProblem(each));
  if (worst && (others.length === 0 || !isProblem(turn.scene))) {
    const next = after(turn.problem, problems);
    return { ...turn, scene: next, held: 0, problem: next, count };
  }
  const next = after(turn.regular, others);
  return { ...turn, scene: next, held: 0, regular: next, count };
}

/** The turn that a new problem breaks into: it comes first and stays for two rounds. */
export function interrupt(turn: Turn, problem: Scene): Turn {
  return visited({ ...turn, scene: problem, held: roundsOfNews, problem, count: turn.count + 1 });
}

/** The turn once the situation changed under it: a scene that is gone gives way at once, contact lost takes the screen. */
export function settle(turn: Turn, situation: Situation): Turn {
  const { scenes, problems, blind } = situation;
  if (blind) return isSameScene(turn.scene, blind) ? turn : nextTurn(turn, situation);
  const isThere = [...scenes, ...problems].some((each) => isSameScene(each, turn.scene));
  return isThere ? turn : nextTurn(turn, situation);
}
