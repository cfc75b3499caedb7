import { describe, expect, it } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import { situationOf, worsened } from './situation.ts';
import type { DeploymentState } from './state.ts';

const state = (slug: string, severity: Severity, extra: Partial<DeploymentState> = {}): DeploymentState => ({
  slug,
  severity,
  lost: false,
  silent: false,
  waiting: false,
  ...extra,
});
const all = ['overview', 'status', 'map', 'inventory', 'events'] as const;

describe('the situation of the rotation', () => {
  it('a single deployment has no overview, and a scene without content is skipped', () => {
    const { scenes } = situationOf([state('one', 'ok')], all, (_slug, name) => name !== 'map');
    expect(scenes.map(({ name }) => name)).toEqual(['status', 'inventory', 'events']);
  });

  it('several deployments begin with an overview, and problems come worst first', () => {
    const { scenes, problems, blind } = situationOf(
      [state('one', 'degraded'), state('two', 'critical')],
      ['overview', 'status'],
      () => true,
    );
    expect(scenes.map(({ slug, name }) => `${slug} ${name}`)).toEqual([
      'null overview',
      'one status',
      'two status',
    ]);
    expect(problems.map(({ slug }) => slug)).toEqual(['two', 'one']);
    expect(blind).toBeNull();
  });

  it('there is no contact only if every deployment is lost', () => {
    const lost = state('one', 'unvouched', { lost: true });
    expect(situationOf([lost, state('two', 'ok')], all, () => true).blind).toBeNull();
    expect(situationOf([lost], all, () => true).blind).toEqual({ slug: 'one', name: 'status' });
  });

  it('the first reading starts no new problem, and waiting is no problem', () => {
    const waiting = state('one', 'unvouched', { waiting: true });
    expect(situationOf([waiting], all, () => true).problems).toEqual([]);
    expect(worsened(new Map(), [state('one', 'critical')])).toEqual([]);
    expect(worsened(new Map([['one', 'ok']]), [state('one', 'critical')])).toEqual(['one']);
    expect(worsened(new Map([['one', 'critical']]), [state('one', 'degraded')])).toEqual([]);
  });
});
