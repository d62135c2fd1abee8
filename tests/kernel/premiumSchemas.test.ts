import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { SchemaProblems } from '../../generator/compile/problem.ts';
import { gridFields } from '../../web/records/childTable/childFields.ts';

const SCHEMAS = join(import.meta.dirname, '../../schemas');

/** The problems of the product's schemas after changes of their text: file → [text, replacement]. */
function problemsAfter(changes: Record<string, [text: string, replacement: string]>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'bordereau-premium-'));
  try {
    cpSync(SCHEMAS, folder, { recursive: true, filter: (source) => !source.endsWith('.csv') });
    for (const [file, [text, replacement]] of Object.entries(changes)) {
      const content = readFileSync(join(folder, file), 'utf8');
      expect(content).toContain(text);
      writeFileSync(join(folder, file), content.replace(text, replacement));
    }
    compileModel([folder]);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return error.problems.map(({ file, path, message }) => `${file} ${path}: ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('refuses a second kind of premium for a policy type, fields of another kind, and a total that shows rows of other companies', () => {
  expect(
    problemsAfter({
      'premium/pi-premium.json': ['"type": "Premium-PI"', '"type": "Premium-HM"'],
      'premium/container-premium.json': ['{"CNY": "rateCnyUsd"}', '{"CNY": "ttPremiumDis"}'],
      'premium/cargo-transport.json': ['"instalments": "stageNo"', '"instalments": "billNo"'],
      'premium/premium-version.json': [', "totals": ["totalUsd"]', ''],
    }).sort(),
  ).toEqual([
    'premium/cargo-transport.json /x-premium/instalments: "billNo" must be of kind integer',
    'premium/container-premium.json /x-premium/exchange/CNY: "ttPremiumDis" must be of kind rate',
    'premium/hull-premium.json /x-premium/type: "Premium-HM" is the policy type of "pi-premium" already',
    'premium/pi-premium.json /x-premium/type: "Premium-HM" is the policy type of "hull-premium" already',
    'premium/premium-version.json /x-approval/amount/premiums: "totalUsd" must be in x-access.totals, because only some users see all rows of "hull-premium"',
  ]);
});

test('the table of each kind under its version has every field at which a rule can report an error, and all parties', () => {
  const { entities } = compileModel([SCHEMAS]);
  const missing = entities['premium-version']!.children.flatMap(({ entity: name, via, grid }) => {
    const entity = entities[name]!;
    if (!grid || !entity.premium) return [];
    const { payer, insurer, broker, brokerPaid } = entity.premium;
    const reported = entity.rules.filter(({ level }) => level !== 'warning').flatMap(({ at }) => at);
    const shown = new Set(gridFields(entity, via, undefined).map((field) => field.name));
    return entity.fields
      .filter(({ name: own, readOnly }) => !readOnly && own !== via && !shown.has(own))
      .filter((field) => [...reported, payer, insurer, broker, brokerPaid].includes(field.name))
      .map((field) => `${name} ${field.name}`);
  });
  // the year of a row is that of its version
  expect(missing).toEqual(['hull-premium policyYear']);
});

test('a copy of the state of a version has the colours of the states', () => {
  const { entities } = compileModel([SCHEMAS]);
  const options = entities['hull-premium']!.fields.find(({ name }) => name === 'versionStatus')!.options!;
  expect(options.map(({ code, colour }) => [code, colour])).toContainEqual(['Formal', 'blue']);
});
