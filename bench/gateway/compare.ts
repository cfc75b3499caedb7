/** Compares the gateway of two builds: cost of the hot path, and times of viewers. */

import type { Build, Builds } from '../support/builds.ts';
import { compare, comparisonTable, type Figures, type Measurement } from '../support/comparison.ts';
import { usageOf } from '../support/programs.ts';
import type { Workplace } from '../support/workplace.ts';
import { hotRequests, measureRates } from './hot-path.ts';
import { type Scene, startScene, stopScene } from './scene.ts';
import { statusViewers, statusViewersBeside, statusViewersWhile, thousandViewers } from './viewers.ts';
import type { ViewersResult } from './viewers-client.ts';

type SceneMeasurement = (scene: Scene) => Promise<Figures>;

const timesOf =
  (name: string, measure: (scene: Scene) => Promise<ViewersResult>): SceneMeasurement =>
  async (scene) => {
    const { p50, p99, failures } = await measure(scene);
    return { [`${name}: p50, ms`]: p50, [`${name}: p99, ms`]: p99, [`${name}: failures`]: failures };
  };

const measurements: readonly SceneMeasurement[] = [
  ...hotRequests.map((request) => async (scene: Scene) => {
    const { clock, processor } = await measureRates(scene, request);
    return {
      [`${request.name}: requests per processor second`]: processor,
      [`${request.name}: requests/s`]: clock,
    };
  }),
  timesOf('status', statusViewers),
  ...(['drip', 'hang', 'nonsense'] as const).map((lists) =>
    timesOf(`status while every list is: ${lists}`, (scene) => statusViewersWhile(scene, lists)),
  ),
  timesOf('1,000 viewers', thousandViewers),
  ...[1, 4].map((addresses) =>
    timesOf(`status beside 2,000 half-sent heads of ${addresses}`, (scene) =>
      statusViewersBeside(scene, addresses),
    ),
  ),
  async ({ host }) => ({
    'resident memory, MiB': (usageOf(host.pid)?.residentBytes ?? Number.NaN) / 2 ** 20,
  }),
];

export async function compareGateway(
  place: Workplace,
  runs: number,
  builds: Builds,
): Promise<readonly string[]> {
  const scenes = new Map<Build, Scene>();
  try {
    for (const build of [builds.before, builds.now]) scenes.set(build, await startScene(place, build.root));
    const sceneOf = (build: Build): Scene => {
      const scene = scenes.get(build);
      if (!scene) throw new Error(`${build.name} was not started.`);
      return scene;
    };
    const byBuild = measurements.map(
      (measure): Measurement =>
        (build) =>
          measure(sceneOf(build)),
    );
    const compared = await compare(builds, runs, byBuild);
    return [comparisonTable('The gateway', builds, runs, compared)];
  } finally {
    for (const scene of scenes.values()) await stopScene(scene);
  }
}
