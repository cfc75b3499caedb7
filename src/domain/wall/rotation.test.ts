import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstStep,
  interrupt,
  isSameScene,
  nextStep,
  type RotationStep,
  type Scene,
  type Situation,
  settle,
  visitsBefore,
} from './rotation.ts';

const scene = (name: Scene['name'], slug: string | null = 'one'): Scene => ({ name, slug });
const scenes = [scene('status'), scene('map'), scene('inventory'), scene('events')];
const calm: Situation = { scenes, problems: [], blind: null };

function turns(
  count: number,
  situation: Situation,
  from: RotationStep = firstStep,
): readonly (string | undefined)[] {
  const seen: (string | undefined)[] = [];
  let step = from;
  for (let index = 0; index < count; index += 1) {
    step = nextStep(step, situation);
    seen.push(step.scene?.name);
  }
  return seen;
}

describe('the rotation', () => {
  it('shows each scene in turn without problems', () => {
    expect(turns(6, calm)).toEqual(['status', 'map', 'inventory', 'events', 'status', 'map']);
  });

  it('shows status in every second step while a problem lasts, and the others between', () => {
    const troubled = { ...calm, problems: [scene('status')] };
    expect(turns(7, troubled)).toEqual(['status', 'map', 'status', 'inventory', 'status', 'events', 'status']);
  });

  it('lets a new problem interrupt and stay for two steps', () => {
    const troubled = { ...calm, problems: [scene('status')] };
    const broken = interrupt(nextStep(nextStep(firstStep, calm), calm), scene('status'));
    expect(broken.scene?.name).toBe('status');
    expect(turns(3, troubled, broken)).toEqual(['status', 'inventory', 'status']);
  });

  it('stops without contact', () => {
    expect(turns(3, { ...calm, blind: scene('status') })).toEqual(['status', 'status', 'status']);
  });

  it('skips a scene without content', () => {
    const step = nextStep(nextStep(firstStep, calm), calm);
    expect(step.scene?.name).toBe('map');
    const without = { ...calm, scenes: scenes.filter(({ name }) => name !== 'map') };
    expect(settle(step, without).scene?.name).not.toBe('map');
  });

  it('shows every deployment with a problem', () => {
    const problems = [scene('status', 'one'), scene('status', 'two')];
    let turn = firstStep;
    const seen = new Set<string | null | undefined>();
    for (let index = 0; index < 8; index += 1) {
      turn = nextStep(turn, { scenes: [scene('overview', null), ...problems], problems, blind: null });
      seen.add(turn.scene?.slug);
    }
    expect(seen).toEqual(new Set(['one', 'two', null]));
  });

  it('counts the visits of each scene, for its pages', () => {
    let turn = firstStep;
    const pages: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      turn = nextStep(turn, { ...calm, scenes: scenes.slice(0, 2) });
      pages.push(`${turn.scene?.name} ${visitsBefore(turn)}`);
    }
    expect(pages).toEqual(['status 0', 'map 0', 'status 1', 'map 1', 'status 2', 'map 2']);
  });

  it('never sticks: in any situation each scene with content is shown', () => {
    const anyScene = fc.constantFrom(...scenes, scene('status', 'two'), scene('overview', null));
    const set = fc.uniqueArray(anyScene, { selector: ({ name, slug }) => `${name} ${slug}` });
    const situation = fc.record({ scenes: set, problems: set, blind: fc.option(anyScene, { freq: 5 }) });
    fc.assert(
      fc.property(fc.array(situation, { maxLength: 20 }), situation, (before, last) => {
        let turn = before.reduce<RotationStep>((each, next) => settle(nextStep(each, next), next), firstStep);
        if (last.problems[0] && turn.count % 2 === 0) turn = interrupt(turn, last.problems[0]);
        const seen: (Scene | null)[] = [];
        const all = [...last.scenes, ...last.problems];
        for (let index = 0; index < 4 * all.length + 4; index += 1) {
          turn = nextStep(turn, last);
          seen.push(turn.scene);
        }
        if (last.blind) expect(seen.every((each) => isSameScene(each, last.blind))).toBe(true);
        else for (const each of all) expect(seen.some((shown) => isSameScene(shown, each))).toBe(true);
      }),
    );
  });
});
