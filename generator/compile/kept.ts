import type { Entity, Model } from '../model/entity.ts';
import type { Field, Option } from '../model/field.ts';
import type { Report } from './report.ts';

/**
 * What the kernel keeps of each row beside what people enter: `x-changeLog`, `x-newest`, and the options `fieldsOf` and
 * `operationsOf` that a log needs.
 */
export function linkKept(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  linkOptionsOf(entity, model, unread, report);
  checkChangeLog(entity, model, unread, report);
  checkNewest(entity, report);
}

/**
 * The fields of an entity that its change log tells of: what is secret, or for some roles only, would be told to
 * whoever reads the log. History has those too.
 */
export const loggedFields = ({ fields, access }: Pick<Entity, 'fields' | 'access'>): Field[] =>
  fields.filter(({ name, sensitive, writeOnly }) => !sensitive && !writeOnly && !(name in (access?.fields ?? {})));

function linkOptionsOf(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  for (const field of entity.fields) {
    const named = field.fieldsOf ?? field.operationsOf;
    if (named === undefined) continue;
    const [word, kept] = field.fieldsOf === undefined ? ['operationsOf', 'operations'] : ['fieldsOf', 'fields'];
    const at = ['properties', field.name, 'x-options'];
    const target = model.entities[named];
    if (!target) {
      if (!unread.has(named)) report.unknown([...at, word!], 'entity', named, Object.keys(model.entities));
    } else
      field.options =
        field.fieldsOf === undefined
          ? operationsOf(target, model)
          : loggedFields(target).map(({ name, label }) => ({ code: name, ...label }));
    if (!entity.readOnly && !field.readOnly)
      report.add(at, `a choice of ${kept} is kept by the product: the field or its entity must be readOnly`);
  }
}

/** What may be done to a row, and is not named by its schema. */
const OPERATIONS: readonly Option[] = [
  { code: 'add', en: 'Added', zh: '新增' },
  { code: 'edit', en: 'Changed', zh: '修改' },
  { code: 'delete', en: 'Deleted', zh: '删除' },
];

/** The operations on an entity, of whichever kind, and on its parts, as a log of operations names them. */
function operationsOf(target: Entity, model: Model): Option[] {
  const kinds = [target, ...Object.values(model.entities).filter((one) => one.extends === target.name)];
  const ofParts = target.children.flatMap(({ entity }) => {
    const part = model.entities[entity];
    return part === undefined || part.readOnly
      ? []
      : ownOperations(part).map(({ code, en, zh }) => ({
          code: `${part.name}.${code}`,
          en: `${part.label.en}: ${en}`,
          zh: `${part.label.zh}：${zh}`,
        }));
  });
  const all = [...kinds.flatMap(ownOperations), ...ofParts];
  return [...new Map(all.toReversed().map((one) => [one.code, one])).values()].toReversed();
}

const ownOperations = ({ machines, actions }: Entity): Option[] => [
  ...OPERATIONS,
  ...machines.flatMap(({ transitions }) => transitions.map(({ action, label }) => ({ code: action, ...label }))),
  ...actions.filter(({ on }) => on === 'row').map(({ name, label }) => ({ code: name, ...label })),
];

/** The kinds that each part of a log's row may have. */
const TEXTS = ['text', 'longText'] as const;
const LOG_KINDS: Record<'seq' | 'item' | 'from' | 'to' | 'action', readonly Field['kind'][]> = {
  seq: ['integer'],
  item: ['choice'],
  from: TEXTS,
  to: TEXTS,
  action: ['choice'],
};
const LOGGED_ACTIONS = ['update', 'delete'];

const OPERATION_KINDS: Record<'operation' | 'told' | 'by' | 'on', readonly Field['kind'][]> = {
  operation: ['choice'],
  told: TEXTS,
  by: ['ref', 'code'],
  on: ['date'],
};

