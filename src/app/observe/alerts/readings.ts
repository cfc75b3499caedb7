/** What alerts are made of: what a look at a deployment says of it, of its components, its regions and its nodes. */

import type { Deployment } from '#contract/host.ts';
import { exact, figureInWords } from '#domain/lists/claim.ts';
import type { Reading, Subject } from '#domain/memory/alerts.ts';
import { isProblem, severityRank, worst } from '#domain/severity/severity.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { countedParts, type InventoryPart, type Member, severityOf } from '#domain/verdict/inventory-part.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import type { DeploymentSnapshot } from '../deployment-snapshots.ts';

type Looked = Pick<DeploymentSnapshot, 'deployment' | 'verdict' | 'triedAt' | 'readAt'>;

/** What a reading says of a deployment as a whole where its parts do not say it, and of each part. */
function subjectsOf({ deployment, verdict }: Looked): readonly Subject[] {
  const parts = verdict.components.map(({ id, name, state }) => ({
    id: `part ${id}`,
    name: `${name}, ${deployment.name}`,
    severity: state.severity,
    label: state.label,
  }));
  const told = [...parts, ...countedParts(verdict.inventory)].map(({ severity }) => severity);
  // Without contact a part that was bad explains nothing: that it is not seen any more is the news.
  const explained =
    verdict.freshness !== 'lost' &&
    told.length > 0 &&
    severityRank[worst(told)] >= severityRank[verdict.severity];
  const whole = { id: 'all', name: deployment.name, label: verdict.headline.text };
  const all: Subject = { ...whole, severity: explained ? 'ok' : verdict.severity };
  // Without contact the parts have not changed: one line says that nothing is seen of them.
  return verdict.freshness === 'lost' ? [all] : [all, ...parts];
}

function readingOf(sight: Looked): readonly Reading[] {
  const { freshness } = sight.verdict;
  if (freshness !== 'fresh' && freshness !== 'lost') return [];
  return [
    {
      slug: sight.deployment.slug,
      at: sight.triedAt,
      whole: freshness === 'fresh',
      subjects: subjectsOf(sight),
    },
  ];
}

/**
 * What regions and nodes say at a status reading: each list is followed by itself, for it may come later, and one that
 * is not fresh tells nothing new.
 */
function listReadings({ deployment, verdict, readAt }: Looked): readonly Reading[] {
  return countedParts(verdict.inventory)
    .filter(({ freshness }) => freshness === 'fresh')
    .map((part) => ({
      slug: `${deployment.slug} ${part.resource}`,
      at: readAt,
      whole: true,
      subjects:
        part.resource === 'region'
          ? regionSubjects(part, deployment)
          : [nodesSubject(part, verdict, deployment)],
    }));
}

function regionSubjects({ members }: InventoryPart, deployment: Deployment): readonly Subject[] {
  const first = new Map<string, Member>();
  // Of those with one code the worst comes first.
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
  const says = contradicted.map(
    (component) => `; ${component.name} says ${component.state.label.toLowerCase()}`,
  );
  return {
    id: 'nodes',
    name: `Nodes, ${name}`,
    severity,
    label: `${figureInWords(claim ?? exact, `${formatExact(notGood)} of ${formatExact(total)}`)} ${notGood === 1 ? 'is' : 'are'} not operational${says.join('')}`,
  };
}

export function readingsOf(sight: Looked): readonly Reading[] {
  return [...readingOf(sight), ...listReadings(sight)];
}
