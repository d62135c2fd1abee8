import { ownFieldFinder, type LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import type { ChangeLog } from '../model/changeLog.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Keyword } from './keyword.ts';

/** `x-changeLog`: a child entity gets a row for each change of a row. */
export const changeLog: Keyword<ChangeLog> = {
  word: 'x-changeLog',
  layers: ['docs', 'save'],
  takesSpec: false,
  compile(word, entity) {
    if (word) entity.changeLog = word;
  },
  link: checkChangeLog,
  describe: ({ changeLog: log }) =>
    log
      ? [
          describeEffect(
            'x-changeLog',
            log.entity,
            'operation' in log
              ? {
                  en: 'gets a row for each operation on the record and its parts',
                  zh: '对记录及其各部分的每次操作记一行',
                }
              : {
                  en: 'gets a row for each changed field, and one for a deletion',
                  zh: '每个变更的字段记一行，删除记一行',
                },
          ),
        ]
      : [],
};

const TEXTS = ['text', 'longText'] as const;
/** Allowed field kinds of the log, by the option of the keyword that names the field. */
const LOG_KINDS: Record<'seq' | 'item' | 'from' | 'to' | 'action', readonly Field['kind'][]> = {
  seq: ['integer'],
  item: ['choice'],
  from: TEXTS,
  to: TEXTS,
  action: ['choice'],
};
const LOGGED_ACTIONS = ['update', 'delete'];

/** Same for a log with a line for each operation. */
const OPERATION_KINDS: Record<'operation' | 'summary' | 'by' | 'on', readonly Field['kind'][]> = {
  operation: ['choice'],
  summary: TEXTS,
  by: ['ref', 'code'],
  on: ['date'],
};

function checkChangeLog(entity: Entity, { model, unread, report }: LinkContext): void {
  const { changeLog: word, children } = entity;
  if (!word) return;
  const own = report.within(['x-changeLog']);
  const log = model.entities[word.entity];
  if (!log) {
    if (!unread.has(word.entity)) own.unknown(['entity'], 'entity', word.entity, Object.keys(model.entities));
    return;
  }
  if (!log.readOnly) own.add(['entity'], `"${log.name}" must be readOnly: nothing else may write a log`);
  if (!children.some((child) => child.entity === log.name && child.via === word.via))
    own.add(['entity'], `"${log.name}" must be an x-child via "${word.via}"`);
  const namedFields = namedFieldsOf(word);
  const find = ownFieldFinder(log, own, `field of ${log.name}`);
  for (const [option, name] of Object.entries(namedFields)) {
    const field = find(name, [option]);
    for (const problem of field ? problemsOf(option, field, entity, word) : [])
      own.add([option], `${log.name}.${name} ${problem}`);
  }
  const copies = 'operation' in word ? (word.copies ?? {}) : {};
  checkCopies(entity, log, copies, own);
  const written = [...Object.values(namedFields), ...Object.keys(copies)];
  for (const { name, required } of log.fields)
    if (required && !written.includes(name))
      own.add(['entity'], `${log.name}.${name} is required, and no log fills it`);
}

/** The options of the keyword that name a field of the log, with these names. */
function namedFieldsOf(word: ChangeLog): Record<string, string> {
  const named = ['via', ...Object.keys('operation' in word ? OPERATION_KINDS : LOG_KINDS)];
  return Object.fromEntries(
    Object.entries(word).filter((entry): entry is [string, string] => named.includes(entry[0])),
  );
}

/** Why a field cannot be the one that an option of the keyword names. */
function problemsOf(option: string, field: Field, { name, extends: base }: Entity, word: ChangeLog): string[] {
  const own = base ?? name;
  if (option === 'via') return field.ref?.entity === own && field.ref.by === 'id' ? [] : [`must refer to ${own} by id`];
  const kinds = ('operation' in word ? OPERATION_KINDS : LOG_KINDS) as Record<string, readonly Field['kind'][]>;
  const lacksAction = LOGGED_ACTIONS.some((action) => field.options?.every(({ code }) => code !== action));
  const problems: [condition: boolean, problem: string][] = [
    [!kinds[option]!.includes(field.kind), `must be of kind ${kinds[option]!.join(' or ')}`],
    [option === 'operation' && field.operationsOf !== own, `must have "x-options": {"operationsOf": "${own}"}`],
    [option === 'item' && field.fieldsOf !== name, `must have "x-options": {"fieldsOf": "${name}"}`],
    [option === 'action' && lacksAction, `must have the options ${LOGGED_ACTIONS.join(' and ')}`],
    [['item', 'from', 'to'].includes(option) && field.required, 'is absent now and then and cannot be required'],
  ];
  return problems.flatMap(([condition, problem]) => (condition ? [problem] : []));
}

/** Checks that each copy has the kind of the copied field. */
function checkCopies(entity: Entity, log: Entity, copies: Record<string, string>, report: Report): void {
  for (const [ofLog, ofRow] of Object.entries(copies)) {
    const copy = ownFieldFinder(log, report, `field of ${log.name}`)(ofLog, ['copies', ofLog]);
    const copied = ownFieldFinder(entity, report)(ofRow, ['copies', ofLog]);
    if (copy && copied && copy.kind !== copied.kind)
      report.add(['copies'], `${log.name}.${ofLog} (${copy.kind}) and "${ofRow}" (${copied.kind}) are not of one kind`);
  }
}
