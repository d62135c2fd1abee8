import { checkExpression } from '../language/expression/check.ts';
import type { Scope } from '../language/expression/scope.ts';
import { narrowingOf } from '../language/evaluation/lookups.ts';
import { fieldsRead } from '../language/expression/syntax.ts';
import { assignableTypes } from '../language/expression/values.ts';
import { COVERING_FIELDS, KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Lookup, Preference } from '../model/lookup.ts';
import { findCodeProblem } from '../compile/codes.ts';
import type { ExpressionChecks } from '../compile/expressionChecks.ts';
import { withoutAbsent } from '../compile/field.ts';
import type { LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import { guardPlaces } from './guard.ts';
import { mergeListBy } from './inherit.ts';
import type { Keyword } from './keyword.ts';
import { entriesOf } from './ruleText.ts';

/** `x-lookup`: a row of another entity that expressions read as `lookup.<name>`. */
export const lookup: Keyword<Raw[]> = {
  word: 'x-lookup',
  layers: ['save'],
  inherit: mergeListBy('name'),
  compile(word, entity) {
    entity.lookups = entriesOf(word).map((entry) =>
      withoutAbsent<Lookup>({
        name: String(entry['name']),
        entity: String(entry['entity']),
        by: conditionsOf(entry['by'] as Record<string, string>),
        any: entry['any'] as Lookup['any'],
        latest: entry['latest'] as Lookup['latest'],
        covering: isRaw(entry['covering']) ? compileCovering(entry['covering']) : undefined,
      }),
    );
  },
  link: linkLookups,
  checkExpressions: checkLookups,
};

const conditionsOf = (word: Record<string, string>): Lookup['by'] =>
  Object.entries(word).map(([field, expr]) => ({ field, expr }));

const compileCovering = ({ narrow, prefer, ...word }: Raw): Lookup['covering'] => ({
  ...(word as Omit<NonNullable<Lookup['covering']>, 'narrow' | 'prefer'>),
  ...(isRaw(narrow) && { narrow: conditionsOf(narrow as Record<string, string>) }),
  ...(Array.isArray(prefer) && {
    prefer: entriesOf(prefer as Raw[]).map(({ field, is, orOther }): Preference => ({
      field: String(field),
      expr: String(is),
      ...(orOther === true && { orOther }),
    })),
  }),
});

/** Checks that the names of `x-lookup` exist, and that its fields identify one row. */
function linkLookups(entity: Entity, { model, unread, report }: LinkContext): void {
  const taken = new Set<string>();
  entity.lookups.forEach((one, index) => {
    const own = report.within(['x-lookup', index]);
    if (taken.has(one.name)) own.add(['name'], `"${one.name}" names another lookup already`);
    taken.add(one.name);
    const target = model.entities[one.entity];
    if (!target) {
      if (!unread.has(one.entity)) own.unknown(['entity'], 'entity', one.entity, Object.keys(model.entities));
      return;
    }
    const names = keysOf(target).map(({ name }) => name);
    for (const { field } of one.by)
      if (!names.includes(field)) own.unknown(['by', field], `field of ${target.name}`, field, names);
    const { latest, covering } = one;
    if (covering) linkPeriod(target, covering, names, own);
    const day = latest && target.fields.find(({ name }) => name === latest.field);
    if (latest && !day) own.unknown(['latest', 'field'], `field of ${target.name}`, latest.field, names);
    if (day && (day.kind !== 'date' || !day.required))
      own.add(['latest', 'field'], `"${day.name}" must be a date and required`);
    if (!one.any && !covering && !identifiesOneRow(one, target))
      own.add(
        ['by'],
        `several rows of ${target.name} may have the same ${one.by.map(({ field }) => field).join(', ')}: name its id, all fields of an x-unique, of an x-noOverlap and its from, or of an x-latest and its flag; or add "any" or "covering"`,
      );
  });
}

/**
 * Checks that the ends of a period are dates of the entity, and the other names of `covering`.
 *
 * @param report at the lookup
 */
function linkPeriod(
  target: Entity,
  { from, to, narrow = [], prefer = [] }: NonNullable<Lookup['covering']>,
  names: readonly string[],
  report: Report,
): void {
  for (const { field } of narrow)
    if (!names.includes(field)) report.unknown(['covering', 'narrow', field], `field of ${target.name}`, field, names);
  prefer.forEach(({ field }, index) => {
    if (!names.includes(field))
      report.unknown(['covering', 'prefer', index, 'field'], `field of ${target.name}`, field, names);
  });
  for (const { name } of COVERING_FIELDS)
    if (names.includes(name))
      report.add(['covering'], `the field "${name}" of ${target.name} has the name of a count of covering rows`);
  for (const [option, name] of Object.entries({ from, to })) {
    const field = target.fields.find((one) => one.name === name);
    if (!field) report.unknown(['covering', option], `field of ${target.name}`, name, names);
    else if (field.kind !== 'date') report.add(['covering', option], `"${name}" is no date`);
  }
}

/** Fields of a lookup: those of the entity, and `id`. */
const keysOf = ({ fields }: Entity): Field[] => [...KERNEL_FIELDS.filter(({ name }) => name === 'id'), ...fields];

function identifiesOneRow({ by, latest: dated }: Lookup, { unique, noOverlap, latest, sequence }: Entity): boolean {
  const names = new Set([...by.map(({ field }) => field), ...(dated ? [dated.field] : [])]);
  const keys = [
    ['id'],
    ...unique.filter(({ where }) => where === undefined).map(({ fields }) => fields),
    ...(sequence ? [[...sequence.by, sequence.field]] : []),
    // periods that begin on the same day overlap, so `from` identifies one row
    ...noOverlap.filter(({ where }) => where === undefined).map(({ by: group, from }) => [...group, from]),
  ];
  const isLatest =
    latest !== undefined &&
    names.has(latest.field) &&
    by.some(({ field, expr }) => field === latest.field && /^(['"])Y\1$/.test(expr)) &&
    latest.by.every((name) => names.has(name));
  return isLatest || keys.some((fields) => fields.every((name) => names.has(name)));
}

/** The expression of a key of a lookup. */
interface LookupKey {
  name: string;
  expr: string;
  at: (string | number)[];
  /** whether it reads the entered value of a formula that users may override, and none if nothing was entered */
  isEntered?: boolean;
}

/** The expressions of all keys of a lookup. @param index of the lookup */
function keyExpressions({ by, latest, covering }: Lookup, index: number): LookupKey[] {
  const at = (...keys: (string | number)[]): (string | number)[] => ['x-lookup', index, ...keys];
  return [
    ...by.map(({ field, expr }) => ({ name: field, expr, at: at('by', field) })),
    ...(latest ? [{ name: latest.field, expr: latest.upTo, at: at('latest', 'upTo') }] : []),
    ...(covering
      ? [
          { name: covering.from, expr: covering.start, at: at('covering', 'start') },
          { name: covering.to, expr: covering.end, at: at('covering', 'end') },
        ]
      : []),
    ...narrowingOf({ covering }).map(({ field, expr }) => ({
      name: field,
      expr,
      at: at('covering', 'narrow', field),
      isEntered: true,
    })),
    ...(covering?.prefer ?? []).map(({ field, expr }, place) => ({
      name: field,
      expr,
      at: at('covering', 'prefer', place, 'is'),
    })),
  ];
}

/**
 * Checks that keys of lookups read only values that are known before, because most formulas are computed later and can
 * read the found row.
 */
function checkLookups(entity: Entity, { model, scope, report }: ExpressionChecks): void {
  entity.lookups.forEach((one, index) => {
    const target = model.entities[one.entity];
    const keys = keyExpressions(one, index);
    for (const { name, expr, at, isEntered } of target ? keys : []) {
      const field = keysOf(target!).find((candidate) => candidate.name === name);
      if (!field) continue;
      const checked = checkExpression(expr, scope, assignableTypes(field));
      const problem = checked.ok ? findCodeProblem(expr, scope, model) : checked.message;
      if (problem !== undefined) {
        report.add(at, problem);
        continue;
      }
      const { ast } = scope.environment.parse(expr);
      const before = entity.lookups.slice(0, index).map((earlier) => earlier.name);
      const computed = [...fieldsRead(ast, 'self')].find((read) =>
        entity.fields.some(
          (own) => own.name === read && !(isEntered && own.compute?.overridable) && isComputedLater(own, before, scope),
        ),
      );
      if (computed !== undefined) report.add(at, `"${computed}" is computed after the lookup`);
      const later = [...fieldsRead(ast, 'lookup')].find((read) => !before.includes(read));
      if (later !== undefined) report.add(at, `"${later}" is not looked up before "${one.name}"`);
    }
  });
  checkGuards(entity, scope, report);
}

/**
 * Whether the value of a field is not known when a lookup is made. That of an overridable formula or default over the
 * parent and earlier lookups is.
 *
 * @param before names of the earlier lookups
 */
function isComputedLater({ compute, defaultExpr }: Field, before: readonly string[], scope: Scope): boolean {
  if (compute && !compute.overridable) return true;
  const expr = compute?.expr ?? defaultExpr;
  if (expr === undefined) return false;
  const { ast } = scope.environment.parse(expr);
  return (
    fieldsRead(ast, 'self').size > 0 ||
    fieldsRead(ast, 'children').size > 0 ||
    [...fieldsRead(ast, 'lookup')].some((read) => !before.includes(read))
  );
}

/** Checks that guards, which are evaluated outside a save, do not use lookups. */
function checkGuards(entity: Entity, scope: Scope, report: Report): void {
  if (entity.lookups.length === 0) return;
  const texts: [string | undefined, readonly (string | number)[]][] = [
    ...guardPlaces(entity).map(([{ expr }, at]): [string, (string | number)[]] => [expr, [...at, 'expr']]),
    ...entity.actions.map(({ guard }, index): [string | undefined, (string | number)[]] => [
      guard?.expr,
      ['x-action', index, 'guard'],
    ]),
    ...entity.machines.flatMap(({ transitions }) =>
      transitions.map(({ guard }): [string | undefined, string[]] => [guard, ['x-machine']]),
    ),
  ];
  for (const [text, at] of texts) {
    if (text === undefined || !checkExpression(text, scope).ok) continue;
    if (fieldsRead(scope.environment.parse(text).ast, 'lookup').size > 0)
      report.add(at, 'a guard is evaluated on the row alone: it cannot read a lookup');
  }
}
