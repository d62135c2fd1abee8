import type { ActionInput, Machine, Sends, State, Transition } from '../model/operation.ts';
import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import { isRaw, type Raw } from './source.ts';
import { compileField, specOf, withoutAbsent } from './field.ts';
import type { CompileContext } from '../keywords/keyword.ts';
import type { ExpressionChecks } from './expressionChecks.ts';
import type { Report } from './report.ts';

type At = readonly (string | number)[];

/** Compiles the shared and inline machines of `x-machine`, and binds each to its field. */
export function compileMachines(
  entity: Entity,
  { raw, kinds, machines: shared, report }: Pick<CompileContext, 'raw' | 'kinds' | 'machines' | 'report'>,
): Machine[] {
  const words = raw['x-machine'] === undefined ? [] : [raw['x-machine']].flat().filter(isRaw);
  return words.flatMap((word, index) => {
    const at = Array.isArray(raw['x-machine']) ? ['x-machine', index] : ['x-machine'];
    const use = word['use'] as string | undefined;
    const source = use === undefined ? word : shared.find((machine) => machine.name === use)?.json;
    if (!source) {
      report.unknown(
        [...at, 'use'],
        'machine',
        use!,
        shared.map((machine) => machine.name),
      );
      return [];
    }
    const field = String(word['field']);
    const machine = readMachine({ use: use ?? `${entity.name}.${field}`, field, source, kinds }, report);
    if (use !== undefined) addOwnStates(machine, word, kinds, report.within(at));
    bindField(entity, machine, [...at, 'field'], report);
    return [machine];
  });
}

/** Adds the entity's own states and transitions to the shared machine that it uses. */
function addOwnStates(machine: Machine, word: Raw, kinds: Raw, report: Report): void {
  if (word['states'] === undefined && word['transitions'] === undefined) return;
  const own = readMachine({ use: machine.use, field: machine.field, source: word, kinds }, report);
  own.states.forEach(({ code }, index) => {
    if (machine.states.some((state) => state.code === code))
      report.add(['states', index, 'code'], `"${code}" is already a state of "${machine.use}"`);
  });
  machine.shared = { states: machine.states.length, transitions: machine.transitions.length };
  machine.states.push(...own.states);
  machine.transitions.push(...own.transitions);
}

/** A machine as written in a file. */
interface MachineSource {
  /** name of the shared machine, or `<entity>.<field>` for an inline one */
  use: string;
  field: string;
  source: Raw;
  kinds: Raw;
}

/** Reads a machine file or an inline machine, and fills in defaults. */
export function readMachine({ use, field, source, kinds }: MachineSource, report: Report): Machine {
  const states = ((source['states'] as Raw[] | undefined) ?? []).map((state): State => ({
    code: String(state['code']),
    label: state['label'] as Label,
    colour: String(state['colour'] ?? 'default'),
    final: state['final'] === true,
    ...(state['aliases'] !== undefined && { aliases: state['aliases'] as string[] }),
  }));
  const transitions = ((source['transitions'] as Raw[] | undefined) ?? []).map((transition, index): Transition =>
    withoutAbsent<Transition>({
      action: String(transition['action']),
      label: (transition['label'] as Label | undefined) ?? {
        en: String(transition['action']),
        zh: String(transition['action']),
      },
      from: [transition['from'] ?? []].flat() as string[],
      to: String(transition['to']),
      approval: transition['approval'] as Transition['approval'],
      actor: transition['actor'] as string | undefined,
      guard: transition['guard'] as string | undefined,
      else: transition['else'] as boolean | undefined,
      needs: transition['needs'] as string[] | undefined,
      sets: transition['sets'] as Transition['sets'],
      key: transition['key'] as string | undefined,
      confirm: transition['confirm'] as Label | undefined,
      effect: transition['effect'] as string | undefined,
      sends: transition['sends'] as Sends | undefined,
      input: compileInput(transition['input'], kinds, report.within(['transitions', index, 'input'])),
      onOpen: transition['onOpen'] as boolean | undefined,
      aside: transition['aside'] as boolean | undefined,
    }),
  );
  return { use, field, initial: String(source['initial']), states, transitions, spec: specOf(source) };
}

