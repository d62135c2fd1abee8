import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Action, Sends } from '../model/operation.ts';
import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import { specOf, withoutAbsent } from '../compile/field.ts';
import { checkValues } from '../compile/fieldKinds.ts';
import { compileGuard } from './guard.ts';
import { checkInputExpressions, compileInput } from '../compile/machine.ts';
import { ownFieldFinder, type LinkContext } from '../compile/linkContext.ts';
import { OPERATIONS } from '../compile/machineCheck.ts';
import type { Report } from '../compile/report.ts';
import { readStates } from '../compile/states.ts';
import { diffActions } from '../diff/actions.ts';
import { mergeListBy } from './inherit.ts';
import type { Keyword } from './keyword.ts';
import { entriesOf } from './ruleText.ts';

/** `x-action`: a named business operation. */
export const action: Keyword<Raw[]> = {
  word: 'x-action',
  layers: [],
  inherit: mergeListBy('name'),
  compile(word, entity, { kinds, report }) {
    entity.actions = entriesOf(word).map((entry, index) =>
      compileAction(entry, kinds, report.within(['x-action', index])),
    );
  },
  complete(word, entity, { report }) {
    entriesOf(word).forEach(({ from }, index) => {
      if (from !== undefined)
        entity.actions[index]!.from = readStates(from, entity.machines, report.within(['x-action', index, 'from']));
    });
  },
  link: checkActions,
  checkExpressions(entity, checks) {
    entity.actions.forEach(({ guard, input }, index) => {
      checks.condition(guard?.expr, ['x-action', index, 'guard']);
      checkInputExpressions(input, ['x-action', index, 'input'], checks);
    });
  },
  diff: diffActions,
};

/** Compiles one entry of `x-action` without its states, which `complete` adds. @param report at the entry */
function compileAction(entry: Raw, kinds: Raw, report: Report): Action {
  return withoutAbsent<Action>({
    name: String(entry['name']),
    label: entry['label'] as Label,
    help: entry['help'] as Label | undefined,
    on: entry['on'] === 'list' ? 'list' : 'row',
    guard:
      typeof entry['guard'] === 'string'
        ? compileGuard({ expr: entry['guard'] })
        : isRaw(entry['guard'])
          ? compileGuard(entry['guard'])
          : undefined,
    actor: entry['actor'] as string | undefined,
    input: compileInput(entry['input'], kinds, report.within(['input'])),
    effect: entry['effect'] as string | undefined,
    sends: entry['sends'] as Sends | undefined,
    confirm: entry['confirm'] as Label | undefined,
    bulk: entry['bulk'] === true || entry['bulk'] === 'together',
    together: entry['bulk'] === 'together' ? true : undefined,
    visibleRows: entry['visibleRows'] === true ? true : undefined,
    adds: entry['adds'] as string | undefined,
    spec: specOf(entry),
  });
}

/** Parameters of a call besides the input, so no input can have these names. */
const CALL_PARAMETERS = ['items', 'acceptWarnings'];

/**
 * Checks that actions have unique names, that the fields and entities they name exist, and that each option fits the
 * target of the action.
 */
function checkActions(entity: Entity, context: LinkContext): void {
  const { report } = context;
  const taken = new Set([
    ...OPERATIONS,
    ...entity.machines.flatMap((machine) => machine.transitions.map((transition) => transition.action)),
  ]);
  entity.actions.forEach((one, index) => {
    const own = report.within(['x-action', index]);
    if (taken.has(one.name)) own.add(['name'], `"${one.name}" is another operation of this entity already`);
    taken.add(one.name);
    if (one.on === 'list') {
      for (const word of ['from', 'guard', 'actor', 'sends'] as const)
        if (one[word] !== undefined) own.add([word], `an action on the list has no row, so "${word}" does not apply`);
      if (one.input?.show) own.add(['input', 'show'], 'an action on the list has no row, so "show" does not apply');
      if (one.input?.offer) own.add(['input', 'offer'], 'an action on the list has no row, so "offer" does not apply');
      if (one.input?.totals) own.add(['input', 'totals'], 'an action on the list has no rows to total');
      if (one.bulk) own.add(['bulk'], 'an action on the list runs on no rows, so it has no bulk form');
      if (one.visibleRows) own.add(['visibleRows'], 'an action on the list has no row, and so no child rows');
    }
    const { adds } = one;
    if (adds !== undefined && !(adds in context.model.entities) && !context.unread.has(adds))
      own.unknown(['adds'], 'entity', adds, Object.keys(context.model.entities));
    checkInput(entity, one, { ...context, report: own.within(['input']) });
    checkTotals(entity, one, own.within(['input', 'totals']));
  });
}

/** Checks the fields of an action's input. @param context with the report at the input */
function checkInput(
  { fields: fieldsOfRow }: Entity,
  { input, on }: Action,
  { model, unread, report }: Pick<LinkContext, 'model' | 'unread' | 'report'>,
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
    if (CALL_PARAMETERS.includes(name))
      report.add(['properties', name], `"${name}" is reserved for a parameter of the call`);
    if (!ref || unread.has(ref.entity)) continue;
    const target = model.entities[ref.entity];
    const known = target && [...target.fields, ...KERNEL_FIELDS].map((field) => field.name);
    if (!known)
      report.unknown(['properties', name, 'x-ref', 'entity'], 'entity', ref.entity, Object.keys(model.entities));
    else if (!known.includes(ref.by))
      report.unknown(['properties', name, 'x-ref', 'by'], `field of ${ref.entity}`, ref.by, known);
    // `match` compares the chosen row with other inputs, or with fields of the record
    const comparable = [
      ...names,
      ...(on === 'row' ? [...fieldsOfRow, ...KERNEL_FIELDS].map((field) => field.name) : []),
    ];
    for (const [own, ofTarget] of Object.entries(ref.match ?? {})) {
      if (!comparable.includes(own))
        report.unknown(['properties', name, 'x-ref', 'match', own], 'input or field', own, comparable);
      if (known && !known.includes(ofTarget))
        report.unknown(['properties', name, 'x-ref', 'match', own], `field of ${ref.entity}`, ofTarget, known);
    }
  }
}

/** Checks that `totals` names inputs of money, and for each a field of the row in one currency. */
function checkTotals(entity: Entity, { input }: Action, report: Report): void {
  for (const [name, source] of Object.entries(input?.totals ?? {})) {
    const own = report.within([name]);
    const target = ownFieldFinder({ fields: input!.fields }, own, 'input')(name, []);
    if (target && target.kind !== 'money') own.add([], `"${name}" is not money`);
    const field = ownFieldFinder(entity, own)(source, []);
    if (field && !(field.kind === 'money' && field.currency && 'code' in field.currency))
      own.add([], `"${source}" is not money of one currency`);
  }
}
