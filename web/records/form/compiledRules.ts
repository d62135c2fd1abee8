import { today } from '../../../generator/language/dates.ts';
import type { UserBinding } from '../../../generator/language/expression/scope.ts';
import {
  compileEvaluator,
  type EntityEvaluator,
  type EvaluationContext,
} from '../../../generator/language/evaluation/evaluator.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { firstOfEachField, type Violation, violationsOfAjv } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { minorUnitsOf } from '../../fields/decimal/amount.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { fieldsReading, withStored } from './lookedUp.ts';
import type { FormProblem } from './problem.ts';
import { withOwnCompany } from './ownCompany.ts';
import { type CompiledShape, rowShape, type RowShape, shapeErrors } from './rowShape.ts';
import { fieldsOfRules, type RuleFields } from './ruleFields.ts';
import type { Rules, RuleContext } from './rules.ts';

/** How the form of a new row computes its values. */
const NEW_ROW = { mode: 'create', proposes: true } as const;

/** Input for the rules of an entity: the entity, its parents and children, and the shape of its rows. */
export interface RuleSource extends CompiledShape {
  entity: Entity;
  related: Record<string, Entity>;
}

/** The user and the business time zone, as rules read them. */
export interface RuleUser {
  person: UserBinding;
  timeZone: string;
}

/**
 * Compiles the rules of an entity and of its children for a form.
 *
 * @param sources the entity and its children, by name; grandchildren are edited on their parent's own page
 * @param via of a child, the field that refers to its parent
 */
export function rulesOf(name: string, sources: ReadonlyMap<string, RuleSource>, user: RuleUser, via?: string): Rules {
  const source = sources.get(name)!;
  const { entity, related } = source;
  const evaluator = compileEvaluator(entity, { entities: { ...related, [name]: entity } });
  const unknownIn = unknownFields(entity);
  const children = entity.children.filter((child) => via === undefined && sources.has(child.entity));
  const shape = rowShape(source);
  return {
    entity,
    shape,
    children: new Map(children.map((child) => [child.entity, rulesOf(child.entity, sources, user, child.via)])),
    defaults: (row, context) =>
      withOwnCompany(
        entity,
        withResults({ entity, evaluator }, row, { ...evaluationContext(context, user), ...NEW_ROW }),
        user.person,
      ),
    // mode `update`, because defaults are set only when the form opens: an emptied field stays empty
    compute: (row, context) => {
      const computed = withResults({ entity, evaluator }, row, { ...evaluationContext(context, user), mode: 'update' });
      const unknown = unknownIn(context);
      return unknown.size === 0 ? computed : withStored(entity, unknown, { entered: row, computed }, context.old);
    },
    enteredFields: (row, context) => {
      const unknown = unknownIn(context);
      const normal = { ...row, ...normalised(entity, row) };
      return evaluator
        .enteredFields(normal, { ...evaluationContext(context, user), mode: 'update' })
        .filter((name) => !unknown.has(name));
    },
    validate: validation({ entity, shape, evaluator, user, unknownIn, via }),
    isShown: (field, row, context) =>
      isShown(evaluator, entity.form.show[field], row, evaluationContext(context, user)),
    mayHave: (child, row) =>
      entity.children.every(
        ({ entity: name, when }) => name !== child || when === undefined || evaluator.test(when, row) === true,
      ),
  };
}

/** Returns a function that finds the fields whose formulas read rows that are not loaded yet. */
function unknownFields(entity: Entity): (context: RuleContext) => ReadonlySet<string> {
  const [fromLookups, fromParent] = [fieldsReading(entity, 'lookup'), fieldsReading(entity, 'parent')];
  return ({ lookups, parent }) => new Set([...(lookups ? [] : fromLookups), ...(parent ? [] : fromParent)]);
}

/** The ids of the rules that read a lookup. */
const rulesReadingLookups = ({ rules }: Entity): ReadonlySet<string> =>
  new Set(rules.filter(({ when = '', assert }) => /\blookup\./.test(`${when} ${assert}`)).map(({ id }) => id));

interface Validation {
  entity: Entity;
  shape: RowShape;
  evaluator: EntityEvaluator;
  user: RuleUser;
  unknownIn: (context: RuleContext) => ReadonlySet<string>;
  /** the field that the server fills with the parent of a child */
  via: string | undefined;
}

