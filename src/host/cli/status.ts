/** Runs `edgewatch status`: reads the verdicts of a running host from its `/metrics`, for scripts. */

import { withoutEndSlashes } from '#contract/end-slashes.ts';
import { isGood, isSeverity, type Severity, severityName, worst } from '#domain/severity/severity.ts';

export interface DeploymentStatus {
  readonly deployment: string;
  readonly severity: Severity;
  readonly verdict: string;
  /** Number of components by severity; empty if the states of the components are not confirmed. */
  readonly components: Readonly<Partial<Record<Severity, number>>>;
  /** Seconds since the status document was last confirmed; `null` if it was never read. */
  readonly ageSeconds: number | null;
}

export interface HostStatus {
  readonly deployments: readonly DeploymentStatus[];
  /** Number of deployments that the host serves but does not observe. Their state is unknown. */
  readonly unobserved: number;
}

/** Exit code of `edgewatch status`. 0: all deployments are good. 1: at least one is not good. 2: unknown. */
export type ExitCode = 0 | 1 | 2;

interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** Parses the `edgewatch_…` samples in the text of `/metrics` (docs/operate/metrics.md). */
function samplesOf(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('edgewatch_')) return [];
    const space = line.lastIndexOf(' ');
    const brace = line.indexOf('{');
    const name = line.slice(0, brace === -1 ? space : brace);
    // Sticky flag: matching stops at the first character that is not part of a label.
    const labels = [...line.slice(brace, space).matchAll(/[{,](\w+)="((?:[^"\\]|\\.)*)"/gy)].map(
      ([, label = '', value = '']) => [label, value] as const,
    );
    return [{ name, labels: new Map(labels), value: Number(line.slice(space + 1)) }];
  });
}

/**
 * Reads the verdicts of all observed deployments from the text of `/metrics`.
 * @throws Error if `edgewatch_deployments` is missing: the text is not from an Edgewatch host.
 */
export function statusOf(text: string): HostStatus {
  const samples = samplesOf(text);
  const valueOf = (name: string) => samples.find((sample) => sample.name === name)?.value;
  const all = valueOf('edgewatch_deployments');
  if (all === undefined) throw new Error('it is not an Edgewatch host');
  const byDeployment = new Map<string, Sample[]>();
  for (const sample of samples) {
    const of = sample.labels.get('deployment') ?? '';
    const own = byDeployment.get(of) ?? [];
    own.push(sample);
    byDeployment.set(of, own);
  }
  const deployments = [...byDeployment].flatMap(([deployment, own]): DeploymentStatus[] => {
    const verdictSample = own.find(({ name, value }) => name === 'edgewatch_verdict' && value === 1);
    const severity = verdictSample?.labels.get('severity');
    if (!isSeverity(severity)) return [];
    const ages = own.filter(
      (sample) =>
        sample.name === 'edgewatch_endpoint_age_seconds' && sample.labels.get('endpoint')?.endsWith('/status'),
    );
    const components = own.flatMap((sample) => {
      const each = sample.labels.get('severity');
      return sample.name === 'edgewatch_components' && isSeverity(each) ? [[each, sample.value] as const] : [];
    });
    return [
      {
        deployment,
        severity,
        verdict: severityName[severity],
        components: Object.fromEntries(components),
        ageSeconds: ages.length === 0 ? null : Math.min(...ages.map((age) => age.value)),
      },
    ];
  });
  return { deployments, unobserved: Math.max(0, all - deployments.length) };
}

export function exitCodeOf({ deployments, unobserved }: HostStatus): ExitCode {
  const severity = worst(deployments.map((each) => each.severity));
  const isKnown = severity !== 'unvouched' && severity !== 'unknown';
  if (isKnown && !isGood(severity)) return 1;
  return isKnown && unobserved === 0 && deployments.length > 0 ? 0 : 2;
}

function countsInWords({ components }: DeploymentStatus): string {
  const counts = Object.entries(components).flatMap(([severity, count]) =>
    isSeverity(severity) ? [`${count} ${severityName[severity]}`] : [],
  );
  return counts.length === 0 ? 'components not known' : counts.join(', ');
}

export function statusText({ deployments, unobserved }: HostStatus): string {
  const rows = deployments.map((each) => [
    each.deployment,
    each.verdict,
    countsInWords(each),
    each.ageSeconds === null ? 'never read' : `read ${Math.round(each.ageSeconds)} s ago`,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  if (unobserved > 0)
    lines.push(
      `Not observed: ${unobserved} of ${unobserved + deployments.length} deployments, so their state is unknown.`,
    );
  return lines.join('\n');
}

/** Maximum milliseconds until the complete response of `/metrics`. */
const longestWait = 10_000;

/**
 * Requests `/metrics` from the host at `url`, and reads the verdicts from it.
 * @param token - bearer token of `/metrics`, if one is required.
 * @throws Error whose message is a clause that says why there is no usable response.
 */
export async function askHost(url: string, token: string | undefined): Promise<HostStatus> {
  const response = await fetch(`${withoutEndSlashes(url)}/metrics`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(longestWait),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
  if (response.status === 401)
    throw new Error(
      token === undefined
        ? 'it requires a token; set EDGEWATCH_TOKEN to the value of "metrics.token"'
        : 'it does not accept the token of EDGEWATCH_TOKEN',
    );
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  return statusOf(await response.text());
}
