import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import type { Entity } from '../../generator/model/entity.ts';

const model = compileModel([join(import.meta.dirname, '../../schemas')]);

/**
 * The Chinese field beside an English one: companyNameCh of companyNameEn, chargeNmeCH of chargeNmeEN, nameCh of name.
 */
const chineseOf = ({ fields }: Entity, name: string): string | undefined =>
  [name.replace(/En$/, 'Ch'), name.replace(/EN$/, 'CH'), `${name}Ch`].find(
    (other) => other !== name && fields.some((own) => own.name === other),
  );

/** Entities whose rows have a name in both languages, with the field of the Chinese title. */
const inBoth = Object.values(model.entities).flatMap((entity) =>
  [...entity.title.en.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => {
    const chinese = chineseOf(entity, name);
    return chinese === undefined ? [] : [{ entity: entity.name, chinese, title: entity.title.zh }];
  }),
);

test('some entities have a name in both languages', () => {
  expect(inBoth.map(({ entity }) => entity)).toEqual(
    expect.arrayContaining(['company', 'customs-type', 'hs-code', 'vessel', 'vessel-insured', 'vessel-pre-entry']),
  );
});

test.each(inBoth)('the Chinese title of $entity contains $chinese', ({ chinese, title }) => {
  expect(title).toContain(`{${chinese}}`);
});

test('the title of an instalment is more than its number', () => {
  expect(model.entities['policy-stage']!.title).toEqual({ en: 'Instalment {stageNo}', zh: '第 {stageNo} 期' });
});
