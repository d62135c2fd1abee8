import type { Approval, ApprovalStep } from '../model/approval.ts';
import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { isRaw, type Raw } from './source.ts';
import { withoutAbsent } from './field.ts';
import type { Report } from './report.ts';

const CURRENCY = /^[A-Z]{3}$/;
const STEPS: readonly ApprovalStep[] = ['submit', 'approve', 'reject', 'withdraw'];

/**
 * `x-approval`, its own words only. A field named as the amount is `self.<field>`; the currency that it says of itself
 * is linked later.
 */
export function compileApproval(word: Raw, key: readonly string[]): Approval {
  const amount = word['amount'];
  const { currency } = (isRaw(amount) ? amount : {}) as { currency?: string };
  return withoutAbsent<Approval>({
    type: word['type'] as Approval['type'],
    business: word['business'] as Approval['business'],
    amount:
      amount === undefined
        ? undefined
        : withoutAbsent<NonNullable<Approval['amount']>>({
            expr: isRaw(amount) ? String(amount['expr']) : `self.${String(amount)}`,
            currency:
              currency === undefined ? undefined : CURRENCY.test(currency) ? { code: currency } : { field: currency },
          }),
    number: String(word['number'] ?? key[0]),
    fill: (word['fill'] ?? {}) as Record<string, string>,
    keeps: word['keeps'] as Approval['keeps'],
    levels: String(word['levels']),
  });
}

/** The field of the whole that `parent.<field>` names; undefined where a field of the record itself is named. */
export const ofParent = (name: string): string | undefined => /^parent\.(\w+)$/.exec(name)?.[1];

/** The entity whose rows are the to-dos of approvals. */
export const tasksOf = ({ entities }: Pick<Model, 'entities'>): Entity | undefined =>
  Object.values(entities).find(({ tasks }) => tasks !== undefined);

/**
 * Checks what an approval names here and in the entities of its levels and to-dos, and that no row changes while it
 * waits.
 */
export function linkApproval(
  entity: Entity,
  model: Model,
  raw: Raw,
  unread: ReadonlySet<string>,
  report: Report,
): void {
  linkLevels(entity, report.within(['x-entity', 'approvalLevels']));
  linkTasks(entity, model, unread, report.within(['x-entity', 'tasks']));
  const { approval } = entity;
  if (!approval) return;
  const own = report.within(['x-approval']);
  const field = fieldsOf(entity, own);
  const wholes = Object.values(model.entities).filter(
    ({ children, extends: base }) => base === undefined && children.some((child) => child.entity === entity.name),
  );
  const source = (name: string, at: readonly string[]): void => {
    const above = ofParent(name);
    if (above === undefined) field(name, at);
    else if (wholes.length === 0) own.add(at, `"${entity.name}" is no part of anything`);
    else for (const whole of wholes) fieldsOf(whole, own)(above, at);
  };
  source(approval.number, ['number']);
  for (const [there, here] of Object.entries(approval.fill)) source(here, ['fill', there]);
  const typed = typeof approval.type === 'object' ? field(approval.type.field, ['type', 'field']) : undefined;
  const types = typeof approval.type === 'object' ? (typed?.options?.map(({ code }) => code) ?? []) : [approval.type];
  const business =
    typeof approval.business === 'object' ? field(approval.business.field, ['business', 'field']) : undefined;
  linkAmount(entity, raw, field);
  checkSteps(entity, own);
  const levels = model.entities[approval.levels];
  const tasks = tasksOf(model);
  if (!levels) {
    if (!unread.has(approval.levels)) own.unknown(['levels'], 'entity', approval.levels, Object.keys(model.entities));
  } else if (!levels.approvalLevels) own.add(['levels'], `"${levels.name}" has no x-entity.approvalLevels`);
  else {
    optionsOf(levels, levels.approvalLevels.type, types, own, ['type']);
    linkKeeps(approval, levels, field, own);
    if (approval.business !== undefined)
      optionsOf(
        levels,
        levels.approvalLevels.business,
        business?.options?.map(({ code }) => code) ??
          [approval.business].flatMap((one) => (typeof one === 'string' ? one : [])),
        own,
        ['business'],
      );
  }
  if (!tasks?.tasks) {
    if (unread.size === 0) own.add([], 'no entity has x-entity.tasks, in which approvals open to-dos');
    return;
  }
  optionsOf(tasks, tasks.tasks.type, types, own, ['type']);
  const copied = fieldsOf(tasks, own);
  for (const there of Object.keys(approval.fill)) copied(there, ['fill', there]);
  passCompany(entity, tasks, approval.fill);
}

/** A to-do is of the company of its record, unless it is filled otherwise. */
export function passCompany(entity: Entity, tasks: Entity, fill: Record<string, string>): void {
  const [from, to] = [entity.access?.company, tasks.access?.company];
  if (from !== undefined && to !== undefined && !(to in fill)) fill[to] = from;
}

