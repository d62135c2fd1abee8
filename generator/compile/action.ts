import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Action, Sends } from '../model/operation.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import { isRaw, type Raw } from './source.ts';
import { specOf, withoutAbsent } from './field.ts';
import { checkValues } from './fieldKinds.ts';
import { compileGuard } from './guards.ts';
import { compileInput } from './machine.ts';
import type { Report } from './report.ts';

/** One word of `x-action`, but for its states, which need the entity's machines. @param report of the word itself */
export function compileAction(word: Raw, kinds: Raw, report: Report): Action {
  return withoutAbsent<Action>({
    name: String(word['name']),
    label: word['label'] as Label,
    help: word['help'] as Label | undefined,
    on: word['on'] === 'list' ? 'list' : 'row',
    guard:
      typeof word['guard'] === 'string'
        ? compileGuard({ expr: word['guard'] })
        : isRaw(word['guard'])
          ? compileGuard(word['guard'])
          : undefined,
    actor: word['actor'] as string | undefined,
    input: compileInput(word['input'], kinds, report.within(['input'])),
    effect: word['effect'] as string | undefined,
    sends: word['sends'] as Sends | undefined,
    confirm: word['confirm'] as Label | undefined,
    bulk: word['bulk'] === true,
    visibleRows: word['visibleRows'] === true ? true : undefined,
    spec: specOf(word),
  });
}

/** Rights and calls that every entity has: an action of such a name would stand for both. */
export const OPERATIONS = ['query', 'add', 'edit', 'delete', 'export', 'import'];
/** What a call says beside the input. */
const WORDS_OF_CALLS = ['items', 'acceptWarnings'];

/**
 * Checks that actions have names of their own, that what they name is there, and that each word fits what the action is
 * done to.
 */
export function checkActions(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  const taken = new Set([
    ...OPERATIONS,
    ...entity.machines.flatMap((machine) => machine.transitions.map(({ action }) => action)),
  ]);
  entity.actions.forEach((action, index) => {
    const own = report.within(['x-action', index]);
    if (taken.has(action.name)) own.add(['name'], `"${action.name}" is another operation of this entity already`);
    taken.add(action.name);
    if (action.on === 'list') {
      for (const word of ['from', 'guard', 'actor', 'sends'] as const)
        if (action[word] !== undefined) own.add([word], `an action on the list has no row that "${word}" could ask`);
      if (action.bulk) own.add(['bulk'], 'an action on the list is not done to rows');
      if (action.visibleRows) own.add(['visibleRows'], 'an action on the list has no row, and so no child rows');
    }
    checkInput(entity, action, model, unread, own.within(['input']));
  });
}

function checkInput(
  { fields: own }: Entity,
  { input, on }: Action,
  model: Model,
  unread: ReadonlySet<string>,
  report: Report,
): void {
  if (!input) return;
  const names = input.fields.map(({ name }) => name);
  input.required.forEach((name, index) => {
    if (!names.includes(name)) report.unknown(['required', index], 'input', name, names);
  });
  for (const field of input.fields) {
    const { name, ref, defaultExpr, compute, number } = field;
    checkValues(field, report);
    if (defaultExpr !== undefined || compute || number)
      report.add(
        ['properties', name],
        'an input belongs to no row: it is neither computed nor numbered, and its default is a constant',
      );
    if (WORDS_OF_CALLS.includes(name)) report.add(['properties', name], `"${name}" is a word of the call itself`);
    if (!ref || unread.has(ref.entity)) continue;
    const target = model.entities[ref.entity];
    const known = target && [...target.fields, ...KERNEL_FIELDS].map((field) => field.name);
    if (!known)
      report.unknown(['properties', name, 'x-ref', 'entity'], 'entity', ref.entity, Object.keys(model.entities));
    else if (!known.includes(ref.by))
      report.unknown(['properties', name, 'x-ref', 'by'], `field of ${ref.entity}`, ref.by, known);
    // what is chosen may have to match another input, or the record itself
    const beside = [...names, ...(on === 'row' ? [...own, ...KERNEL_FIELDS].map((field) => field.name) : [])];
    for (const [here, there] of Object.entries(ref.match ?? {})) {
      if (!beside.includes(here))
        report.unknown(['properties', name, 'x-ref', 'match', here], 'input or field', here, beside);
      if (known && !known.includes(there))
        report.unknown(['properties', name, 'x-ref', 'match', here], `field of ${ref.entity}`, there, known);
    }
  }
}
