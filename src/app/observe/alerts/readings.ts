/**
 * Turns a snapshot of a deployment into readings for alerts: of the deployment, its components, regions and
 * nodes.
 */

import type { Deployment } from '#contract/host.ts';
import { exact, figureInWords } from '#domain/lists/claim.ts';
import type { Reading, Subject } from '#domain/memory/alerts.ts';
import { isProblem, severityRank, worst } from '#domain/severity/severity.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { countedParts, type InventoryPart, type Member, severityOf } from '#domain/verdict/inventory-part.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import type { DeploymentSnapshot } from '../deployment-snapshots.ts';

type Snapshot = Pick<DeploymentSnapshot, 'deployment' | 'verdict' | 'triedAt' | 'readAt'>;

/**
 * Returns the subjects of an alert: the deployment and each component. The deployment has a severity of its
 * own only if no component or list explains it.
 */
function subjectsOf({ deployment, verdict }: Snapshot): readonly Subject[] {
  const parts = verdict.components.map(({ id, name, state }) => ({
    id: `part ${id}`,
    name: `${name}, ${deployment.name}`,
    severity: state.severity,
    label: state.label,
  }));
  const severities = [...parts, ...countedParts(verdict.inventory)].map(({ severity }) => severity);
  // Without contact, a part that was bad before is no explanation, because the lost contact is the news.
  const explained =
    verdict.freshness !== 'lost' &&
    severities.length > 0 &&
    severityRank[worst(severities)] >= severityRank[verdict.severity];
  const whole = { id: 'all', name: deployment.name, label: verdict.headline.text };
  const all: Subject = { ...whole, severity: explained ? 'ok' : verdict.severity };
  // Without contact the components have not changed, so the deployment alone is enough.
  return verdict.freshness === 'lost' ? [all] : [all, ...parts];
}

function readingOf(snapshot: Snapshot): readonly Reading[] {
  const { freshness } = snapshot.verdict;
  if (freshness !== 'fresh' && freshness !== 'lost') return [];
  return [
    {
      slug: snapshot.deployment.slug,
      at: snapshot.triedAt,
      isComplete: freshness === 'fresh',
      subjects: subjectsOf(snapshot),
    },
  ];
}

/**
 * Creates readings of regions and nodes. Each list has its own reading, because it may arrive later. A list
 * that is not fresh has none.
 */
function listReadings({ deployment, verdict, readAt }: Snapshot): readonly Reading[] {
  return countedParts(verdict.inventory)
    .filter(({ freshness }) => freshness === 'fresh')
    .map((part) => ({
      slug: `${deployment.slug} ${part.resource}`,
      at: readAt,
      isComplete: true,
      subjects:
        part.resource === 'region'
          ? regionSubjects(part, deployment)
          : [nodesSubject(part, verdict, deployment)],
    }));
}

function regionSubjects({ members }: InventoryPart, deployment: Deployment): readonly Subject[] {
  const first = new Map<string, Member>();
  // The members are sorted, worst first, so the first one per code is the worst.
  for (const member of members) if (!first.has(member.code ?? '')) first.set(member.code ?? '', member);
  return [...first.values()].map((member) => ({
    id: member.code ?? '',
    name: `${member.name ?? member.code ?? 'A region'}, ${deployment.name}`,
    severity: severityOf(member),
    label: member.byNodes
      ? `${member.state.label}, yet none of its ${plural(member.byNodes.nodes, 'node')} is`
      : member.state.label,
  }));
}

function nodesSubject(
  { notGood, total, severity, claim }: InventoryPart,
  verdict: Verdict,
  { name }: Deployment,
): Subject {
  const contradicted = verdict.components.filter(({ evidence }) => evidence && isProblem(evidence.severity));
  const contradictions = contradicted.map(
    (component) => `; ${component.name} says ${component.state.label.toLowerCase()}`,
  );
  return {
    id: 'nodes',
    name: `Nodes, ${name}`,
    severity,
    label: `${figureInWords(claim ?? exact, `${formatExact(notGood)} of ${formatExact(total)}`)} ${notGood === 1 ? 'is' : 'are'} not operational${contradictions.join('')}`,
  };
}

export function readingsOf(snapshot: Snapshot): readonly Reading[] {
  return [...readingOf(snapshot), ...listReadings(snapshot)];
}