/** What a record keeps of its approval stands where nobody writes. */
function linkKeeps(
  { keeps = {} }: Approval,
  levels: Entity,
  field: (name: string, at: readonly string[]) => Field | undefined,
  report: Report,
): void {
  const { deciders = {}, ...own } = keeps;
  const kept = (name: string, at: readonly string[]): Field | undefined => {
    const found = field(name, at);
    if (found && (!found.readOnly || found.compute)) report.add(at, `"${name}" must be readOnly, without a formula`);
    return found;
  };
  for (const [word, name] of Object.entries(own)) {
    const found = kept(name, ['keeps', word]);
    if (word === 'operated' && found && found.kind !== 'dateTime')
      report.add(['keeps', word], `"${name}" must be of kind dateTime`);
  }
  for (const name of Object.values(deciders)) kept(name, ['keeps', 'deciders']);
  optionsOf(levels, levels.approvalLevels!.level, Object.keys(deciders), report, ['keeps', 'deciders']);
}

/** An amount that is a field has that field's currency; one without any is in the levels' own. */
function linkAmount(entity: Entity, raw: Raw, field: (name: string, at: readonly string[]) => Field | undefined): void {
  const { amount } = entity.approval!;
  if (!amount) return;
  const named = (raw['x-approval'] as Raw)['amount'];
  const own = typeof named === 'string' ? field(named, ['amount']) : undefined;
  if (own?.currency) amount.currency = own.currency;
  if (amount.currency && 'field' in amount.currency) field(amount.currency.field, ['amount']);
}

/** One machine has all four steps, from one waiting state in which the row neither changes nor goes. */
function checkSteps({ machines, gate }: Entity, report: Report): void {
  const machine = machines.find(({ transitions }) => transitions.some(({ approval }) => approval !== undefined));
  const missing = STEPS.filter((step) => !machine?.transitions.some(({ approval }) => approval === step));
  if (!machine || missing.length > 0)
    return report.add(
      [],
      `no machine of the entity has transitions with "approval": ${missing.map((step) => `"${step}"`).join(', ')}`,
    );
  const waiting = machine.transitions.find(({ approval }) => approval === 'submit')!.to;
  for (const { action, approval, from } of machine.transitions) {
    if (approval !== undefined && approval !== 'submit' && (from.length !== 1 || from[0] !== waiting))
      report.add([], `"${action}" must start from "${waiting}", to which submitting leads, and from there only`);
  }
  for (const operation of ['edit', 'delete']) {
    const allowed = gate[operation]?.[machine.field];
    if (!allowed || allowed.includes(waiting))
      report.add([], `x-gate must keep "${operation}" out of "${waiting}": what waits for approval does not change`);
  }
}

function linkLevels(entity: Entity, report: Report): void {
  const { approvalLevels: levels } = entity;
  if (!levels) return;
  const field = fieldsOf(entity, report);
  const { every, ...fields } = levels;
  for (const [part, name] of Object.entries(fields)) field(name, [part]);
  optionsOf(entity, levels.business, [every], report, ['every']);
  const from = entity.fields.find(({ name }) => name === levels.from);
  if (from && !(from.kind === 'money' && from.currency && 'code' in from.currency))
    report.add(['from'], `"${from.name}" must be money with an x-currency that is one code`);
  if (entity.fields.find(({ name }) => name === levels.level)?.options === undefined)
    report.add(['level'], `"${levels.level}" must have its options written out: their order is the order of approval`);
}

function linkTasks(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  const { tasks } = entity;
  if (!tasks) return;
  const field = fieldsOf(entity, report);
  const { closed, log, reminder: _reminder, ...fields } = tasks;
  for (const [part, name] of Object.entries(fields)) field(name, [part]);
  const states = entity.machines[0]?.states.map(({ code }) => code) ?? [];
  if (entity.machines.length !== 1 || !states.includes(closed))
    report.unknown(['closed'], 'state of its one machine', closed, states);
  const named = entity.fields.find(({ name }) => name === tasks.entity);
  if (named && named.names !== 'entity') report.add(['entity'], `"${named.name}" must have "x-names": "entity"`);
  const below = model.entities[log.entity];
  if (!below) {
    if (!unread.has(log.entity)) report.unknown(['log', 'entity'], 'entity', log.entity, Object.keys(model.entities));
    return;
  }
  if (!entity.children.some((child) => child.entity === log.entity && child.via === log.via))
    report.add(['log', 'entity'], `"${log.entity}" must be an x-child via "${log.via}"`);
  const line = fieldsOf(below, report);
  const { entity: _, steps, ...parts } = log;
  for (const [part, name] of Object.entries(parts)) line(name, ['log', part]);
  optionsOf(below, log.step, Object.values(steps), report, ['log', 'steps']);
}

/** A look-up of fields that reports what is not there. */
export const fieldsOf =
  (entity: Entity, report: Report) =>
  (name: string, at: readonly string[]): Field | undefined => {
    const own = [...entity.fields, ...KERNEL_FIELDS];
    const found = own.find((one) => one.name === name);
    if (!found)
      report.unknown(
        at,
        `field of ${entity.name}`,
        name,
        own.map((one) => one.name),
      );
    return found;
  };

/** Reports codes that are no options of a field. */
export function optionsOf(
  { name, fields }: Entity,
  field: string,
  codes: readonly string[],
  report: Report,
  at: readonly string[],
): void {
  const options = fields.find((one) => one.name === field)?.options?.map(({ code }) => code);
  for (const code of codes)
    if (options && !options.includes(code)) report.unknown(at, `option of ${name}.${field}`, code, options);
}
