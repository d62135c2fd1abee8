import { checkRequired } from '../compile/needs.ts';
import { actionsOf } from '../compile/linkContext.ts';
import { pairByName } from '../diff/change.ts';
import { quoted } from '../diff/texts.ts';
import { mergeByKey } from './inherit.ts';
import type { Keyword } from './keyword.ts';

/** `x-requiredAt`: fields that an operation requires. */
export const requiredAt: Keyword<Record<string, string[]>> = {
  word: 'x-requiredAt',
  layers: [],
  inherit: mergeByKey,
  compile(word, entity) {
    entity.requiredAt = word ?? {};
  },
  link(entity, { model, report, fields }) {
    const actions = actionsOf(entity);
    for (const [action, names] of Object.entries(entity.requiredAt)) {
      fields(names, ['x-requiredAt', action]);
      if (!actions.includes(action)) report.unknown(['x-requiredAt', action], 'action', action, actions);
    }
    checkRequired(entity, model, report);
  },
  diff(before, after, notes) {
    for (const operation of new Set([...Object.keys(before.requiredAt), ...Object.keys(after.requiredAt)])) {
      const [then, now] = [before, after].map((entity) => entity.requiredAt[operation] ?? []);
      const { removed, added } = pairByName(then!, now!, (name) => name);
      if (added.length > 0) notes.break('staff', `${operation} requires ${quoted(added)}`);
      if (removed.length > 0) notes.add('staff', `${operation} no longer requires ${quoted(removed)}`);
    }
  },
};
