import { childName } from '../../../generator/language/expression/scope.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Order, Rule } from '../../../generator/model/rule.ts';
import type { Json } from '../../http/server.ts';
import { valueBefore } from '../cases.ts';
import { isOf } from '../neededRows.ts';
import { isWritable } from '../sampleRow.ts';
import { drawnFor, fieldNamed, type Deed, type DeedGround, type Saw } from './deed.ts';
import { madeParts, writeParts } from './formulae.ts';
import { withRecord } from './record.ts';
import { surroundingsOf } from './surroundings.ts';

/** So many values are drawn for one that breaks a rule and none beside it. */
const MOST_VALUES = 20;

/** A change of a record, and what the rule says of it. */
interface Broken {
  change: Json;
  violations: Violation[];
}

/**
 * Rules that a stored record alone can break, by what the product gives it: its number, or parts that nobody else
 * makes.
 */
export async function storedRuleDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (const rule of [...entity.rules, ...entity.order].filter((one) => asksForStored(entity, ground, one))) {
    const deed = await brokenBy(entity, ground, rule);
    if (deed) deeds.push({ ...deed, rules: [`${isOrder(rule) ? 'x-order' : 'x-rule'} ${rule.id}`] });
  }
  return deeds;
}

const isOrder = (rule: Rule | Order): rule is Order => 'from' in rule;

/**
 * Whether a rule speaks of every record that is there, or reads what is worked out from parts that the product makes.
 */
function asksForStored(entity: Entity, { sampler }: DeedGround, rule: Rule | Order): boolean {
  const made = madeParts(entity, sampler.model).map((child) => `children.${childName(child.entity)}`);
  const counted = entity.fields
    .filter(({ compute }) => made.some((name) => compute?.expr.includes(name)))
    .map(({ name }) => name);
  if (isOrder(rule)) return counted.includes(rule.from) || counted.includes(rule.to);
  return (
    (rule.when === 'has(old.id)' && !rule.immutable) ||
    counted.some((name) => new RegExp(`\\bself\\.${name}\\b`).test(`${rule.when ?? ''} ${rule.assert}`))
  );
}

/** A record with its parts that is changed against a rule; undefined where none that was drawn can be. */
async function brokenBy(
  entity: Entity,
  ground: DeedGround,
  rule: Rule | Order,
): Promise<Omit<Deed, 'rules'> | undefined> {
  for (let turn = 0; turn < ground.turns; turn++) {
    const sample = drawnFor(ground, entity, turn);
    if (!sample) return undefined;
    const changed = async (work: (row: Json, broken: Broken) => Promise<string[]>): Promise<string[] | undefined> => {
      let isFound = false;
      const said = await withRecord(ground, sample, async ({ id }) => {
        await writeParts(ground, sample, { id });
        const row = await ground.store.server.read(entity.name, id);
        const broken = await changeAgainst(entity, ground, rule, row);
        isFound = broken !== undefined;
        return broken ? work(row, broken) : [];
      });
      return isFound || said.length > 0 ? said : undefined;
    };
    const refused = await changed(async () => []);
    if (refused === undefined || refused.length > 0) continue;
    const refusedChange = (saw?: Saw) =>
      changed(async (row, { change, violations }) => {
        const answer = await ground.store.server.call('PATCH', `/api/${entity.name}/${row['id']}`, {
          body: { ...change, rev: row['rev'], acceptWarnings: true },
        });
        const isTold = violations.every(({ field, key }) =>
          answer.errors.some((error) => error.field === field && error.key === key),
        );
        for (const [name, value] of Object.entries(change)) saw?.(name, value, row);
        return isTold
          ? []
          : [
              `${JSON.stringify(change)} must be refused with ${violations.map(({ key }) => key).join(', ')} and answered ${answer.status} ${answer.text}`,
            ];
      });
    // parts are drawn anew each time, and not each draw leaves room for a change
    const ask = async (saw?: Saw): Promise<string[]> => {
      for (let time = 0; time < ground.turns; time++) {
        const said = await refusedChange(saw);
        if (said) return said;
      }
      return [`no change of ${entity.name} breaks it`];
    };
    return { title: `${rule.id} broken by a stored record`, ask };
  }
  return undefined;
}

/** A change of one field of a record that breaks a rule and none beside it. */
async function changeAgainst(
  entity: Entity,
  ground: DeedGround,
  rule: Rule | Order,
  { _actions, ...row }: Json,
): Promise<Broken | undefined> {
  const judge = ground.sampler.judgeOf(entity);
  const around = { ...(await surroundingsOf(ground, entity, row)), old: row };
  for (const field of (isOrder(rule) ? [rule.from, rule.to] : rule.at)
    .map((name) => fieldNamed(entity, name))
    .filter((field) => isWritable(field) && !field.writeOnce)) {
    for (const value of valuesAgainst(entity, ground, rule, field, row)) {
      const violations = judge.judge(judge.compute({ ...row, [field.name]: value }, around), around);
      if (violations.length > 0 && violations.every((one) => one.rule === rule.id))
        return { change: { [field.name]: value }, violations };
    }
  }
  return undefined;
}

/**
 * Values that may break a rule: of an end, the one just before its start; the record itself where a field refers to
 * such; and any.
 */
function valuesAgainst(
  entity: Entity,
  { sampler }: DeedGround,
  rule: Rule | Order,
  field: Field,
  row: Json,
): unknown[] {
  const { ref } = field;
  const own = ref && isOf(entity, ref.entity) ? [row[ref.by]] : [];
  const itself = field.kind === 'multiRef' ? own.map((value) => [value]) : own;
  const before =
    isOrder(rule) && field.name === rule.to && row[rule.from] != null
      ? [valueBefore(fieldNamed(entity, rule.from), row[rule.from])]
      : [];
  const drawn = Array.from({ length: MOST_VALUES }, () =>
    ref || field.optionList !== undefined ? sampler.standIn(field) : sampler.draw(field),
  );
  return [...before, ...itself, ...drawn, null];
}
