import { entityModule } from '../../../generator/emit/validators.ts';
import { expressionsOf, narrowingOf } from '../../../generator/language/evaluation/lookups.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Lookup } from '../../../generator/model/lookup.ts';
import { rulesOf, type RuleSource } from '../../../web/records/form/compiledRules.ts';
import type { Rules } from '../../../web/records/form/rules.ts';
import type { Case } from '../case.ts';
import type { Row, Sample } from '../sample.ts';
import { PERSON } from '../caller.ts';
import { ruleReadsPreviousValues, setByChildren } from '../neededRows.ts';
import { lookedUpRows, readsTotal } from '../readByRules.ts';
import { rowRules } from '../rowRules.ts';
import { messageText, type Store } from './api.ts';

const importCode = (code: string): Promise<object> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);

/**
 * The rules of an entity as a form runs them, loaded from the modules that the server sends to browsers. Without its
 * proposals (`x-propose`), which cases do not send to the API either.
 */
export async function formRules(entity: Entity, model: Model): Promise<Rules> {
  const fields = entity.fields.map(({ proposal: _, ...field }): Field => field);
  const { code, rules } = entityModule({ ...entity, fields }, model);
  const source = { ...(await importCode(code)), ...(await importCode(rules)) } as RuleSource;
  return rulesOf(entity.name, new Map([[entity.name, source]]), { person: PERSON, timeZone: 'Asia/Shanghai' });
}

/**
 * Whether a form can check a case. It cannot check rules over all children or a change of the parent, and for a new
 * child it does not know the previous values of the parent.
 */
export const isFormCase = (entity: Entity, { sample, change, expected, old, ofChildren }: Case): boolean =>
  !ofChildren &&
  !entity.parents.some(({ via }) => via in change) &&
  !(
    sample.parent &&
    !old &&
    rowRules(entity).some(
      (rule) =>
        expected.some(({ field, key }) => key === rule.key && rule.at.includes(field)) &&
        ruleReadsPreviousValues(sample.entity, sample.parent!.entity, rule),
    )
  );

/** Whether an expression is one that selects among rows only if it has a value. */
const isNarrowing = (lookup: Lookup, expr: string): boolean => narrowingOf(lookup).some((one) => one.expr === expr);

/** A value of another type counts as none. */
const isText = (value: unknown): boolean => typeof value === 'string';

/** The lookups that the formula of a field reads. */
const lookupsReadBy = ({ fields, lookups }: Entity, field: string): Lookup[] => {
  const expr = fields.find(({ name }) => name === field)?.compute?.expr ?? '';
  return lookups.filter(({ name }) => new RegExp(`\\blookup\\.${name}\\b`).test(expr));
};

/** Whether an expression reads any of some fields. */
const readsAny = (expr: string, fields: readonly string[]): boolean =>
  fields.some((field) => new RegExp(`\\bself\\.${field}\\b`).test(expr));

/** The stored parent of a case, if rules read its totals over stored children, which the sample lacks. */
export async function parentWithTotals(
  entity: Entity,
  { sample: { parent } }: Case,
  model: Model,
  store: Store,
): Promise<Row | undefined> {
  if (!parent || !readsTotal(entity, model)) return undefined;
  return store.server.read(parent.entity.name, (await store.stored(parent))['id']);
}

/** The messages of the form for a case, sorted. @param parent the parent instead of that of the sample */
export function validateInForm(rules: Rules, { sample, change, old }: Case, parent?: Row): string[] {
  // in the form of a new record each child entity has an empty list
  const none = sample.entity.children.map((child): [string, Row[]] => [child.entity, []]);
  const children = Object.fromEntries([
    ...none,
    ...Object.entries((old ?? sample).children).map(([name, rows]): [string, Row[]] => [
      name,
      rows.map(({ full }: Sample) => full),
    ]),
  ]);
  // the form requests a lookup again when its key changes
  const isReread = (name: string): boolean =>
    sample.entity.lookups.some(
      (lookup) =>
        lookup.name === name &&
        expressionsOf(lookup).some((expr) =>
          Object.entries(change).some(
            ([field, value]) =>
              new RegExp(`\\bself\\.${field}\\b`).test(expr) && !(isNarrowing(lookup, expr) && !isText(value)),
          ),
        ),
    );
  const lookups =
    sample.lookups && Object.fromEntries(Object.entries(lookedUpRows(sample)).filter(([name]) => !isReread(name)));
  const context = {
    old: old?.full,
    parent: parent ?? sample.parent?.full,
    lookups,
    ...(Object.keys(children).length > 0 ? { children } : {}),
  };
  // the rules of the server read the values that new children have set (`x-child.sets`)
  const set = old ? {} : setByChildren(sample.entity, sample.children);
  const entered = { ...old?.full, ...sample.row, ...set, ...change };
  const row = old ? rules.compute(entered, context) : rules.defaults(entered, context);
  // a result is not missing while the row of another day is requested
  const isAwaited = (field: string): boolean =>
    lookupsReadBy(sample.entity, field).some(
      ({ name, latest }) => latest && name in (sample.lookups ?? {}) && readsAny(latest.upTo, Object.keys(change)),
    );
  return [...rules.validate(row, context)]
    .flatMap(([field, problems]) =>
      problems
        .filter(({ key }) => key !== MESSAGE.required || !isAwaited(field))
        .map(({ key, level }) => messageText({ field, key, ...(level ? { level } : {}) })),
    )
    .sort();
}
