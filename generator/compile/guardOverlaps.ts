import { dayBefore, isDate } from '../language/dates.ts';
import { Decimal, printDecimal } from '../language/decimal.ts';
import { checkExpression } from '../language/expression/check.ts';
import { compileExpression } from '../language/expression/compile.ts';
import { scopeOf, type Scope } from '../language/expression/scope.ts';
import { allNodes, fieldsRead } from '../language/expression/syntax.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import type { ValidationRule } from '../language/validation/keyword.ts';
import { validationRules } from '../language/validation/validations.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Transition } from '../model/operation.ts';
import { partPath } from './machine.ts';
import type { Report } from './report.ts';

type At = readonly (string | number)[];
type Row = Readonly<Record<string, unknown>>;

/** Limit of the sample rows that are tried for two guards. */
const MAX_ROWS = 5000;

/**
 * Reports two transitions with the same action and state whose guards both allow one row, because only the first would
 * ever be used. It evaluates the guards on sample rows, with the literals of the guards, the adjacent values, and null
 * in optional fields (a guard without a result allows the transition). Guards that read more than the row are not
 * checked.
 */
export function checkOverlaps(entity: Entity, model: Model, machineAt: (index: number) => At, report: Report): void {
  const scope = scopeOf(entity, model);
  entity.machines.forEach((machine, index) => {
    const reported = new Set<Transition>();
    for (const { code } of machine.states) {
      const choices = machine.transitions.filter(({ from }) => from.includes(code));
      for (const [earlier, later] of pairs(
        choices.filter((choice) => choice.guard !== undefined && choice.else !== true),
      )) {
        // without an `else`, checkChoices reports the transitions
        if (reported.has(later) || !choices.some((choice) => choice.action === later.action && choice.else === true))
          continue;
        const ambiguous = findAmbiguousRow(earlier.guard!, later.guard!, entity, scope);
        if (!ambiguous) continue;
        reported.add(later);
        const path = partPath(machine, machineAt(index), 'transitions', machine.transitions.indexOf(later), 'guard');
        report.add(
          path,
          `action "${later.action}" is ambiguous from state "${code}": this guard and that of the transition to "${earlier.to}" both allow ${describeRow(ambiguous)}`,
        );
      }
    }
  });
}

/** All pairs of transitions with the same action, the earlier first. */
const pairs = (transitions: readonly Transition[]): [Transition, Transition][] =>
  transitions.flatMap((later, index) =>
    transitions
      .slice(0, index)
      .filter(({ action }) => action === later.action)
      .map((earlier): [Transition, Transition] => [earlier, later]),
  );

const describeRow = (row: Row): string => {
  const parts = Object.entries(row).map(([name, value]) =>
    value === null ? `no ${name}` : `${name} ${String(value)}`,
  );
  return parts.length === 0 ? 'every row' : `a row with ${parts.join(', ')}`;
};

/** Searches a row that both guards allow. Undefined if none is found, or if the guards read more than the row. */
function findAmbiguousRow(first: string, second: string, entity: Entity, scope: Scope): Row | undefined {
  const texts = [first, second];
  if (texts.some((text) => !checkExpression(text, scope).ok)) return undefined;
  const trees = texts.map((text) => scope.environment.parse(text).ast);
  const nodes = trees.flatMap((tree) => [...allNodes(tree)]);
  if (
    nodes.some((node) => (node.op === 'id' && node.args !== 'self') || (node.op === 'call' && node.args[0] === 'today'))
  )
    return undefined;
  const literals = nodes.flatMap((node) => (node.op === 'value' ? [String(node.args)] : []));
  const fields = [...new Set(trees.flatMap((tree) => [...fieldsRead(tree, 'self')]))].map((name) =>
    entity.fields.find((field) => field.name === name),
  );
  if (!fields.every((field) => field !== undefined)) return undefined;
  const guards = texts.map((text) => compileExpression(text, scope));
  const validators = validationRules(entity)
    .filter((rule) => rule.level === undefined && readsOnly(fields, rule))
    .flatMap((rule) => rule.compileRow?.(scope) ?? []);
  let tried = 0;
  for (const self of rowsOf(fields, literals)) {
    if (++tried > MAX_ROWS) return undefined;
    if (
      guards.every((guard) => guard({ self }) !== false) &&
      validators.every((validate) => validate(self, { mode: 'create' }).length === 0)
    )
      return self;
  }
  return undefined;
}

/** Whether a rule reads only the given fields of the row. */
const readsOnly = (fields: readonly Field[], rule: ValidationRule): boolean =>
  !/\b(?:old|parent|children|lookup|user|today)\b/.test(rule.expressions.join(' ')) &&
  rule.fields.every((name) => fields.some((field) => field.name === name));

/** All combinations of the sample values of the fields. */
function* rowsOf([field, ...others]: readonly Field[], literals: readonly string[]): Generator<Row> {
  if (!field) {
    yield {};
    return;
  }
  for (const row of rowsOf(others, literals))
    for (const value of valuesOf(field, literals)) yield { [field.name]: value, ...row };
}

/** Sample values of a field: its options, or values around the literals of the guards. */
function valuesOf(field: Field, literals: readonly string[]): unknown[] {
  const { cel, check, normalise } = KINDS[field.kind];
  const options = field.options?.map(({ code }) => code) ?? (field.kind === 'yesNo' ? ['Y', 'N'] : undefined);
  const candidates = options ?? literals.flatMap((text) => valuesAround(cel, text));
  const valid = candidates
    .map((value) => normalise(value, field))
    .filter((value) => value != null && !check(value, field));
  return [...new Set([...valid, ...(field.required ? [] : [null])])];
}

/** A literal with the values before and after it; empty if it is not of the type. */
function valuesAround(type: string, text: string): unknown[] {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  if (type === 'int') return isNumber && !text.includes('.') ? [-1, 0, 1].map((by) => Number(text) + by) : [];
  if (type === 'Decimal') return isNumber ? [-1, 0, 1].map((by) => printDecimal(new Decimal(text).plus(by))) : [];
  if (type === 'Date') return isDate(text) ? [dayBefore(text), text, '9999-12-31'] : [];
  return type === 'string' ? [text, `${text}X`] : [];
}
