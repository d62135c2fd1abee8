import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { type Requirement, REQUIREMENTS } from '../../generator/emit/dictionary/requirements.ts';
import { trace } from '../../generator/emit/dictionary/trace.ts';
import { traceProblems } from '../../generator/emit/dictionary/traceProblems.ts';
import { printDictionary } from '../../generator/emit/dataDictionary.ts';
import { printTrace } from '../../generator/emit/traceability.ts';
import type { Model } from '../../generator/model/entity.ts';

const model = compileModel([join(import.meta.dirname, '../../schemas')]);
const { requirements, others } = trace(model);
const linesOf = (section: string, topic: string) =>
  requirements.find((heading) => heading.section === section && heading.topic === topic)!.lines;

test('has the headings of entities, states and rules of both parts', () => {
  expect([...new Set(requirements.map(({ section }) => section))]).toEqual(['1§3', '1§4', '1§5', '2§3', '2§4', '2§5']);
  expect(new Set(requirements.map(({ section, topic }) => `${section} ${topic}`)).size).toBe(requirements.length);
});

test('names the keywords that implement a line', () => {
  const implementationOf = (section: string, topic: string, text: string) =>
    linesOf(section, topic)
      .find((line) => line.text === text)!
      .carriers.map(({ entity, part }) => [entity, part].join(' '));
  expect(implementationOf('1§5', 'Company', 'Chinese name required, unique;')).toEqual([
    'company companyNameCh',
    'company x-unique name-ch',
  ]);
  expect(
    implementationOf('2§5', 'Paid charge', 'the four percentages (H&M, P&I, container, owner) must total 100%,'),
  ).toContain('paid-charge x-sum percent-100');
  expect(implementationOf('1§5', 'Policy year', 'only the highest installment can be deleted;')).toEqual([
    'policy-stage x-sequence stageNo',
  ]);
});

test('each line has an implementation, each listed field exists, and each x-spec has a line', () => {
  expect(traceProblems(model)).toEqual([]);
});

test('references to §3 to §5 name existing headings', () => {
  expect(others.map(({ reference }) => reference).filter((reference) => /^[12]§[345]\b/.test(reference))).toEqual([]);
});

test('prints an assumption about a keyword beside its line and beside the list of its fields', () => {
  expect(
    linesOf('1§5', 'Versions').find(({ text }) => text === 'version numbers must not repeat;')!.assumed,
  ).toMatchObject([{ part: 'x-unique version-no', says: ['within one policy type and year'] }]);
  expect(linesOf('1§3', 'Department')[0]!.assumed).toMatchObject([
    { entity: 'department', part: 'deptCde', says: ['max 16'] },
  ]);
});

test('a list states which fields have another name in the schemas', () => {
  expect(linesOf('1§3', 'Claim to-do')[0]!.renamed).toEqual([{ said: 'bussNo', fields: ['businessNo'] }]);
  expect(linesOf('1§3', 'Fleet')[0]!.renamed).toEqual([]);
});

test('names the base entity of a subtype', () => {
  const { lines } = trace({ entities: { 'cargo-claim': model.entities['cargo-claim']! } }).requirements.find(
    ({ section, topic }) => section === '2§5' && topic.startsWith('Claims'),
  )!;
  expect(lines[0]!.carriers).toMatchObject([{ entity: 'cargo-claim', part: 'blRefCde' }]);
  expect(lines.find(({ text }) => text.startsWith('port |'))).toMatchObject({ byWords: true, carriers: [] });
});

describe('refuses', () => {
  const { department, 'vessel-person': person } = model.entities as {
    department: Model['entities'][string];
    'vessel-person': Model['entities'][string];
  };
  const problems = (line: Requirement['lines'][number]): string[] =>
    traceProblems({ entities: { department } }, [{ section: '1§3', topic: 'Department', lines: [line] }]).map(
      ({ message }) => message,
    );

  test.each<[what: string, line: Requirement['lines'][number], message: string]>([
    [
      'a line that names an unknown keyword',
      { text: 'deptCde.', by: ['department deptCode'] },
      '"department deptCode" is not an element of the schemas; did you mean "department deptCde"?',
    ],
    ['a line without implementation', { text: 'deptCde.' }, 'nothing implements it: add "by", "code" or "later"'],
    [
      'an implemented line with "later"',
      { text: 'deptCde.', by: ['department'], later: true },
      'it has "later", and so cannot have "by" or "code"',
    ],
    [
      'a keyword that does not state its line',
      { text: 'deptName.', by: ['department deptName'] },
      '"department deptName" has no "x-spec" of 1§3 Department',
    ],
    [
      'a list with an unknown field',
      { text: 'deptCde, deptNme.', by: ['department'], fields: {} },
      '"deptNme": no field "deptNme" in department; did you mean "deptName"?',
    ],
    [
      'another name for a field outside the list',
      { text: 'deptCde.', by: ['department'], fields: { name: ['deptName'] } },
      '"name" is not in the list',
    ],
  ])('%s', (_, line, message) => expect(problems(line)).toContain(message));

  test('refuses a keyword whose heading has no line for it', () => {
    const lines = [{ text: 'voyage.', by: ['vessel-person'] }];
    expect(
      traceProblems({ entities: { 'vessel-person': person } }, [
        { section: '1§3', topic: 'Person in charge', lines },
      ]).map(({ message }) => message),
    ).toEqual([
      'the "x-spec" of "vessel-person optType" is 1§3 Person in charge, but no line there names the element',
      'the "x-spec" of "vessel-person x-noOverlap one-in-charge" is 1§3 Person in charge, but no line there names the element',
    ]);
  });
});

test('the pages name rules, assumptions and keywords without a line', () => {
  const none = { carriers: [], byWords: false, renamed: [], assumed: [] };
  const crane = { entity: 'crane', label: { en: '', zh: '' } };
  const page = printTrace({
    requirements: [
      { section: '1§3', topic: 'Tug', lines: [{ ...none, text: 'no.', later: true }] },
      { section: '1§3', topic: 'Quay', lines: [{ ...none, text: 'no.', code: { en: 'every quay', zh: '' } }] },
      {
        section: '1§3',
        topic: 'Crane no',
        lines: [
          {
            text: 'Crane no. | name',
            byWords: true,
            carriers: [{ ...crane, part: 'x-rule cap' }],
            renamed: [{ said: 'name', fields: ['craneNme'] }],
            assumed: [{ ...crane, part: 'x-rule cap', says: ['at most 5', ''] }],
          },
        ],
      },
    ],
    others: [],
  });
  expect(page).toContain('Of 3 lines');
  expect(page).toContain(
    '1 are implemented by the schemas, 1 by code, and 1 are not in this release. 1 depend on assumptions.',
  );
  expect(page).toContain(
    '### Tug\n\n| Line | Implemented by | Assumptions |\n|---|---|---|\n| no. | not in this release |  |',
  );
  expect(page).toContain('| no. | every quay |  |');
  expect(page).not.toContain('### Crane');
  expect(page).toContain(
    '| Crane no. \\| name | `crane x-rule cap`; “name”: `craneNme` | `crane x-rule cap`: at most 5; assumed |',
  );
  expect(printDictionary(model)).toMatch(/\| `company-code` \| `x-unique` \| companyCde unique/);
});

test('every line names its implementation in both languages', () => {
  const codes = REQUIREMENTS.flatMap(({ lines }) => lines.flatMap(({ code }) => code ?? []));
  for (const { en, zh } of codes)
    expect([en, zh]).toEqual([
      expect.stringMatching(/^[^\p{Script=Han}]+$/u),
      expect.stringMatching(/\p{Script=Han}/u),
    ]);
});
