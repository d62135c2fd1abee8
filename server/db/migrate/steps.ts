import type { ConstraintShape, IndexShape, TableShape, TriggerShape } from '../../../generator/emit/ddl/shape.ts';
import { qualified } from '../../../generator/emit/ddl/sql.ts';
import {
  addConstraint,
  columnDefinition,
  createIndex,
  createTable,
  createTrigger,
  typeOf,
} from '../../../generator/emit/ddl/statements.ts';
import { literal, quote } from '../../../generator/language/sqlText.ts';
import { columnMark, markColumn, markConstraint, markIndex, markTrigger } from './marks.ts';
import type { Probe, Step } from './plan.ts';
import type { AlteredColumn, Rename, TableChange } from './tableChange.ts';

const script = (...statements: string[]): string => statements.join(';\n');

/** Creates a table with the objects that depend on no other table. */
export function createTableStep(table: TableShape): Step {
  return {
    description: `create table ${displayName(table)}`,
    sql: script(
      createTable(table),
      ...table.columns.filter((column) => columnMark(column) !== null).map((column) => markColumn(table, column)),
      ...table.constraints
        .filter(({ type }) => type !== 'foreign')
        .map((constraint) => markConstraint(table, constraint)),
      ...table.indexes.flatMap((index) => [createIndex(table, index), markIndex(table, index)]),
    ),
  };
}

/** Renames the columns of a table. A column whose new name is still in use first gets a temporary name. */
export function renameSteps({ table, current, renames }: TableChange): { before: Step[]; after: Step[] } {
  const step = (description: string, from: string, to: string): Step => ({
    description,
    sql: `alter table ${qualified(table)} rename column ${quote(from)} to ${quote(to)}`,
  });
  const isTaken = ({ to }: Rename) => current.columns.has(to);
  const temporaryName = ({ to }: Rename) => `${to}$moving`;
  return {
    before: renames.map((rename) =>
      isTaken(rename)
        ? step(
            `rename column ${displayName(table)}.${rename.from} temporarily, because its new name ${rename.to} is in use`,
            rename.from,
            temporaryName(rename),
          )
        : step(`rename column ${displayName(table)}.${rename.from} to ${rename.to}`, rename.from, rename.to),
    ),
    after: renames
      .filter(isTaken)
      .map((rename) =>
        step(`rename column ${displayName(table)}.${rename.from} to ${rename.to}`, temporaryName(rename), rename.to),
      ),
  };
}

/**
 * Renames fields in the audit lines of a table, so that history shows their labels and still hides fields that the
 * reader may not see. If a renamed field takes the name of a removed one, the lines of the removed field get the name
 * `<name>$former`.
 */
export function renamedHistoryStep({ table, renames }: TableChange): Step[] {
  if (table.entity === undefined || renames.length === 0) return [];
  const renamed = new Set(renames.map(({ from }) => from));
  const names = [
    ...renames,
    ...renames.filter(({ to }) => !renamed.has(to)).map(({ to }) => ({ from: to, to: `${to}$former` })),
  ];
  const cases = names.map(({ from, to }) => `when ${literal(from)} then ${literal(to)}`).join(' ');
  return [
    {
      description: `rename ${renames.map(({ from, to }) => `${from} to ${to}`).join(', ')} in the history of ${table.entity}`,
      sql:
        `update kernel.audit set changes = (select jsonb_object_agg(case key ${cases} else key end, value) from jsonb_each(changes)) ` +
        `where entity in (${[table.entity, ...(table.kinds ?? [])].map(literal).join(', ')}) and changes ?| array[${names.map(({ from }) => literal(from)).join(', ')}]`,
    },
  ];
}

/** Drops columns, generated ones first; probes count the rows that lose a value. */
export function dropColumnSteps({ table, current, dropped }: TableChange): Step[] {
  return dropped
    .toSorted((a, b) => Number(a.data) - Number(b.data))
    .map(({ name, data }): Step => ({
      description: `drop column ${displayName(table)}.${name}${data ? ` (${current.columns.get(name)!.type})` : ', which is computed'}`,
      sql: `alter table ${qualified(table)} drop column ${quote(name)}`,
      ...(data
        ? {
            probes: [
              {
                effect: 'loses',
                table: table.name,
                column: name,
                text: `with a value of ${name}`,
                sql: `select count(*) from ${qualified(table)} where ${quote(name)} is not null`,
              },
            ],
          }
        : {}),
    }));
}

/** Adds columns. All accept rows without a value, until `fillColumnSteps`. */
export const addColumnSteps = ({ table, added }: TableChange): Step[] =>
  added.map((column) => ({
    description: `add column ${displayName(table)}.${column.name} (${column.type})`,
    sql: script(
      `alter table ${qualified(table)} add column ${columnDefinition({ ...column, nullable: true })}`,
      markColumn(table, column),
    ),
  }));

/** Changes type, default and `not null` of existing columns. */
export function alterColumnSteps({ table, altered }: TableChange): Step[] {
  return altered.flatMap((change) => [
    ...(change.conversion ? [convertStep(table, change)] : []),
    ...defaultSteps(table, change),
    ...notNullSteps(table, change),
  ]);
}

