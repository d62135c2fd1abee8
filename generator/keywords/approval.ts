import type { Approval, ApprovalAmount, ApprovalStep } from '../model/approval.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import { withoutAbsent } from '../compile/field.ts';
import { fieldFinder, checkOptionCodes, type LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { isSame } from '../diff/change.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import { rowOperations } from '../language/operations.ts';
import type { Keyword } from './keyword.ts';

const CURRENCY = /^[A-Z]{3}$/;
const STEPS: readonly ApprovalStep[] = ['submit', 'approve', 'reject', 'withdraw'];

/** Types of the expression that determines the levels. */
const AMOUNT = ['Decimal', 'int'];

/** `x-approval`: a record needs approval at levels that depend on its amount. */
export const approval: Keyword<Raw> = {
  word: 'x-approval',
  layers: ['docs', 'save'],
  takesSpec: false,
  compile(word, entity) {
    if (word) entity.approval = compileApproval(word, entity.key);
  },
  link: linkApproval,
  checkExpressions({ approval: word }, { expression }) {
    expression(exprOf(word), ['x-approval', 'amount', 'expr'], AMOUNT);
  },
  describe: ({ approval: word }) =>
    word
      ? [
          describeEffect('x-approval', 'approval', {
            en: `${typeText(word, 'the type in ')} by the levels of ${word.levels}${word.amount ? ` that ${amountText(word)} reaches` : ''}`,
            zh: `${typeText(word, '类型见 ')}，按 ${word.levels} 的级别审批${word.amount ? `，金额 ${amountText(word)}` : ''}`,
          }),
        ]
      : [],
};

/** The expression of the amount; undefined if it is the total premium, or without an amount. */
const exprOf = (word: Approval | undefined): string | undefined =>
  word?.amount && 'expr' in word.amount ? word.amount.expr : undefined;

const amountText = ({ amount }: Approval): string => (amount && 'premiums' in amount ? amount.premiums : amount!.expr);

const typeText = ({ type }: Approval, before: string): string =>
  typeof type === 'object' ? `${before}${type.field}` : type;

/**
 * Compiles `x-approval`. An amount that is a field becomes the expression `self.<field>`; `linkAmount` adds its
 * currency.
 */
function compileApproval(word: Raw, key: readonly string[]): Approval {
  const amount = word['amount'];
  return withoutAbsent<Approval>({
    type: word['type'] as Approval['type'],
    business: word['business'] as Approval['business'],
    amount: amount === undefined ? undefined : compileAmount(amount),
    number: String(word['number'] ?? key[0]),
    fill: (word['fill'] ?? {}) as Record<string, string>,
    keeps: word['keeps'] as Approval['keeps'],
    levels: String(word['levels']),
  });
}

function compileAmount(amount: unknown): ApprovalAmount {
  if (!isRaw(amount)) return { expr: `self.${String(amount)}` };
  if ('premiums' in amount)
    return { premiums: String(amount['premiums']), requiredAt: (amount['requiredAt'] ?? ['submit']) as string[] };
  const { expr, currency } = amount as { expr: string; currency?: string };
  if (currency === undefined) return { expr };
  return { expr, currency: CURRENCY.test(currency) ? { code: currency } : { field: currency } };
}

/** The field of the parent in `parent.<field>`; undefined for the name of a field of the record itself. */
export const ofParent = (name: string): string | undefined => /^parent\.(\w+)$/.exec(name)?.[1];

/** The entity of the to-dos of approvals. */
export const tasksOf = ({ entities }: Pick<Model, 'entities'>): Entity | undefined =>
  Object.values(entities).find(({ tasks }) => tasks !== undefined);

/**
 * Checks the names that an approval uses in the record, in its levels and in its to-dos, and that a row that waits for
 * approval cannot change.
 */
function linkApproval(entity: Entity, { model, raw, unread, report }: LinkContext): void {
  const { approval: word } = entity;
  if (!word) return;
  const own = report.within(['x-approval']);
  const field = fieldFinder(entity, own);
  linkSources(entity, word, model, own);
  const typed = typeof word.type === 'object' ? field(word.type.field, ['type', 'field']) : undefined;
  const types = typeof word.type === 'object' ? (typed?.options?.map(({ code }) => code) ?? []) : [word.type];
  const business = typeof word.business === 'object' ? field(word.business.field, ['business', 'field']) : undefined;
  const businesses =
    business?.options?.map(({ code }) => code) ?? [word.business].filter((code) => typeof code === 'string');
  linkAmount(entity, raw, field);
  linkTotal(entity, model, own.within(['amount']));
  checkSteps(entity, own);
  const levels = model.entities[word.levels];
  if (levels) linkLevels(entity, levels, { types, businesses }, own);
  else if (!unread.has(word.levels)) own.unknown(['levels'], 'entity', word.levels, Object.keys(model.entities));
  const tasks = tasksOf(model);
  if (tasks?.tasks) linkTasks(entity, tasks, types, own);
  else if (unread.size === 0) own.add([], 'no entity has x-entity.tasks, which approvals need for their to-dos');
}

/** Checks that the values copied into a to-do are fields of the record or of each of its parents. */
function linkSources(entity: Entity, { number, fill }: Approval, { entities }: Model, report: Report): void {
  const field = fieldFinder(entity, report);
  const parents = Object.values(entities).filter(
    ({ children, extends: base }) => base === undefined && children.some((child) => child.entity === entity.name),
  );
  const checkSource = (name: string, at: readonly string[]): void => {
    const parentField = ofParent(name);
    if (parentField === undefined) field(name, at);
    else if (parents.length === 0) report.add(at, `"${entity.name}" is not a child of any entity`);
    else for (const parent of parents) fieldFinder(parent, report)(parentField, at);
  };
  checkSource(number, ['number']);
  for (const [ofTask, ofRecord] of Object.entries(fill)) checkSource(ofRecord, ['fill', ofTask]);
}

/**
 * Checks that the entity of the levels has the types and businesses of the record, and the fields for the decisions.
 */
function linkLevels(
  entity: Entity,
  levels: Entity,
  { types, businesses }: { types: readonly string[]; businesses: readonly string[] },
  report: Report,
): void {
  const { approvalLevels: source } = levels;
  const word = entity.approval!;
  if (!source) return report.add(['levels'], `"${levels.name}" has no x-entity.approvalLevels`);
  checkOptionCodes(levels, source.type, types, report.within(['type']));
  linkKeeps(word, levels, fieldFinder(entity, report), report);
  if (word.business !== undefined) checkOptionCodes(levels, source.business, businesses, report.within(['business']));
}

/** Checks that the entity of the to-dos has the types of the record and the fields that the record fills. */
function linkTasks(entity: Entity, tasks: Entity, types: readonly string[], report: Report): void {
  const { fill } = entity.approval!;
  checkOptionCodes(tasks, tasks.tasks!.type, types, report.within(['type']));
  const fieldOfTask = fieldFinder(tasks, report);
  for (const name of Object.keys(fill)) fieldOfTask(name, ['fill', name]);
  passCompany(entity, tasks, fill);
}

/** Fills the company of a to-do with that of its record, unless the keyword fills in another value. */
export function passCompany(entity: Entity, tasks: Entity, fill: Record<string, string>): void {
  const [from, to] = [entity.access?.company, tasks.access?.company];
  if (from !== undefined && to !== undefined && !(to in fill)) fill[to] = from;
}

/** Checks that the fields for results of the approval are read-only. */
function linkKeeps(
  { keeps = {} }: Approval,
  levels: Entity,
  field: (name: string, at: readonly string[]) => Field | undefined,
  report: Report,
): void {
  const { deciders = {}, ...own } = keeps;
  const checkKept = (name: string, at: readonly string[]): Field | undefined => {
    const found = field(name, at);
    if (found && (!found.readOnly || found.compute)) report.add(at, `"${name}" must be readOnly, without a formula`);
    return found;
  };
  for (const [word, name] of Object.entries(own)) {
    const found = checkKept(name, ['keeps', word]);
    if (word === 'operated' && found && found.kind !== 'dateTime')
      report.add(['keeps', word], `"${name}" must be of kind dateTime`);
  }
  for (const name of Object.values(deciders)) checkKept(name, ['keeps', 'deciders']);
  checkOptionCodes(levels, levels.approvalLevels!.level, Object.keys(deciders), report.within(['keeps', 'deciders']));
}

/** Links an amount that is a field to the currency of that field. Without one, it is in the currency of the levels. */
function linkAmount(entity: Entity, raw: Raw, field: (name: string, at: readonly string[]) => Field | undefined): void {
  const { amount } = entity.approval!;
  if (!amount || !('expr' in amount)) return;
  const named = (raw['x-approval'] as Raw)['amount'];
  const own = typeof named === 'string' ? field(named, ['amount']) : undefined;
  if (own?.currency) amount.currency = own.currency;
  if (amount.currency && 'field' in amount.currency) field(amount.currency.field, ['amount']);
}

/**
 * Checks the field with the total premium: the server writes it, in the currency of the levels, and only those see it
 * who see all rows that it totals.
 */
function linkTotal(entity: Entity, { entities }: Model, report: Report): void {
  const { amount, levels } = entity.approval!;
  if (!amount || !('premiums' in amount)) return;
  const known = [...rowOperations(entity).keys()];
  amount.requiredAt.forEach((name, index) => {
    if (!known.includes(name)) report.unknown(['requiredAt', index], 'operation', name, known);
  });
  const field = fieldFinder(entity, report)(amount.premiums, ['premiums']);
  if (!field) return;
  if (field.kind !== 'money' || !field.readOnly || field.compute)
    report.add(['premiums'], `"${field.name}" must be of kind money and readOnly, without a formula`);
  const source = entities[levels];
  const from = source?.fields.find(({ name }) => name === source.approvalLevels?.from);
  if (from && !isSame(field.currency, from.currency))
    report.add(['premiums'], `"${field.name}" must have the x-currency of "${levels}.${from.name}"`);
  const own = entity.children.find((child) => {
    const { premium, access } = entities[child.entity] ?? {};
    return premium && access?.scope === 'own';
  });
  if (own && !entity.access?.totals?.includes(field.name))
    report.add(
      ['premiums'],
      `"${field.name}" must be in x-access.totals, because only some users see all rows of "${own.entity}"`,
    );
}

/**
 * Checks that one machine has all four transitions, and that only they lead to and from its waiting state. A row in the
 * waiting state has an open to-do, so it cannot be changed or deleted.
 */
function checkSteps({ machines, gate }: Entity, report: Report): void {
  const machine = machines.find(({ transitions }) => transitions.some(({ approval }) => approval !== undefined));
  const missing = STEPS.filter((step) => !machine?.transitions.some(({ approval }) => approval === step));
  if (!machine || missing.length > 0)
    return report.add(
      [],
      `no machine of the entity has transitions with "approval": ${missing.map((step) => `"${step}"`).join(', ')}`,
    );
  const waiting = machine.transitions.find(({ approval }) => approval === 'submit')!.to;
  for (const { action, approval, from, to } of machine.transitions) {
    if (approval === 'submit' && to !== waiting)
      report.add([], `"${action}" must lead to "${waiting}", like the other transitions that submit`);
    if (approval !== undefined && approval !== 'submit' && (from.length !== 1 || from[0] !== waiting))
      report.add([], `"${action}" must start from "${waiting}", to which submitting leads, and from there only`);
    if (approval === undefined && from.includes(waiting) && to !== waiting)
      report.add([], `"${action}" leaves "${waiting}" with an open to-do: it needs "approval": "withdraw"`);
  }
  for (const operation of ['edit', 'delete']) {
    const allowed = gate[operation]?.[machine.field];
    if (!allowed || allowed.includes(waiting))
      report.add(
        [],
        `x-gate must keep "${operation}" out of "${waiting}": a row that waits for approval does not change`,
      );
  }
}
