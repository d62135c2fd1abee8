import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Child } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import { fieldNamesIn } from '../language/expression/fieldNames.ts';
import { isBasic } from '../language/basicField.ts';
import type { DistinctRows, NoImport, Precedence, Version, VersionCopy } from '../model/version.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import { specOf, withoutAbsent } from '../compile/field.ts';
import type { At, LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { describeEffect, describeRefusal, whereText, type DescribedRule } from '../emit/dictionary/describedRule.ts';
import type { Keyword } from './keyword.ts';
import { copyAction } from './versionCopyAction.ts';

/** State of the version in effect. */
const FORMAL = 'Formal';

/** `x-version`: rows are versions of one subject. It adds rules and the action `copy`. */
export const version: Keyword<Raw> = {
  word: 'x-version',
  layers: ['docs'],
  complete(word, entity, { report }) {
    if (word) addVersion(entity, word, report.within(['x-version']));
  },
  link: linkVersion,
  checkExpressions(entity, { condition }) {
    entity.version?.distinct.forEach(({ where }, index) => condition(where, ['x-version', 'distinct', index, 'where']));
    condition(entity.version?.noImport?.into, ['x-version', 'noImport', 'into']);
    condition(entity.version?.noImport?.after, ['x-version', 'noImport', 'after']);
  },
  describe: ({ version: word }) => [
    ...(word?.distinct ?? []).map(describeDistinct),
    ...(word?.noImport ? [describeNoImport(word.noImport)] : []),
  ],
};

const describeNoImport = (noImport: NoImport): DescribedRule => {
  const { into, after, per } = noImport;
  return describeRefusal('x-version', { ...noImport, id: 'noImport' }, noImport.key, {
    en: `no file is imported into a version where ${into} once another one with equal ${per.join(' + ')} has ${after}`,
    zh: `${per.join(' + ')} 相同的另一版本满足 ${after} 后，不得再向 ${into} 的版本导入文件`,
  });
};

function describeDistinct({ entity, per, by, period, where: condition, spec }: DistinctRows): DescribedRule {
  const where = whereText(condition);
  const says = {
    en: `of closed versions with one ${per.join(' + ')}, no two have a ${entity} of one ${by.join(' + ')}${period ? ' on the same day' : ''}${where.en}`,
    zh: `${per.join(' + ')} 相同的已定版本之间，${entity} 的 ${by.join(' + ')} 不得重复${period ? '（同一日）' : ''}${where.zh}`,
  };
  return { ...describeEffect('x-version', entity, says), spec };
}

function addVersion(entity: Entity, word: Raw, report: Report): void {
  const keys = word['keys'] as string[];
  const keeps = (word['keeps'] ?? []) as string[];
  const compiled: Version = {
    keys,
    keeps,
    asks: (word['asks'] ?? []) as string[],
    copy: ((word['copy'] ?? []) as (string | Raw)[]).map((one) =>
      isRaw(one)
        ? withoutAbsent<VersionCopy>({
            entity: String(one['entity']),
            via: '',
            basic: one['basic'] as string[] | undefined,
            resets: (one['resets'] ?? {}) as Record<string, string[]>,
            within: (one['within'] ?? []) as string[],
          })
        : { entity: one, via: '', resets: {}, within: [] },
    ),
    distinct: ((word['distinct'] ?? []) as Raw[]).map(distinctOf),
    ...(isRaw(word['precedence']) ? { precedence: word['precedence'] as unknown as Precedence } : {}),
    ...(isRaw(word['noImport']) ? { noImport: noImportOf(word['noImport']) } : {}),
  };
  entity.version = compiled;
  // an unknown name in `keys` is reported by `linkVersion`
  const areKeysKnown = keys.every((name) => entity.fields.some((field) => field.name === name));
  if (
    areKeysKnown &&
    !entity.unique.some(
      ({ fields, where }) =>
        where === undefined && fields.length === keys.length && keys.every((name) => fields.includes(name)),
    )
  ) {
    entity.unique.push({ id: 'version-keys', fields: keys, spec: [] });
  }
  if (word['oneFormalPer'] !== undefined)
    addOneFormal(entity, word['oneFormalPer'] as string[] | Raw, report.within(['oneFormalPer']));
  entity.actions.push(copyAction(entity, compiled));
}

const noImportOf = (word: Raw): NoImport => ({
  into: String(word['into']),
  after: String(word['after']),
  per: word['per'] as string[],
  key: String(word['key']),
  spec: specOf(word),
});

const distinctOf = ({ entity, per, where, by, from, to, 'x-spec': spec }: Raw): DistinctRows =>
  withoutAbsent<DistinctRows>({
    spec: specOf({ 'x-spec': spec }),
    entity: String(entity),
    via: '',
    per: per as string[],
    where: where as string | undefined,
    by: by as string[],
    period: from === undefined ? undefined : { from: String(from), to: String(to) },
  });

function addOneFormal(entity: Entity, word: string[] | Raw, report: Report): void {
  const machine = entity.machines.find(({ states }) => states.some(({ code }) => code === FORMAL));
  if (!machine) return report.add([], `no machine of the entity has the state "${FORMAL}"`);
  const { fields, where, message, key } = (Array.isArray(word) ? { fields: word } : word) as {
    fields: string[];
    where?: string;
    message?: Label;
    key?: string;
  };
  entity.unique.push(
    withoutAbsent({
      id: 'one-formal',
      fields,
      where: `self.${machine.field} == '${FORMAL}'${where === undefined ? '' : ` && (${where})`}`,
      message,
      key: key ?? 'MSG_generic_0161',
      spec: Array.isArray(word) ? [] : specOf(word),
    }),
  );
}

/** Checks the names of the keyword and finds the field by which each copied entity refers to the version. */
function linkVersion(entity: Entity, context: LinkContext): void {
  const { report } = context;
  const { version: word } = entity;
  if (!word) return;
  const own = entity.fields.map(({ name }) => name);
  const fields = (names: readonly string[], at: string, known: readonly string[], what = 'field') =>
    names.forEach((name, index) => {
      if (!known.includes(name)) report.unknown(['x-version', at, index], what, name, known);
    });
  fields(word.keys, 'keys', own);
  fields(word.keeps, 'keeps', word.keys, 'key');
  fields(word.asks, 'asks', own);
  word.noImport?.per.forEach((name, place) => {
    if (!own.includes(name)) report.unknown(['x-version', 'noImport', 'per', place], 'field', name, own);
  });
  if (word.precedence) checkPrecedence(entity, word.precedence, report.within(['x-version', 'precedence']));
  word.copy.forEach((copy, index) =>
    linkCopy(entity, copy, { ...context, report: report.within(['x-version', 'copy', index]) }),
  );
  word.distinct.forEach((rows, index) =>
    linkDistinct(entity, rows, { ...context, report: report.within(['x-version', 'distinct', index]) }),
  );
}

/** Link context with the report at a part of the keyword. */
type PartContext = Pick<LinkContext, 'model' | 'unread' | 'report'>;

/** Checks the names of a copied child. @param context with the report at the copy */
function linkCopy(entity: Entity, copy: VersionCopy, { model, unread, report }: PartContext): void {
  const { keys } = entity.version!;
  const child = findChild(entity, copy.entity, [], report);
  const childEntity = model.entities[copy.entity];
  if (!child || !childEntity || unread.has(copy.entity)) return;
  copy.via = child.via;
  if (childEntity.readOnly) report.add([], `"${childEntity.name}" is written by the kernel alone`);
  const known = [...childEntity.fields, ...KERNEL_FIELDS].map(({ name }) => name);
  const check = (name: string, at: At): void => {
    if (!known.includes(name)) report.unknown(at, `field of ${childEntity.name}`, name, known);
  };
  copy.basic ??= childEntity.fields.filter(isBasic).map(({ name }) => name);
  copy.basic.forEach((name, place) => check(name, ['basic', place]));
  for (const [key, names] of Object.entries(copy.resets)) {
    if (!keys.includes(key)) report.unknown(['resets', key], 'key', key, keys);
    names.forEach((name, place) => check(name, ['resets', key, place]));
  }
  copy.within.forEach((name, place) => {
    if (!keys.includes(name)) report.unknown(['within', place], 'key', name, keys);
  });
}

/** Finds a child by name, and reports an unknown name. */
function findChild({ children }: Entity, name: string, at: At, report: Report): Child | undefined {
  const child = children.find(({ entity }) => entity === name);
  if (!child)
    report.unknown(
      at,
      'child',
      name,
      children.map(({ entity }) => entity),
    );
  return child;
}

/** Checks that the codes are options of the field. */
function checkPrecedence({ fields }: Entity, { field: name, codes }: Precedence, report: Report): void {
  const field = fields.find((one) => one.name === name);
  if (!field)
    return report.unknown(
      ['field'],
      'field',
      name,
      fields.map((one) => one.name),
    );
  const options = field.options?.map(({ code }) => code);
  if (!options) return report.add(['field'], `"${name}" has no options of its own`);
  codes.forEach((code, place) => {
    if (!options.includes(code)) report.unknown(['codes', place], `option of ${name}`, code, options);
  });
}

/** Checks the names of rows that must be distinct. @param context with the report at the rows */
function linkDistinct(entity: Entity, rows: DistinctRows, { model, unread, report }: PartContext): void {
  const own = entity.fields.map(({ name }) => name);
  rows.per.forEach((name, place) => {
    if (!own.includes(name)) report.unknown(['per', place], 'field', name, own);
  });
  const unknown = fieldNamesIn(rows.where ?? '').find((name) => !rows.per.includes(name));
  if (unknown !== undefined) return report.add(['where'], `reads "${unknown}", which is not among per`);
  const child = findChild(entity, rows.entity, ['entity'], report);
  const rowEntity = model.entities[rows.entity];
  if (!child || !rowEntity || unread.has(rows.entity)) return;
  rows.via = child.via;
  const known = rowEntity.fields.map(({ name }) => name);
  rows.by.forEach((name, place) => {
    if (!known.includes(name)) report.unknown(['by', place], `field of ${rowEntity.name}`, name, known);
  });
  for (const [side, name] of Object.entries(rows.period ?? {})) {
    const field = rowEntity.fields.find((one) => one.name === name);
    if (!field) report.unknown([side], `field of ${rowEntity.name}`, name, known);
    else if (field.kind !== 'date') report.add([side], `${rowEntity.name}.${name} is no date`);
  }
}