/** Validates a row by the JSON Schema and by the rules of the engine, whose messages come first. */
function validation({ entity, shape, evaluator, user, unknownIn, via }: Validation): Rules['validate'] {
  const fields = new Map(entity.fields.map((field): [string, Field] => [field.name, field]));
  const children = new Set(entity.children.map((child) => child.entity));
  const untestable = rulesReadingLookups(entity);
  const fieldsByRule = fieldsOfRules(entity);
  return (row, context) => {
    const mode = context.old ? 'update' : 'create';
    const normal = normalised(entity, row);
    const fromSchema = violationsOfAjv(shapeErrors(shape, normal), (field) => fields.get(field)?.label, normal);
    const fromRules = evaluator.validate(normal, { ...evaluationContext(context, user), mode });
    const unknown = unknownIn(context);
    // a value that is not loaded yet is not missing; neither is a stored write-only value, which is never read back
    const isFalselyMissing = ({ field, key }: Violation): boolean =>
      key === MESSAGE.required && (unknown.has(field) || (mode === 'update' && fields.get(field)?.writeOnly === true));
    // `has(lookup.field)` is false before the lookups are loaded
    const isUntestable = ({ rule }: Violation): boolean =>
      !context.lookups && rule !== undefined && untestable.has(rule);
    const found = firstOfEachField(
      [...fromRules, ...fromSchema].filter((violation) => !isFalselyMissing(violation) && !isUntestable(violation)),
    );
    const shown = found.filter(({ field }) => field !== via && (fields.has(field) || children.has(field)));
    return byField(shown, normal, fieldsByRule);
  };
}

type FormContext = Omit<EvaluationContext, 'mode'>;

const evaluationContext = (
  { old, parent, children, lookups }: RuleContext,
  { person, timeZone }: RuleUser,
): FormContext => ({
  today: businessDay(timeZone),
  user: person,
  places: minorUnitsOf,
  ...(old && { old }),
  ...(parent && { parent }),
  ...(children && { children }),
  ...(lookups && { lookups }),
});

let day = { zone: '', until: 0, text: '' };

/** Today in the business time zone, computed once a minute: it costs more than all rules of a keystroke. */
export function businessDay(zone: string): string {
  const now = Date.now();
  if (now >= day.until || day.zone !== zone) day = { zone, until: now + 60_000, text: today(zone) };
  return day.text;
}

/** Whether a condition of `x-form.show` shows a field. A condition with an absent operand does. */
const isShown = (evaluator: EntityEvaluator, expression: string | undefined, row: Row, context: FormContext): boolean =>
  expression === undefined || evaluator.test(expression, row, context) !== false;

/**
 * The row with the results of its formulas and defaults, which read the values as the server normalises them; what the
 * user types stays as it is.
 */
function withResults(
  { entity, evaluator }: Pick<Validation, 'entity' | 'evaluator'>,
  row: Row,
  context: EvaluationContext,
): Row {
  const normal: Row = { ...row, ...normalised(entity, row) };
  const computed = evaluator.compute(normal, context) as Row;
  return { ...row, ...Object.fromEntries(Object.entries(computed).filter(([name, value]) => value !== normal[name])) };
}

/** The row as the server normalises it, reduced to the fields of the entity. */
const normalised = (entity: Entity, row: Row): Row =>
  Object.fromEntries(
    entity.fields.map((field) => [field.name, KINDS[field.kind].normalise(row[field.name] ?? null, field)]),
  );

/** Problems by field. If all fields of a rule have values, its problem lists the fields whose change can resolve it. */
function byField(
  violations: readonly Violation[],
  row: Row,
  rules: ReadonlyMap<string, RuleFields>,
): Map<string, FormProblem[]> {
  const problems = new Map<string, FormProblem[]>();
  for (const { field, key, params, level, message, rule } of violations) {
    const fieldsOfRule = rule === undefined ? undefined : rules.get(rule);
    const isFilled = fieldsOfRule?.read.every((name) => !isAbsent(row[name])) === true;
    const problem: FormProblem = {
      key,
      params,
      ...(level && { level }),
      ...(message && { message }),
      ...(fieldsOfRule && isFilled && { changedBy: fieldsOfRule.changed }),
    };
    problems.set(field, [...(problems.get(field) ?? []), problem]);
  }
  return problems;
}
