import { actionsOf } from '../compile/linkContext.ts';
import type { Raw } from '../compile/source.ts';
import { readStates } from '../compile/states.ts';
import { isSame, type Notes } from '../diff/change.ts';
import { quoted, statesText } from '../diff/texts.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import type { Entity } from '../model/entity.ts';
import { mergeByKey } from './inherit.ts';
import type { Keyword } from './keyword.ts';

/** `x-gate`: the states in which an operation is allowed. */
export const gate: Keyword<Raw> = {
  word: 'x-gate',
  layers: ['docs'],
  inherit: mergeByKey,
  takesSpec: false,
  complete(word, entity, { report }) {
    for (const [operation, states] of Object.entries(word ?? {}))
      entity.gate[operation] = readStates(states, entity.machines, report.within(['x-gate', operation]));
  },
  link(entity, { report }) {
    const operations = ['edit', 'delete', ...actionsOf(entity)];
    for (const operation of Object.keys(entity.gate))
      if (!operations.includes(operation)) report.unknown(['x-gate', operation], 'operation', operation, operations);
  },
  describe: (entity) =>
    Object.entries(entity.gate).map(([operation, states]) =>
      describeEffect('x-gate', operation, {
        en: `${operation} only in ${statesText(states)}`,
        zh: `仅在 ${statesText(states)} 状态可 ${operation}`,
      }),
    ),
  diff(before, after, notes) {
    const closed = after.children
      .filter(({ readOnly, gate: own, free }) => !readOnly && own === undefined && free === undefined)
      .map(({ entity }) => entity);
    diffGates(before.gate, after.gate, closed, notes);
  },
};

/** @param children names of the children that can be edited only in the states in which the record can */
function diffGates(before: Entity['gate'], after: Entity['gate'], children: readonly string[], notes: Notes): void {
  for (const operation of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [then, now] = [before[operation], after[operation]];
    if (isSame(then, now)) continue;
    const what =
      operation === 'edit' && children.length > 0 ? `edit, also of its children ${quoted(children)},` : operation;
    if (now === undefined) notes.add('staff', `${what} in every state (before: ${statesText(then!)})`);
    else if (
      then === undefined ||
      !Object.entries(then).every(
        ([field, codes]) => now[field] === undefined || codes.every((code) => now[field]!.includes(code)),
      )
    )
      notes.break('staff', `${what} only in ${statesText(now)}${then ? ` (before: ${statesText(then)})` : ''}`);
    else notes.add('staff', `${what} in ${statesText(now)} (before: ${statesText(then)})`);
  }
}
