/**
 * Decides which scene a wall shows next. It is a pure function called by one timer, so that a rotation cannot
 * stick. A new problem comes first and stays; then status has every second turn (docs/use/wall.md).
 */

export const sceneNames = ['overview', 'status', 'map', 'inventory', 'events'] as const;
export type SceneName = (typeof sceneNames)[number];

export function isSceneName(name: string): name is SceneName {
  return sceneNames.some((each) => each === name);
}

export interface Scene {
  /** Slug of the deployment; `null` if the scene shows all deployments. */
  readonly slug: string | null;
  readonly name: SceneName;
}

export interface Situation {
  readonly scenes: readonly Scene[];
  readonly problems: readonly Scene[];
  /**
   * Scene of a deployment with which there is no contact; `null` if there is none. The wall stays on it until
   * contact returns.
   */
  readonly blind: Scene | null;
}

export interface RotationStep {
  readonly scene: Scene | null;
  /** Number of steps for which a new problem still stays on the screen. */
  readonly remaining: number;
  /** Last scene of the regular order. The next regular scene follows it. */
  readonly regular: Scene | null;
  /** Last scene shown because of a problem. Several scenes with problems alternate. */
  readonly problem: Scene | null;
  /** Number of steps so far. It changes even if a scene follows itself, which restarts the scene. */
  readonly count: number;
  /** Number of visits by scene. Each visit shows the scene's next page. */
  readonly visits: ReadonlyMap<string, number>;
}

export const firstStep: RotationStep = {
  scene: null,
  remaining: 0,
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

export function visitsBefore({ scene, visits }: RotationStep): number {
  return Math.max(0, ((scene && visits.get(keyOf(scene))) ?? 0) - 1);
}

function visited(step: RotationStep): RotationStep {
  const { scene, visits } = step;
  if (!scene) return step;
  const key = keyOf(scene);
  return { ...step, visits: new Map(visits).set(key, (visits.get(key) ?? 0) + 1) };
}

export function nextStep(step: RotationStep, situation: Situation): RotationStep {
  return visited(followed(step, situation));
}

function followed(step: RotationStep, { scenes, problems, blind }: Situation): RotationStep {
  const count = step.count + 1;
  if (blind) return { ...step, scene: blind, remaining: 0, count };
  const [worst] = problems;
  if (step.remaining > 1 && worst && problems.some((each) => isSameScene(each, step.scene)))
    return { ...step, remaining: step.remaining - 1, count };
  const isProblem = (scene: Scene | null) => problems.some((each) => isSameScene(each, scene));
  // Scenes with a problem need no turn in the regular order.
  const others = scenes.filter((each) => !isProblem(each));
  if (worst && (others.length === 0 || !isProblem(step.scene))) {
    const next = after(step.problem, problems);
    return { ...step, scene: next, remaining: 0, problem: next, count };
  }
  const next = after(step.regular, others);
  return { ...step, scene: next, remaining: 0, regular: next, count };
}

/** Returns the step for a new problem: its scene comes at once and stays for two steps. */
export function interrupt(step: RotationStep, problem: Scene): RotationStep {
  return visited({ ...step, scene: problem, remaining: turnsOfNewProblem, problem, count: step.count + 1 });
}

/**
 * Returns the step after the situation changed: a scene that is gone ends at once, and lost contact takes the
 * screen.
 */
export function settle(step: RotationStep, situation: Situation): RotationStep {
  const { scenes, problems, blind } = situation;
  if (blind) return isSameScene(step.scene, blind) ? step : nextStep(step, situation);
  const isThere = [...scenes, ...problems].some((each) => isSameScene(each, step.scene));
  return isThere ? step : nextStep(step, situation);
}
