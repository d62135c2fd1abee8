import type { ConstraintShape, IndexShape, TableShape, TriggerShape } from '../../../generator/emit/ddl/shape.ts';
import { literal, qualified, quote } from '../../../generator/emit/ddl/sql.ts';
import {
  addConstraint,
  columnDefinition,
  createIndex,
  createTable,
  createTrigger,
  typeOf,
} from '../../../generator/emit/ddl/statements.ts';
import { columnMark, markColumn, markConstraint, markIndex, markTrigger } from './marks.ts';
import type { Probe, Step } from './plan.ts';
import type { AlteredColumn, Rename, TableChange } from './tableChange.ts';

const script = (...statements: string[]): string => statements.join(';\n');

/** A new table with all that stands on itself alone. */
export function createTableStep(table: TableShape): Step {
  return {
    description: `create table ${shown(table)}`,
    sql: script(
      createTable(table),
      ...table.columns.filter((column) => columnMark(column) !== null).map((column) => markColumn(table, column)),
      ...table.constraints
        .filter(({ sort }) => sort !== 'foreign')
        .map((constraint) => markConstraint(table, constraint)),
      ...table.indexes.flatMap((index) => [createIndex(table, index), markIndex(table, index)]),
    ),
  };
}

/** The renames of a table's columns: by a passing name where the new one is still taken. */
export function renameSteps({ table, current, renames }: TableChange): { before: Step[]; after: Step[] } {
  const step = (description: string, from: string, to: string): Step => ({
    description,
    sql: `alter table ${qualified(table)} rename column ${quote(from)} to ${quote(to)}`,
  });
  const taken = ({ to }: Rename) => current.columns.has(to);
  const passing = ({ to }: Rename) => `${to}$moving`;
  return {
    before: renames.map((rename) =>
      taken(rename)
        ? step(
            `set column ${shown(table)}.${rename.from} aside, for its new name ${rename.to} is taken`,
            rename.from,
            passing(rename),
          )
        : step(`rename column ${shown(table)}.${rename.from} to ${rename.to}`, rename.from, rename.to),
    ),
    after: renames
      .filter(taken)
      .map((rename) =>
        step(`rename column ${shown(table)}.${rename.from} to ${rename.to}`, passing(rename), rename.to),
      ),
  };
}

