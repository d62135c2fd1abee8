import type { EntityJudge } from '../../generator/language/judge.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Row, Sample } from './sample.ts';

/** The values of the parent with which a rule wants fields to agree. */
export const agreedWith = ({ rules }: Entity, parent: Sample | undefined): Row =>
  Object.fromEntries(
    parent
      ? rules.flatMap(({ assert }) =>
          [...assert.matchAll(/\bself\.(\w+) == parent\.(\w+)/g)].map(([, own, above]) => [own!, parent.whole[above!]]),
        )
      : [],
  );

/** Whether a condition reads the parts of a row, or what the row works out from them: it is known once they are. */
export const asksOfParts = (entity: Entity, condition: string): boolean =>
  /\bchildren\./.test(withFormulae(entity, condition));

const overParts = new WeakMap<Entity, ReadonlySet<string>>();

/**
 * The rules of an entity that read its parts, or what it works out from them; found once, for every row that is tried
 * asks.
 */
export function rulesOverParts(entity: Entity): ReadonlySet<string> {
  const known =
    overParts.get(entity) ??
    new Set(
      entity.rules.filter(({ when = '', assert }) => asksOfParts(entity, `${when} ${assert}`)).map(({ id }) => id),
    );
  overParts.set(entity, known);
  return known;
}

/** Whether a rule of an entity reads a sum over its parts: many of them may come to more than it allows. */
export const boundsSums = (entity: Entity): boolean =>
  entity.rules.some(
    ({ id, when = '', assert }) =>
      rulesOverParts(entity).has(id) && /\bsum\(children\./.test(withFormulae(entity, `${when} ${assert}`)),
  );

/** Whether an expression of a part reads what its whole works out from all of its parts. */
export const asksForTotal = ({ entities }: Pick<Model, 'entities'>, { parents }: Entity, text: string): boolean =>
  text.includes('parent.') &&
  parents.some(({ entity }) =>
    entities[entity]!.fields.some(
      ({ name, compute }) =>
        compute !== undefined && /\bchildren\./.test(compute.expr) && new RegExp(`\\bparent\\.${name}\\b`).test(text),
    ),
  );

/** Whether rules of an entity ask for totals of its whole, worked out once: it is asked for every row that is tried. */
const totalsAsked = new WeakMap<Entity, boolean>();

/**
 * A whole with what it works out from all parts that were handed out, its own and those added later, where a rule of a
 * part of it asks for that.
 */
export function withTotals(
  model: Model,
  entity: Entity | undefined,
  { entity: above, whole }: Sample,
  known: ReadonlyMap<string, readonly Row[]>,
  judge: EntityJudge,
): Row {
  if (!entity) return whole;
  const asks =
    totalsAsked.get(entity) ??
    asksForTotal(model, entity, entity.rules.map(({ when = '', assert }) => `${when} ${assert}`).join(' '));
  totalsAsked.set(entity, asks);
  if (!asks) return whole;
  const children = Object.fromEntries(
    above.children.map(({ entity: name, via }) => [
      name,
      (known.get(name) ?? []).filter(
        (row) => row[via] === whole[model.entities[name]!.fields.find((field) => field.name === via)!.ref!.by],
      ),
    ]),
  );
  return judge.compute(whole, { mode: 'update', children });
}

/** An expression with the formulae of the fields that it reads, and those that these read. */
function withFormulae({ fields }: Entity, expression: string): string {
  let text = expression;
  const open = new Set(
    fields.flatMap(({ name, compute, defaultExpr }) => {
      const formula = compute?.expr ?? defaultExpr;
      return formula === undefined ? [] : [{ name, formula }];
    }),
  );
  for (let grown = true; grown;) {
    grown = false;
    for (const one of open) {
      if (!new RegExp(`\\bself\\.${one.name}\\b`).test(text)) continue;
      text += ` ${one.formula}`;
      grown = open.delete(one);
    }
  }
  return text;
}

/**
 * The rows that the lookups of a row find, as far as its rules or what they read ask for them. What the parent alone
 * names is made where there is none yet.
 *
 * @param find answers the row of an entity with a key, and makes one if it may
 */
export function lookedUp(
  judge: EntityJudge,
  { entity, row, parent }: Pick<Sample, 'entity' | 'row' | 'parent'>,
  find: (entity: string, key: Row, mayMake: boolean) => Sample | undefined,
): Record<string, Sample> {
  const found: Record<string, Sample> = {};
  if (entity.lookups.length === 0) return found;
  const read = withFormulae(entity, entity.rules.map(({ when = '', assert }) => `${when} ${assert}`).join(' '));
  for (const { lookup, keyOf } of judge.lookups) {
    if (!new RegExp(`\\blookup\\.${lookup.name}\\b`).test(read)) continue;
    // the row that serves on a day is not drawn: what a formula takes from it is drawn itself, as one that people may
    // overrule
    if (lookup.latest) continue;
    const isOfParent = lookup.by.every(({ expr }) => !/\bself\./.test(expr));
    const key = keyOf(row, {
      ...(parent ? { parent: parent.whole } : {}),
      lookups: Object.fromEntries(Object.entries(found).map(([name, { whole }]) => [name, whole])),
    });
    const there = key && find(lookup.entity, key, isOfParent);
    if (there) found[lookup.name] = there;
  }
  return found;
}

/** The pattern that a rule asks of a text now and then, as of the number of one type of invoice. */
export const askedPattern = ({ rules }: Entity, name: string): string | undefined =>
  rules.flatMap(({ assert }) => new RegExp(`^self\\.${name}\\.matches\\("([^"\\\\]+)"\\)$`).exec(assert)?.[1] ?? [])[0];

/** The codes that rules name of a reference, as `self.invoiceCur == 'CNY'`. */
export const namedCodes = ({ rules }: Entity, name: string): string[] => [
  ...new Set(
    rules.flatMap(({ when = '', assert }) =>
      [...`${when} ${assert}`.matchAll(new RegExp(`\\bself\\.${name} == '([^']+)'`, 'g'))].map(([, code]) => code!),
    ),
  ),
];