function convertStep(table: TableShape, { column, current, conversion }: AlteredColumn): Step {
  const { using, loses, breaks } = conversion!;
  const alter = `alter table ${qualified(table)} alter column ${quote(column.name)}`;
  const count = (condition: string) => counting(table, condition);
  const location = { table: table.name, column: column.name, ...keyOf(table) };
  const probes: Probe[] = [
    ...(loses === undefined
      ? []
      : [
          {
            ...location,
            effect: 'loses' as const,
            text: `whose ${column.name} has more digits or a time of day`,
            sql: count(loses),
          },
        ]),
    ...(breaks === undefined
      ? []
      : [
          {
            ...location,
            effect: 'breaks' as const,
            text: `with a value of ${column.name} that does not convert to ${column.type}`,
            sql: count(breaks),
          },
        ]),
  ];
  return {
    description: `change ${displayName(table)}.${column.name} from ${current.type}${collationText(current.collation)} to ${column.type}${collationText(column.collation ?? null)}`,
    sql: script(
      ...(current.mark === null ? [] : [`${alter} drop default`]),
      `${alter} type ${typeOf(column)} using ${using}`,
      ...(column.default === undefined ? [] : [`${alter} set default ${column.default}`]),
      markColumn(table, column),
    ),
    ...(probes.length > 0 ? { probes } : {}),
  };
}

const collationText = (collation: string | null): string => (collation === null ? '' : ` sorted by ${collation}`);

function defaultSteps(table: TableShape, { column, current, conversion }: AlteredColumn): Step[] {
  if (conversion || current.mark === columnMark(column)) return [];
  const name = `${displayName(table)}.${column.name}`;
  const alter = `alter table ${qualified(table)} alter column ${quote(column.name)}`;
  return [
    column.default === undefined
      ? { description: `drop the default of ${name}`, sql: script(`${alter} drop default`, markColumn(table, column)) }
      : {
          description: `default ${name} to ${column.default}`,
          sql: script(`${alter} set default ${column.default}`, markColumn(table, column)),
        },
  ];
}

function notNullSteps(table: TableShape, { column, current }: AlteredColumn): Step[] {
  if (current.notNull !== column.nullable) return [];
  if (column.nullable) {
    return [
      {
        description: `make ${displayName(table)}.${column.name} optional`,
        sql: `alter table ${qualified(table)} alter column ${quote(column.name)} drop not null`,
      },
    ];
  }
  if (column.default === undefined) return [requireStep(table, column.name)];
  return [
    {
      description: `set missing values of ${displayName(table)}.${column.name} to ${column.default}`,
      sql: `update ${qualified(table)} set ${quote(column.name)} = ${column.default} where ${quote(column.name)} is null`,
    },
    requireStep(table, column.name),
  ];
}

/** Requires values of a column. The rows must have them by then. */
export function requireStep(table: TableShape, column: string): Step {
  return {
    description: `require ${displayName(table)}.${column}`,
    sql: `alter table ${qualified(table)} alter column ${quote(column)} set not null`,
    probes: [
      {
        effect: 'breaks',
        table: table.name,
        column,
        ...keyOf(table),
        text: `without ${column}, which is required and has no default`,
        sql: counting(table, `${quote(column)} is null`),
      },
    ],
  };
}

/** Adds a constraint to a table that may have rows. */
export const constraintStep = (table: TableShape, constraint: ConstraintShape): Step => ({
  description: `add ${ruleText(constraint)} to ${displayName(table)}`,
  sql: script(addConstraint(table, constraint), markConstraint(table, constraint)),
  ...violationProbe(table, constraint),
});

/** Creates an index on a table that may have rows. */
export const indexStep = (table: TableShape, index: IndexShape): Step => ({
  description: `create ${index.unique ? 'unique ' : ''}index ${index.name}`,
  sql: script(createIndex(table, index), markIndex(table, index)),
  ...violationProbe(table, index),
});

/** The step that creates a trigger. It fails if stored rows violate the rule of the trigger. */
export const triggerStep = (table: TableShape, trigger: TriggerShape): Step => ({
  description: `create trigger ${trigger.name} on ${displayName(table)}`,
  sql: script(createTrigger(table, trigger), markTrigger(table, trigger)),
  ...violationProbe(table, trigger),
});

/**
 * SQL that counts the rows of a table that meet a condition. For the table of an entity, it also selects the id of one
 * of these rows, and how many of them are marked as deleted, because the database checks deleted rows too.
 */
const counting = (table: TableShape, condition: string): string =>
  `select count(*)${table.key === undefined ? '' : `, min(id), count(*) filter (where "delFlag" = 'Y') as deleted`} from ${qualified(table)} where ${condition}`;

/** The key of an entity's table, for messages. */
const keyOf = ({ key }: TableShape): Pick<Probe, 'key'> => (key === undefined ? {} : { key });

type RuleShape = Pick<ConstraintShape, 'name' | 'rule' | 'violations' | 'description'>;

/** The probe of the rows that violate a constraint, index or trigger, if it has one. */
function violationProbe(table: TableShape, shape: RuleShape): { probes?: Probe[] } {
  if (shape.violations === undefined) return {};
  return {
    probes: [
      {
        effect: 'breaks',
        table: table.name,
        ...keyOf(table),
        text: `that violate ${ruleText(shape)}${shape.description === undefined ? '' : `: ${shape.description}`}`,
        sql: shape.violations,
      },
    ],
  };
}

/** The name of a rule for schema authors: "the rule visit-no (unique: visitNo)". */
function ruleText({ name, rule }: RuleShape): string {
  return rule ? `the rule ${rule.id} (${rule.type}: ${rule.fields.join(', ')})` : name;
}

/** Name of a table in messages: `vessel` for an entity, `kernel.audit` for a table of the kernel. */
export const displayName = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  schema === 'public' ? name : `${schema}.${name}`;