/**
 * The history of a table's rows told by the new names of its fields, so that a reader finds them under their labels and
 * what is hidden under the new name stays hidden. The lines of a field that is gone and whose name another takes are
 * kept apart.
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
      description: `call ${renames.map(({ from, to }) => `${from} ${to}`).join(', ')} in the history of ${table.entity}`,
      sql:
        `update kernel.audit set changes = (select jsonb_object_agg(case key ${cases} else key end, value) from jsonb_each(changes)) ` +
        `where entity in (${[table.entity, ...(table.kinds ?? [])].map(literal).join(', ')}) and changes ?| array[${names.map(({ from }) => literal(from)).join(', ')}]`,
    },
  ];
}

/** The columns that go, with the rows that would lose a value; first those that are computed from others. */
export function dropColumnSteps({ table, current, dropped }: TableChange): Step[] {
  return dropped
    .toSorted((a, b) => Number(a.data) - Number(b.data))
    .map(({ name, data }): Step => ({
      description: `drop column ${shown(table)}.${name}${data ? ` (${current.columns.get(name)!.type})` : ', which is computed'}`,
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

/** New columns; one that must have a value gets it from its default, or rows stand in the way. */
export function addColumnSteps({ table, added }: TableChange): Step[] {
  return added.flatMap((column) => {
    const add: Step = {
      description: `add column ${shown(table)}.${column.name} (${column.type})`,
      sql: script(
        `alter table ${qualified(table)} add column ${columnDefinition({ ...column, nullable: true })}`,
        markColumn(table, column),
      ),
    };
    return column.nullable ? [add] : [add, requireStep(table, column.name)];
  });
}

/** Type, default and obligation of a column that stays. */
export function alterColumnSteps({ table, altered }: TableChange): Step[] {
  return altered.flatMap((change) => [
    ...(change.conversion ? [convertStep(table, change)] : []),
    ...defaultSteps(table, change),
    ...obligationSteps(table, change),
  ]);
}

function convertStep(table: TableShape, { column, current, conversion }: AlteredColumn): Step {
  const { using, loses, breaks } = conversion!;
  const alter = `alter table ${qualified(table)} alter column ${quote(column.name)}`;
  const count = (condition: string) => counting(table, condition);
  const about = { table: table.name, column: column.name, ...keyOf(table) };
  const probes: Probe[] = [
    ...(loses === undefined
      ? []
      : [
          {
            ...about,
            effect: 'loses' as const,
            text: `with more digits or a time of day in ${column.name}`,
            sql: count(loses),
          },
        ]),
    ...(breaks === undefined
      ? []
      : [
          {
            ...about,
            effect: 'breaks' as const,
            text: `with a value of ${column.name} that does not convert to ${column.type}`,
            sql: count(breaks),
          },
        ]),
  ];
  return {
    description: `change ${shown(table)}.${column.name} from ${current.type}${sorted(current.collation)} to ${column.type}${sorted(column.collation ?? null)}`,
    sql: script(
      ...(current.mark === null ? [] : [`${alter} drop default`]),
      `${alter} type ${typeOf(column)} using ${using}`,
      ...(column.default === undefined ? [] : [`${alter} set default ${column.default}`]),
      markColumn(table, column),
    ),
    ...(probes.length > 0 ? { probes } : {}),
  };
}

const sorted = (collation: string | null): string => (collation === null ? '' : ` sorted by ${collation}`);

function defaultSteps(table: TableShape, { column, current, conversion }: AlteredColumn): Step[] {
  if (conversion || current.mark === columnMark(column)) return [];
  const name = `${shown(table)}.${column.name}`;
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

function obligationSteps(table: TableShape, { column, current }: AlteredColumn): Step[] {
  if (current.notNull !== column.nullable) return [];
  if (column.nullable) {
    return [
      {
        description: `let ${shown(table)}.${column.name} be absent`,
        sql: `alter table ${qualified(table)} alter column ${quote(column.name)} drop not null`,
      },
    ];
  }
  if (column.default === undefined) return [requireStep(table, column.name)];
  return [
    {
      description: `fill ${shown(table)}.${column.name} with ${column.default} where it is absent`,
      sql: `update ${qualified(table)} set ${quote(column.name)} = ${column.default} where ${quote(column.name)} is null`,
    },
    requireStep(table, column.name),
  ];
}

function requireStep(table: TableShape, column: string): Step {
  return {
    description: `require ${shown(table)}.${column}`,
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

/** A constraint on a table that may have rows. */
export const constraintStep = (table: TableShape, constraint: ConstraintShape): Step => ({
  description: `add ${ruleText(constraint)} to ${shown(table)}`,
  sql: script(addConstraint(table, constraint), markConstraint(table, constraint)),
  ...breaking(table, constraint),
});

/** An index on a table that may have rows. */
export const indexStep = (table: TableShape, index: IndexShape): Step => ({
  description: `create ${index.unique ? 'unique ' : ''}index ${index.name}`,
  sql: script(createIndex(table, index), markIndex(table, index)),
  ...breaking(table, index),
});

export const triggerStep = (table: TableShape, trigger: TriggerShape): Step => ({
  description: `create trigger ${trigger.name} on ${shown(table)}`,
  sql: script(createTrigger(table, trigger), markTrigger(table, trigger)),
  ...breaking(table, trigger),
});

/**
 * How many rows of a table meet a condition, and of an entity's the id of one of them and how many are deleted: a
 * column is none the less for those.
 */
const counting = (table: TableShape, condition: string): string =>
  `select count(*)${table.key === undefined ? '' : `, min(id), count(*) filter (where "delFlag" = 'Y') as deleted`} from ${qualified(table)} where ${condition}`;

/** By what rows of an entity's table are known. */
const keyOf = ({ key }: TableShape): Pick<Probe, 'key'> => (key === undefined ? {} : { key });

type Enforcing = Pick<ConstraintShape, 'name' | 'rule' | 'breaks' | 'asks'>;

function breaking(table: TableShape, shape: Enforcing): { probes?: Probe[] } {
  if (shape.breaks === undefined) return {};
  return {
    probes: [
      {
        effect: 'breaks',
        table: table.name,
        ...keyOf(table),
        text: `against ${ruleText(shape)}${shape.asks === undefined ? '' : `, which asks: ${shape.asks}`}`,
        sql: shape.breaks,
      },
    ],
  };
}

/** What a schema author calls it: "the rule visit-no (unique: visitNo)". */
function ruleText({ name, rule }: Enforcing): string {
  return rule ? `the rule ${rule.id} (${rule.sort}: ${rule.fields.join(', ')})` : name;
}

/** The kernel's tables with their schema, an entity's by its bare name. */
export const shown = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  schema === 'public' ? name : `${schema}.${name}`;
