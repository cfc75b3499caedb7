/**
 * Decides which scene a wall shows next. A pure function, called by one timer, so that a rotation cannot stick
 * (docs/use/wall.md: a new problem comes first and stays; then status has every second turn).
 */

export const sceneNames = ['overview', 'status', 'map', 'inventory', 'events'] as const;
export type SceneName = (typeof sceneNames)[number];

export function isSceneName(name: string): name is SceneName {
  return sceneNames.some((each) => each === name);
}

export interface Scene {
  /** The deployment; `null` if the scene shows all. */
  readonly slug: string | null;
  readonly name: SceneName;
}

export interface Situation {
  readonly scenes: readonly Scene[];
  readonly problems: readonly Scene[];
  /** A scene without any contact. It takes every turn. */
  readonly blind: Scene | null;
}

export interface Turn {
  readonly scene: Scene | null;
  /** Remaining turns of a new problem. */
  readonly held: number;
  /** The last scene of the regular order. The next one follows it. */
  readonly regular: Scene | null;
  /** The last scene shown because of a problem. Several of them alternate. */
  readonly problem: Scene | null;
  /** Number of turns, so that a scene that follows itself restarts. */
  readonly count: number;
  /** Number of turns by scene. A scene shows its next page each time. */
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

const turnsOfNewProblem = 2;

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

export function visitsBefore({ scene, visits }: Turn): number {
  return Math.max(0, ((scene && visits.get(keyOf(scene))) ?? 0) - 1);
}

function visited(turn: Turn): Turn {
  const { scene, visits } = turn;
  if (!scene) return turn;
  const key = keyOf(scene);
  return { ...turn, visits: new Map(visits).set(key, (visits.get(key) ?? 0) + 1) };
}

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
  // Scenes with a problem need no regular turn.
  const others = scenes.filter((each) => !isProblem(each));
  if (worst && (others.length === 0 || !isProblem(turn.scene))) {
    const next = after(turn.problem, problems);
    return { ...turn, scene: next, held: 0, problem: next, count };
  }
  const next = after(turn.regular, others);
  return { ...turn, scene: next, held: 0, regular: next, count };
}

/** The turn of a new problem: it comes at once and stays for two turns. */
export function interrupt(turn: Turn, problem: Scene): Turn {
  return visited({ ...turn, scene: problem, held: turnsOfNewProblem, problem, count: turn.count + 1 });
}

/** The turn after the situation changed: a scene that is gone ends at once, and lost contact takes the screen. */
export function settle(turn: Turn, situation: Situation): Turn {
  const { scenes, problems, blind } = situation;
  if (blind) return isSameScene(turn.scene, blind) ? turn : nextTurn(turn, situation);
  const isThere = [...scenes, ...problems].some((each) => isSameScene(each, turn.scene));
  return isThere ? turn : nextTurn(turn, situation);
}
