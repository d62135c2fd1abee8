import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import type { OperationGuard } from '../model/operation.ts';
import { specOf, withoutAbsent } from '../compile/field.ts';
import { actionsOf as operationsOfRow } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Notes } from '../diff/change.ts';
import { describeRefusal } from '../emit/dictionary/describedRule.ts';
import type { Keyword } from './keyword.ts';
import { isRaw, type Raw } from '../compile/source.ts';

type Path = readonly (string | number)[];

/** Where the file of an entity has its guards. */
interface Places {
  guards: Map<OperationGuard, Path>;
  /** named operations */
  operations: { name: string; at: Path }[];
}

const PLACES = new WeakMap<Entity['guards'], Places>();

/** `x-guard`: conditions on the row before an operation. */
export const guard: Keyword = {
  word: 'x-guard',
  layers: ['docs', 'save'],
  inherit: inheritGuards,
  complete(word, entity) {
    entity.guards = compileGuards(word, entity);
  },
  link(entity, { report }) {
    checkGuardOperations(entity, ['edit', 'delete', ...operationsOfRow(entity)], report);
    for (const [{ expr }, at] of guardPlaces(entity))
      if (/\bchildren\./.test(expr))
        report.add([...at, 'expr'], 'a guard does not see the children of the row: compare a computed field instead');
  },
  checkExpressions(entity, { condition }) {
    for (const [{ expr }, at] of guardPlaces(entity)) condition(expr, [...at, 'expr']);
  },
  describe: ({ guards }) =>
    Object.entries(guards).flatMap(([operation, ofOperation]) =>
      ofOperation.map((one, index) =>
        describeRefusal(
          'x-guard',
          { ...one, id: ofOperation.length > 1 ? `${operation} ${index + 1}` : operation },
          'MSG_generic_0037',
          { en: `${operation} only where ${one.expr}`, zh: `仅当 ${one.expr} 时可 ${operation}` },
        ),
      ),
    ),
  diff: diffGuards,
};

/** Compiles a guard: a condition on the row with the message of its refusal. */
export const compileGuard = (word: Raw): OperationGuard =>
  withoutAbsent<OperationGuard>({
    expr: String(word['expr']),
    key: word['key'] as string | undefined,
    message: word['message'] as Label | undefined,
    spec: specOf(word),
  });

/**
 * Compiles `x-guard` to the guards of each operation. Its value is an object by operation, or a list of guards that
 * each name their operations (`on`). Operations from a list are ordered: edit, delete, transitions, actions.
 */
export function compileGuards(
  word: unknown,
  { machines, actions }: Pick<Entity, 'machines' | 'actions'>,
): Entity['guards'] {
  const places: Places = { guards: new Map(), operations: [] };
  let guards: Entity['guards'] = {};
  const add = (operation: string, guard: OperationGuard, at: Path): void => {
    (guards[operation] ??= []).push(guard);
    places.guards.set(guard, at);
  };
  if (Array.isArray(word)) {
    word.filter(isRaw).forEach((one, index) => {
      const guard = compileGuard(one);
      operationsOf(one).forEach((name, place) => {
        add(name, guard, ['x-guard', index]);
        places.operations.push({ name, at: ['x-guard', index, 'on', place] });
      });
    });
    const named = ['edit', 'delete', ...machines.flatMap(actionsOf), ...actions.map(({ name }) => name)];
    const order = new Set([...named, ...Object.keys(guards)]);
    guards = Object.fromEntries([...order].flatMap((name) => (guards[name] ? [[name, guards[name]]] : [])));
  } else
    for (const [name, value] of Object.entries(isRaw(word) ? word : {})) {
      places.operations.push({ name, at: ['x-guard', name] });
      const entries = [value].flat().filter(isRaw);
      entries.forEach((one, index) =>
        add(name, compileGuard(one), entries.length === 1 ? ['x-guard', name] : ['x-guard', name, index]),
      );
    }
  PLACES.set(guards, places);
  return guards;
}

/** Converts either form of `x-guard` to an object by operation. */
export function guardsByOperation(word: unknown): Raw {
  if (!Array.isArray(word)) return isRaw(word) ? word : {};
  const guards: Record<string, Raw[]> = {};
  for (const one of word.filter(isRaw)) {
    const { on: _on, ...guard } = one;
    for (const name of operationsOf(one)) (guards[name] ??= []).push(guard);
  }
  return guards;
}

/** All guards of an entity with their paths in the file. */
export const guardPlaces = ({ guards }: Entity): [OperationGuard, Path][] => [...(PLACES.get(guards)?.guards ?? [])];

/** Reports operations that the entity does not have. */
function checkGuardOperations({ guards }: Entity, known: readonly string[], report: Report): void {
  for (const { name, at } of PLACES.get(guards)?.operations ?? [])
    if (!known.includes(name)) report.unknown(at, 'operation', name, known);
}

const operationsOf = ({ on }: Raw): string[] => (Array.isArray(on) ? on.map(String) : []);

const actionsOf = ({ transitions }: Entity['machines'][number]): string[] => transitions.map(({ action }) => action);

/** Joins inherited and own guards of a subtype. Own guards of an operation follow the inherited ones. */
function inheritGuards(inherited: unknown, own: unknown): unknown {
  if (own === undefined) return inherited ?? {};
  const [base, added] = [guardsByOperation(inherited), guardsByOperation(own)];
  const operations = new Set([...Object.keys(base), ...Object.keys(added)]);
  return Object.fromEntries([...operations].map((name) => [name, [base[name] ?? [], added[name] ?? []].flat()]));
}

function diffGuards(before: Entity, after: Entity, notes: Notes): void {
  for (const operation of new Set([...Object.keys(before.guards), ...Object.keys(after.guards)])) {
    const [then, now] = [before, after].map(({ guards }) => guards[operation]?.map(({ expr }) => expr).join(' && '));
    if (then === now) continue;
    if (now === undefined) notes.add('staff', `${operation} without the condition ${then}`);
    else notes.break('staff', `${operation} only where ${now}${then ? ` (before: ${then})` : ''}`);
  }
}
