import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile.ts';
import { describeRules } from '../../generator/dictionary/describe.ts';
import { printTrace, trace } from '../../generator/dictionary/trace.ts';
import { printDictionary } from '../../generator/emit/dictionary.ts';

const model = compileModel([join(import.meta.dirname, '../../schemas')]);
const { requirements, others } = trace(model);

test('every part of a schema that names its requirement stands in the page once for each reference', () => {
  const { entities } = model;
  const references = Object.values(entities).flatMap((entity) => [entity.spec, ...entity.fields.map(({ spec }) => spec), ...describeRules(entity).map(({ spec }) => spec), ...entity.machines.map(({ spec }) => spec), ...entity.actions.map(({ spec }) => spec)].flat());
  expect(references.length).toBeGreaterThan(300);
  expect([...requirements, ...others].flatMap(({ carriers }) => carriers)).toHaveLength(references.length);
});

test('the requirements are those of both parts’ entities, states and rules', () => {
  expect([...new Set(requirements.map(({ section }) => section))]).toEqual(['1§3', '1§4', '1§5', '2§3', '2§4', '2§5']);
  expect(new Set(requirements.map(({ section, topic }) => `${section} ${topic}`)).size).toBe(requirements.length);
  const of = (section: string, topic: string) => requirements.find((one) => one.section === section && one.topic === topic)!.carriers;
  expect(of('1§5', 'Company')).toContainEqual(expect.objectContaining({ entity: 'company', part: 'x-unique company-code' }));
  expect(of('2§3', 'Paid charge').map(({ entity }) => entity)).toContain('paid-charge');
});

test('none is left in silence: words of schemas carry it, or it is said what does, or that nothing does yet', () => {
  const silent = requirements.filter(({ carriers, code, later }) => [carriers.length > 0, code !== undefined, later === true].filter(Boolean).length !== 1);
  expect(silent.map(({ section, topic }) => `${section} ${topic}`)).toEqual([]);
  expect(requirements.find(({ topic }) => topic === 'Submit needs Draft')!.carriers).toContainEqual(expect.objectContaining({ entity: 'premium-version', part: 'x-machine versionStatus' }));
});

test('a reference to §3 to §5 names a heading that is there', () => {
  expect(others.map(({ reference }) => reference).filter((reference) => /^[12]§[345]\b/.test(reference))).toEqual([]);
});

test('the pages name rules and what carries nothing', () => {
  const page = printTrace({ requirements: [{ section: '1§3', topic: 'Tug', lines: ['no.'], later: true, carriers: [] }, { section: '1§3', topic: 'Quay', lines: ['no.'], code: { en: 'every quay', zh: '' }, carriers: [] }, { section: '1§3', topic: 'Crane', lines: ['Crane no. | name'], carriers: [{ entity: 'crane', label: { en: '', zh: '' }, part: 'x-rule cap', note: 'cap' }] }], others: [] });
  expect(page).toContain('Of 3 headings');
  expect(page).toContain('1 are carried by words of the schemas, 1 by the product itself, and 1 are not in this release');
  expect(page).toContain('| **Tug** no. | not in this release |');
  expect(page).toContain('| **Quay** no. | every quay |');
  expect(page).toContain('| Crane no. \\| name | `crane x-rule cap` (cap) |');
  expect(printDictionary(model)).toMatch(/\| `company-code` \| `x-unique` \| companyCde unique/);
});
