import { today } from '../../../generator/language/dates.ts';
import type { UserBinding } from '../../../generator/language/expression/scope.ts';
import { compileJudge, type EntityJudge, type JudgeContext } from '../../../generator/language/judge.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { firstOfEachField, type Violation, violationsOfAjv } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { minorUnitsOf } from '../../fields/decimal/amount.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { fieldsReading, withStored } from './lookedUp.ts';
import type { Problem } from './problem.ts';
import { withOwnCompany } from './ownCompany.ts';
import { type CompiledShape, rowShape, shapeErrors } from './rowShape.ts';
import { fieldsOfRules, type RuleFields } from './ruleFields.ts';
import type { Rules, RuleContext } from './rules.ts';

/** What the rules of an entity are made of: its compiled form, its parents and children, and the shape of its rows. */
export interface RuleSource extends CompiledShape {
  entity: Entity;
  related: Record<string, Entity>;
}

/** Who fills in the form, and the zone that says what day is today for the business. */
export interface Reader {
  person: UserBinding;
  timeZone: string;
}

/**
 * The rules of an entity and of its children, as a form runs them.
 *
 * @param sources the entity and its children, by name; grandchildren are edited on their parent's own page
 * @param via the field by which a child points to its parent
 */
export function rulesOf(name: string, sources: ReadonlyMap<string, RuleSource>, reader: Reader, via?: string): Rules {
  const source = sources.get(name)!;
  const { entity, related } = source;
  const shape = rowShape(source);
  const fields = new Map(entity.fields.map((field): [string, Field] => [field.name, field]));
  const rulesOver = fieldsOfRules(entity);
  const parts = new Set(entity.children.map((child) => child.entity));
  const judge = compileJudge(entity, { entities: { ...related, [name]: entity } });
  const children =
    via === undefined
      ? entity.children
          .filter((child) => sources.has(child.entity))
          .map((child): [string, Rules] => [child.entity, rulesOf(child.entity, sources, reader, child.via)])
      : [];
  const around = (surroundings: RuleContext) => aroundOf(surroundings, reader);
  const [fromLookups, fromParent] = [fieldsReading(entity, 'lookup'), fieldsReading(entity, 'parent')];
  /** the fields whose values nobody can tell while what they read is not known */
  const openIn = ({ lookups, parent }: RuleContext): ReadonlySet<string> =>
    new Set([...(lookups ? [] : fromLookups), ...(parent ? [] : fromParent)]);
  return {
    entity,
    shape,
    children: new Map(children),
    defaults: (row, surroundings) =>
      withOwnCompany(entity, judge.compute(row, { ...around(surroundings), mode: 'create' }) as Row, reader.person),
    // A default is given once, when the form opens: computing as for an update leaves a field empty that was emptied.
    compute: (row, surroundings) => {
      const computed = judge.compute(row, { ...around(surroundings), mode: 'update' }) as Row;
      const open = openIn(surroundings);
      return open.size === 0 ? computed : withStored(entity, open, computed, surroundings.old);
    },
    validate: (row, surroundings) => {
      const mode = surroundings.old ? 'update' : 'create';
      const normal = normalised(entity, row);
      const malformed = violationsOfAjv(shapeErrors(shape, normal), (field) => fields.get(field)?.label, normal);
      const rules = judge.judge(normal, { ...around(surroundings), mode });
      // what stands beside the row gives is not missing while nobody has looked, nor what is saved but never read back
      const open = openIn(surroundings);
      const isOpen = ({ field, key }: Violation): boolean =>
        key === MESSAGE.required && (open.has(field) || (mode === 'update' && fields.get(field)?.writeOnly === true));
      // The child's field that points to its parent is filled by the server.
      return byField(
        firstOfEachField([...rules, ...malformed].filter((one) => !isOpen(one))).filter(
          ({ field }) => field !== via && (fields.has(field) || parts.has(field)),
        ),
        normal,
        rulesOver,
      );
    },
    isShown: (field, row, surroundings) => isShown(judge, entity.form.show[field], row, around(surroundings)),
  };
}

type Around = Omit<JudgeContext, 'mode'>;

const aroundOf = ({ old, parent, children, lookups }: RuleContext, { person, timeZone }: Reader): Around => ({
  today: businessDay(timeZone),
  user: person,
  places: minorUnitsOf,
  ...(old && { old }),
  ...(parent && { parent }),
  ...(children && { children }),
  ...(lookups && { lookups }),
});

let day = { zone: '', until: 0, text: '' };

/** The day of the business, looked up once a minute: asking the calendar costs more than all rules of a keystroke. */
export function businessDay(zone: string): string {
  const now = Date.now();
  if (now >= day.until || day.zone !== zone) day = { zone, until: now + 60_000, text: today(zone) };
  return day.text;
}

/** An expression that cannot be answered yet hides nothing. */
const isShown = (judge: EntityJudge, expression: string | undefined, row: Row, around: Around): boolean =>
  expression === undefined || judge.test(expression, row, around) !== false;

/**
 * The row as the server will read it: blanks trimmed, codes in upper case; what is no field of the entity falls away.
 */
const normalised = (entity: Entity, row: Row): Row =>
  Object.fromEntries(
    entity.fields.map((field) => [field.name, KINDS[field.kind].normalise(row[field.name] ?? null, field)]),
  );

function byField(
  violations: readonly Violation[],
  row: Row,
  rules: ReadonlyMap<string, RuleFields>,
): Map<string, Problem[]> {
  const problems = new Map<string, Problem[]>();
  for (const { field, key, params, level, message, rule } of violations) {
    const over = rule === undefined ? undefined : rules.get(rule);
    const isFilled = over?.read.every((name) => !isAbsent(row[name])) === true;
    const problem: Problem = {
      key,
      params,
      ...(level && { level }),
      ...(message && { message }),
      ...(over && isFilled && { over: over.changed }),
    };
    problems.set(field, [...(problems.get(field) ?? []), problem]);
  }
  return problems;
}