function checkChangeLog(
  { name, extends: base, fields, changeLog, children }: Entity,
  model: Model,
  unread: ReadonlySet<string>,
  report: Report,
): void {
  if (!changeLog) return;
  const own = base ?? name;
  const log = model.entities[changeLog.entity];
  if (!log) {
    if (!unread.has(changeLog.entity))
      report.unknown(['x-changeLog', 'entity'], 'entity', changeLog.entity, Object.keys(model.entities));
    return;
  }
  const wrong = (word: string, message: string) => report.add(['x-changeLog', word], message);
  if (!log.readOnly) wrong('entity', `"${log.name}" must be readOnly: nothing else may write a log`);
  if (!children.some(({ entity, via }) => entity === log.name && via === changeLog.via))
    wrong('entity', `"${log.name}" must be an x-child via "${changeLog.via}"`);
  const words = changeLog as unknown as Readonly<Record<string, string | undefined>>;
  const fieldNamed = (word: string): Field | undefined => {
    const field = log.fields.find((one) => one.name === words[word]);
    if (!field)
      report.unknown(
        ['x-changeLog', word],
        `field of ${log.name}`,
        words[word]!,
        log.fields.map((one) => one.name),
      );
    return field;
  };
  const via = fieldNamed('via');
  if (via && (via.ref?.entity !== own || via.ref.by !== 'id'))
    wrong('via', `${log.name}.${via.name} must refer to ${own} by id`);
  for (const [word, kinds] of Object.entries('operation' in changeLog ? OPERATION_KINDS : LOG_KINDS)) {
    if (words[word] === undefined) continue;
    const field = fieldNamed(word);
    if (field && !kinds.includes(field.kind))
      wrong(word, `${log.name}.${field.name} must be of kind ${kinds.join(' or ')}`);
    if (word === 'operation' && field && field.operationsOf !== own)
      wrong(word, `${log.name}.${field.name} must have "x-options": {"operationsOf": "${own}"}`);
    if (word === 'item' && field && field.fieldsOf !== name)
      wrong(word, `${log.name}.${field.name} must have "x-options": {"fieldsOf": "${name}"}`);
    if (
      word === 'action' &&
      field?.options &&
      LOGGED_ACTIONS.some((action) => !field.options!.some(({ code }) => code === action))
    )
      wrong(word, `${log.name}.${field.name} must have the options ${LOGGED_ACTIONS.join(' and ')}`);
    if ((word === 'item' || word === 'from' || word === 'to') && field?.required)
      wrong(word, `${log.name}.${field.name} is absent now and then and cannot be required`);
  }
  const copies = 'operation' in changeLog ? (changeLog.copies ?? {}) : {};
  for (const [there, here] of Object.entries(copies)) {
    const [copy, copied] = [log.fields.find((one) => one.name === there), fields.find((one) => one.name === here)];
    if (!copy)
      report.unknown(
        ['x-changeLog', 'copies', there],
        `field of ${log.name}`,
        there,
        log.fields.map((one) => one.name),
      );
    if (!copied)
      report.unknown(
        ['x-changeLog', 'copies', there],
        'field',
        here,
        fields.map((one) => one.name),
      );
    if (copy && copied && copy.kind !== copied.kind)
      wrong('copies', `${log.name}.${there} (${copy.kind}) and "${here}" (${copied.kind}) are not of one kind`);
  }
  const written = new Set<string>(
    [...Object.values(words), ...Object.keys(copies)].filter((one) => typeof one === 'string'),
  );
  for (const field of log.fields)
    if (field.required && !written.has(field.name))
      wrong('entity', `${log.name}.${field.name} is required, and no log fills it`);
}

/** Kinds whose columns are in the order of their values. */
const COMPARED: readonly Field['kind'][] = ['date', 'dateTime', 'month', 'year', 'integer'];

function checkNewest(entity: Entity, report: Report): void {
  const { newest, fields } = entity;
  if (!newest) return;
  const wrong = (word: string, message: string) => report.add(['x-newest', word], message);
  const fieldNamed = (name: string, word: string): Field | undefined => {
    const field = fields.find((one) => one.name === name);
    if (!field)
      report.unknown(
        ['x-newest', word],
        'field',
        name,
        fields.map((one) => one.name),
      );
    return field;
  };
  const flag = fieldNamed(newest.field, 'field');
  if (flag && (flag.kind !== 'yesNo' || !flag.readOnly || flag.compute || flag.default !== undefined))
    wrong('field', `"${flag.name}" must be a readOnly yesNo without default or formula`);
  for (const name of newest.by) {
    const field = fieldNamed(name, 'by');
    if (field && !field.required) wrong('by', `"${name}" must be required: a row without it is of no thing`);
  }
  const from = fieldNamed(newest.from, 'from');
  if (from && (!from.required || !COMPARED.includes(from.kind)))
    wrong('from', `"${from.name}" must be required, and a date, an instant, a month, a year or an integer`);
  const asked = new RegExp(`\\bself\\.${newest.field}\\b`);
  const texts = [
    ...entity.rules.flatMap(({ when = '', assert }) => [when, assert]),
    ...fields.flatMap(({ compute, defaultExpr = '' }) => [compute?.expr ?? '', defaultExpr]),
  ];
  if (texts.some((text) => asked.test(text)))
    wrong('field', `"${newest.field}" is known only when the row is written: no rule or formula may ask for it`);
}
