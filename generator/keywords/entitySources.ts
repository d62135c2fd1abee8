import { fieldFinder, checkOptionCodes, type LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Entity, Model } from '../model/entity.ts';

/** Checks the fields that `x-entity` names to be the source of option lists, people, tasks, … for other entities. */
export function linkSources(entity: Entity, { model, unread, report, field }: LinkContext): void {
  for (const word of ['optionLists', 'people', 'currencies'] as const)
    for (const [part, name] of Object.entries(entity[word] ?? {})) field(name, ['x-entity', word, part]);
  linkLevels(entity, report.within(['x-entity', 'approvalLevels']));
  linkTasks(entity, model, unread, report.within(['x-entity', 'tasks']));
  checkReminder(entity, report.within(['x-entity', 'tasks', 'reminder']));
}

function linkLevels(entity: Entity, report: Report): void {
  const { approvalLevels: levels } = entity;
  if (!levels) return;
  const field = fieldFinder(entity, report);
  const { every, ...fields } = levels;
  for (const [part, name] of Object.entries(fields)) field(name, [part]);
  checkOptionCodes(entity, levels.business, [every], report.within(['every']));
  const from = entity.fields.find(({ name }) => name === levels.from);
  if (from && !(from.kind === 'money' && from.currency && 'code' in from.currency))
    report.add(['from'], `"${from.name}" must be money with an x-currency that is one code`);
  if (entity.fields.find(({ name }) => name === levels.level)?.options === undefined)
    report.add(['level'], `"${levels.level}" must have its options written out: their order is the order of approval`);
}

function linkTasks(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  const { tasks } = entity;
  if (!tasks) return;
  const field = fieldFinder(entity, report);
  const { closed, log, reminder: _reminder, ...fields } = tasks;
  for (const [part, name] of Object.entries(fields)) field(name, [part]);
  const states = entity.machines[0]?.states.map(({ code }) => code) ?? [];
  if (entity.machines.length !== 1 || !states.includes(closed))
    report.unknown(['closed'], 'state of its one machine', closed, states);
  const named = entity.fields.find(({ name }) => name === tasks.entity);
  if (named && named.names !== 'entity') report.add(['entity'], `"${named.name}" must have "x-names": "entity"`);
  const logEntity = model.entities[log.entity];
  if (!logEntity) {
    if (!unread.has(log.entity)) report.unknown(['log', 'entity'], 'entity', log.entity, Object.keys(model.entities));
    return;
  }
  if (!entity.children.some((child) => child.entity === log.entity && child.via === log.via))
    report.add(['log', 'entity'], `"${log.entity}" must be an x-child via "${log.via}"`);
  const line = fieldFinder(logEntity, report);
  const { entity: _, steps, ...parts } = log;
  for (const [part, name] of Object.entries(parts)) line(name, ['log', part]);
  checkOptionCodes(logEntity, log.step, Object.values(steps), report.within(['log', 'steps']));
}

/** Checks the fields of reminders, and that an `x-unique` prevents two servers from creating the same reminder. */
function checkReminder({ fields, tasks, unique }: Entity, report: Report): void {
  if (!tasks?.reminder) return;
  for (const [part, kind] of [
    ['due', 'date'],
    ['days', 'integer'],
  ] as const) {
    const field = fields.find(({ name }) => name === tasks.reminder![part]);
    if (!field)
      report.unknown(
        [part],
        'field',
        tasks.reminder[part],
        fields.map(({ name }) => name),
      );
    else if (field.kind !== kind || !field.readOnly) report.add([part], `"${field.name}" must be a readOnly ${kind}`);
  }
  const key = [tasks.entity, tasks.record, tasks.reminder.due, tasks.reminder.days];
  if (
    !unique.some(
      (rule) =>
        rule.where === undefined &&
        rule.fields.length === key.length &&
        key.every((name) => rule.fields.includes(name)),
    )
  )
    report.add(
      [],
      `an x-unique must have the fields ${key.join(', ')}, without "where": two servers would remind twice`,
    );
}
