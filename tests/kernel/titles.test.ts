import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import type { Entity } from '../../generator/model/entity.ts';

const model = compileModel([join(import.meta.dirname, '../../schemas')]);

/**
 * The field with the Chinese of a field's English: companyNameEn and companyNameCh, chargeNmeEN and chargeNmeCH, name
 * and nameCh.
 */
const chineseOf = ({ fields }: Entity, name: string): string | undefined =>
  [name.replace(/En$/, 'Ch'), name.replace(/EN$/, 'CH'), `${name}Ch`].find(
    (other) => other !== name && fields.some((own) => own.name === other),
  );

/** The entities whose rows have a name in both languages, with the field that a title names in Chinese. */
const inBoth = Object.values(model.entities).flatMap((entity) =>
  [...entity.title.en.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => {
    const chinese = chineseOf(entity, name);
    return chinese === undefined ? [] : [{ entity: entity.name, chinese, title: entity.title.zh }];
  }),
);

test('some rows have a name in both languages', () => {
  expect(inBoth.map(({ entity }) => entity)).toEqual(
    expect.arrayContaining(['company', 'customs-type', 'hs-code', 'vessel', 'vessel-insured', 'vessel-pre-entry']),
  );
});

test.each(inBoth)('$entity is called by $chinese in Chinese', ({ chinese, title }) => {
  expect(title).toContain(`{${chinese}}`);
});

test('an instalment of a policy year is called more than its number', () => {
  expect(model.entities['policy-stage']!.title).toEqual({ en: 'Instalment {stageNo}', zh: '第 {stageNo} 期' });
});
