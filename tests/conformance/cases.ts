import { expressionsOf } from '../../generator/language/evaluation/lookups.ts';
import { fieldNamesIn } from '../../generator/language/expression/fieldNames.ts';
import { isRequiredOnCreate } from '../../generator/language/jsonSchema.ts';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Unique } from '../../generator/model/rule.ts';
import { isWritable } from './sampler/fields.ts';
import type { Sampler } from './sampler/sampler.ts';
import type { Row, Sample } from './sample.ts';
import { withSameFields } from './withSameFields.ts';
import { alternatives } from './lookedUpTargets.ts';
import { allConditions, isSummedAlone, mustMatchFormula, setByChildren } from './neededRows.ts';
import { overlapClashes } from './overlaps.ts';
import { isChangeable } from './changeable.ts';
import type { Case, Clash, ExpectedMessage } from './case.ts';

/** Whether a field is neither writable nor computed: the server sets it. */
export const isServerWritten = ({ readOnly, state, compute, number }: Field): boolean =>
  readOnly && !state && compute === undefined && number === undefined;

/** The names of the fields that only the server sets. */
export const serverWrittenFields = ({ fields }: Entity): string[] =>
  fields.filter(isServerWritten).map(({ name }) => name);

/** The rules between rows for which no violating pair was found. */
export function unmetRules(entity: Entity, pairs: readonly Clash[]): string[] {
  return [...inputUniqueRules(entity), ...entity.noOverlap]
    .map(({ id }) => id)
    .filter((id) => !pairs.some(({ title, expected }) => title.startsWith(`${id}: `) && expected.length > 0));
}

/** The unique rules whose fields are input and whose condition reads no state. */
export const inputUniqueRules = (entity: Entity): Unique[] =>
  entity.unique.filter(
    ({ fields, where = '' }) =>
      !entity.machines.some(({ field }) => new RegExp(`\\bself\\.${field}\\b`).test(where)) &&
      fields.every(
        (name) =>
          name !== entity.sequence?.field && entity.fields.some((field) => field.name === name && isWritable(field)),
      ),
  );

/** A case for each value just outside the limits of a field. */
export function invalidValueCases(entity: Entity, sample: Sample): Case[] {
  return entity.fields.filter(isWritable).flatMap((field) =>
    KINDS[field.kind].boundaries(field).invalid.map(({ value, key }): Case => {
      const level = KINDS[field.kind].check(KINDS[field.kind].normalise(value, field), field)?.level;
      return {
        title: `${field.name} ${brief(value)}`,
        sample,
        change: { [field.name]: value },
        expected: [{ field: field.name, key, ...(level ? { level } : {}) }],
      };
    }),
  );
}

/** Cases of required fields that are missing, null, empty and blank. @param among only fields with these names */
export function missingValueCases(entity: Entity, sample: Sample, among?: Row): Case[] {
  // omitting a field that a child of the sample sets is no error
  const set = setByChildren(entity, sample.children);
  return entity.fields
    .filter(
      (field) =>
        isWritable(field) && isRequiredOnCreate(field) && !(field.name in set) && (!among || field.name in among),
    )
    .flatMap((field) =>
      [undefined, null, '', ...(isText(field) ? ['  \u3000\t'] : [])].map((value): Case => ({
        title: `${field.name} ${value === undefined ? 'missing' : brief(value)}`,
        sample,
        change: { [field.name]: value },
        expected: [{ field: field.name, key: MESSAGE.required }],
      })),
    );
}

const isText = (field: Field): boolean => KINDS[field.kind].cel === 'string' && field.kind !== 'password';

/** Pairs of rows for each rule between rows: duplicates for `x-unique`, overlaps for `x-noOverlap`. */
export function clashes(entity: Entity, sampler: Sampler): Clash[] {
  return [
    ...inputUniqueRules(entity).flatMap(({ id, fields, where, key }): Clash[] => {
      const expected = fields.map((field) => ({ field, key: key ?? MESSAGE.unique }));
      // a row has only one of two fields that exclude each other
      const needed = fields.filter((name) => alternatives(entity).some((one) => one.pair.includes(name)));
      const first = sampler.sample(entity.name, {
        where: allConditions(where, ...needed.map((name) => `has(self.${name})`)),
      });
      const pair = (title: string, condition: string | undefined, messages: ExpectedMessage[]): Clash[] => {
        const second = sampler.find(
          entity.name,
          withSameFields(first, fields, { where: condition, mayClash: { rule: id, row: first.full } }),
        );
        return second ? [{ title: `${id}: ${title}`, first, second, copied: fields, expected: messages }] : [];
      };
      return [
        ...pair('the same key', where, expected),
        ...(where === undefined ? [] : pair('the same key where the rule does not apply', `!(${where})`, [])),
      ];
    }),
    ...entity.noOverlap.flatMap((rule) => overlapClashes(entity, rule, sampler)),
  ];
}

/** Changes of one field each; the row is valid after each of them in turn. */
export function validChanges(sample: Sample, sampler: Sampler): { field: Field; value: unknown }[] {
  const { entity } = sample;
  const linked = new Set([
    ...sample.links.map(({ field }) => field),
    ...entity.fields.flatMap(({ ref }) => Object.keys(ref?.match ?? {})),
    // with another value the lookup finds another row
    ...entity.lookups
      .filter(({ covering, latest }) => covering ?? latest)
      .flatMap(expressionsOf)
      .flatMap((expr) => fieldNamesIn(expr)),
  ]);
  const changes: { field: Field; value: unknown }[] = [];
  let row = sample.full;
  const addIfValid = (field: Field, value: unknown): boolean => {
    const next = sampler.evaluatorOf(entity).compute({ ...row, [field.name]: value }, sampler.context(sample, row));
    const isValid =
      sampler.evaluatorOf(entity).validate(next, sampler.context(sample, row)).length === 0 &&
      !sampler.clashes(entity, next, undefined, sample.full) &&
      !sampler.breaksParent(sample, next, sample.full);
    if (isValid) {
      changes.push({ field, value });
      row = next;
    }
    return isValid;
  };
  for (const field of entity.fields.filter(
    (one) =>
      isChangeable(sample, one) &&
      !mustMatchFormula(entity, one) &&
      !linked.has(one.name) &&
      !isSummedAlone(entity, sample.parent, one.name) &&
      !(one.ref && !one.ref.open),
  )) {
    const edges = KINDS[field.kind]
      .boundaries(field)
      .valid.map((value) => KINDS[field.kind].normalise(value, field))
      .filter((value) => JSON.stringify(value) !== JSON.stringify(row[field.name]));
    // the first and the last: usually the minimum and maximum of the field
    const candidates = [
      ...edges.slice(0, 1),
      ...edges.slice(1).reverse(),
      ...Array.from({ length: 20 }, () => sampler.draw(field)),
    ];
    let added = 0;
    for (const value of candidates) if (added < 2 && addIfValid(field, value)) added++;
    // an overridden formula applies again when the field is emptied
    if (!field.required && !field.compute) addIfValid(field, null);
  }
  return changes;
}

/** A value as JSON, shortened to 40 characters. */
function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 37)}… (${text.length})` : text;
}

/** Whether a field belongs to a code that is never reused. */
export const isNeverReused = ({ unique }: Entity, { name }: Field): boolean =>
  unique.some(({ forever, fields }) => forever && fields.includes(name));
