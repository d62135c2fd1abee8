import type { ActionInput, Machine, Sends, State, Transition } from '../model/operation.ts';
import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import { isRaw, type Raw, type SourceFile } from './source.ts';
import { compileField, specOf, withoutAbsent } from './field.ts';
import type { Report } from './report.ts';

type At = readonly (string | number)[];

/** Compiles the machines of `x-machine`, shared or inline, and binds each to its field. */
export function compileMachines(
  entity: Entity,
  raw: Raw,
  kinds: Raw,
  shared: readonly SourceFile[],
  report: Report,
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
    const machine = readMachine(
      use ?? `${entity.name}.${String(word['field'])}`,
      String(word['field']),
      source,
      kinds,
      report,
    );
    if (use !== undefined) extend(machine, word, kinds, report.within(at));
    bindField(entity, machine, [...at, 'field'], report);
    return [machine];
  });
}

/** Adds the entity's own states and transitions to the shared machine that it uses. */
function extend(machine: Machine, word: Raw, kinds: Raw, report: Report): void {
  if (word['states'] === undefined && word['transitions'] === undefined) return;
  const own = readMachine(machine.use, machine.field, word, kinds, report);
  own.states.forEach(({ code }, index) => {
    if (machine.states.some((state) => state.code === code))
      report.add(['states', index, 'code'], `"${code}" is a state of "${machine.use}" already`);
  });
  machine.shared = { states: machine.states.length, transitions: machine.transitions.length };
  machine.states.push(...own.states);
  machine.transitions.push(...own.transitions);
}

/** A machine file or an inline machine, with the vocabulary's defaults filled in. */
export function readMachine(use: string, field: string, source: Raw, kinds: Raw, report: Report): Machine {
  const states = ((source['states'] as Raw[] | undefined) ?? []).map((state): State => ({
    code: String(state['code']),
    label: state['label'] as Label,
    colour: String(state['colour'] ?? 'default'),
    final: state['final'] === true,
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
      sets: transition['sets'] as Record<string, string> | undefined,
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

/** Compiles the input of a transition or an action; its fields are like those of an entity. */
export function compileInput(raw: unknown, kinds: Raw, report: Report): ActionInput | undefined {
  if (!isRaw(raw)) return undefined;
  const required = (raw['required'] ?? []) as string[];
  const fields = Object.entries(raw['properties'] as Record<string, Raw>).flatMap(
    ([name, property]) => compileField(name, property, required.includes(name), kinds, report) ?? [],
  );
  return { required, fields };
}

/** Whether a machine is inline in the entity's file, or extended there. */
export const isOwn = ({ use, shared }: Machine): boolean => use.includes('.') || shared !== undefined;

/**
 * Where a part of the machine that stands at `at` is to be fixed: a shared machine's own parts, where the entity names
 * it.
 */
export function partPath(
  { use, field, shared }: Machine,
  at: At,
  part: 'states' | 'transitions',
  index: number,
  ...inside: At
): At {
  // a machine's own file is read without a field
  if (use.includes('.') || field === '') return [...at, part, index, ...inside];
  const own = index - (shared?.[part] ?? Infinity);
  return own < 0 ? [...at, 'use'] : [...at, part, own, ...inside];
}

/** Path of the machine at `index` in its entity's file. */
export const machinePath = (raw: Raw, index: number): (string | number)[] =>
  Array.isArray(raw['x-machine']) ? ['x-machine', index] : ['x-machine'];

/** Makes a field the state of a machine: read-only, with the states as options and the initial one as default. */
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
  field.options = machine.states.map(({ code, label }) => ({ code, ...label }));
}