/** Compiles the input of a transition or action; its fields are declared like those of an entity. */
export function compileInput(raw: unknown, kinds: Raw, report: Report): ActionInput | undefined {
  if (!isRaw(raw)) return undefined;
  const required = (raw['required'] ?? []) as string[];
  const fields = Object.entries(raw['properties'] as Record<string, Raw>).flatMap(
    ([name, property]) => compileField(name, property, { required: required.includes(name), kinds, report }) ?? [],
  );
  return withoutAbsent<ActionInput>({
    required,
    fields,
    show: raw['show'] as Record<string, string> | undefined,
    offer: raw['offer'] as ActionInput['offer'],
    totals: raw['totals'] as Record<string, string> | undefined,
  });
}

/**
 * Checks the conditions (`show`) and offered rows (`offer`) of an input: the names of inputs and filters, and the
 * expressions.
 *
 * @param at path of the input
 */
export function checkInputExpressions(input: ActionInput | undefined, at: At, checks: ExpressionChecks): void {
  const names = (input?.fields ?? []).map(({ name }) => name);
  for (const [name, text] of Object.entries(input?.show ?? {})) {
    if (!names.includes(name)) checks.report.unknown([...at, 'show', name], 'input', name, names);
    checks.condition(text, [...at, 'show', name]);
  }
  for (const [name, values] of Object.entries(input?.offer ?? {})) {
    const ref = input!.fields.find((field) => field.name === name)?.ref;
    if (!ref) checks.report.add([...at, 'offer', name], `"${name}" is not an input with "x-ref"`);
    else checkOffered(checks.model.entities[ref.entity], values, [...at, 'offer', name], checks);
  }
}

/** Checks the filters of `offer` and their values. @param target absent if its file cannot be read */
function checkOffered(
  target: Entity | undefined,
  values: Readonly<Record<string, string>>,
  at: At,
  { expression, report }: ExpressionChecks,
): void {
  for (const [filter, text] of Object.entries(values)) {
    const filters = target && [...target.key, ...target.list.filters];
    if (filters && !filters.includes(filter))
      report.unknown([...at, filter], `filter of ${target.name}`, filter, filters);
    expression(text, [...at, filter], ['string', 'list<string>']);
  }
}

/** Whether the file of the entity declares the machine or adds states or transitions to a shared one. */
export const isInOwnFile = ({ use, shared }: Machine): boolean => use.includes('.') || shared !== undefined;

/** Path at which to report a state or transition. For a part of a shared machine it is the path of `use`. */
export function partPath(
  { use, field, shared }: Machine,
  at: At,
  ...[part, index, ...inside]: [part: 'states' | 'transitions', index: number, ...inside: At]
): At {
  // `field` is empty while the file of a shared machine is checked
  if (use.includes('.') || field === '') return [...at, part, index, ...inside];
  const own = index - (shared?.[part] ?? Infinity);
  return own < 0 ? [...at, 'use'] : [...at, part, own, ...inside];
}

/** Path of the machine at `index` in its entity's file. */
export const machinePath = (raw: Raw, index: number): (string | number)[] =>
  Array.isArray(raw['x-machine']) ? ['x-machine', index] : ['x-machine'];

/** Makes the field of a machine a read-only choice of its states, with the initial state as default. */
function bindField(entity: Entity, machine: Machine, at: At, report: Report): void {
  const field = entity.fields.find(({ name }) => name === machine.field);
  if (!field) {
    report.unknown(
      at,
      'field',
      machine.field,
      entity.fields.map(({ name }) => name),
    );
    return;
  }
  field.state = true;
  field.readOnly = true;
  field.default = machine.initial;
  field.options = machine.states.map(({ code, label, aliases }) => ({ code, ...label, ...(aliases && { aliases }) }));
}
