import type { ASTNode } from '@marcbachmann/cel-js';
import { KERNEL_FIELDS } from '../kernelFields.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { childName, scopeOf } from './scope.ts';
import { columnPart, type Part, printWith, Printer, type Printed, refuse, sqlName } from './sql.ts';
import { callOf } from './syntax.ts';

/** Live parts of a whole, as a macro has them: `where` are conditions on the row called `alias`. */
interface Rows {
  table: string;
  alias: string;
  link: string;
  fields: ReadonlyMap<string, Field>;
  where: string[];
}

/** The values that `map` makes of rows. */
interface Mapped {
  rows: Rows;
  value: Part;
}

/**
 * Prints an expression over a whole and its parts (`children.…`) as SQL on the whole's row `t`, each list a query of
 * its own. It evaluates as `compileExpression` does; what it cannot print it does not.
 *
 * @throws Error when the expression does not pass `checkExpression`
 */
export function printSqlWithChildren(text: string, entity: Entity, model: Pick<Model, 'entities'>): Printed {
  return printWith(new ChildrenPrinter(entity, model), text, scopeOf(entity, model));
}

const WHOLE = 't';

class ChildrenPrinter extends Printer {
  #entity: Entity;
  #model: Pick<Model, 'entities'>;
  /** the rows that the variables of macros stand for */
  #variables = new Map<string, Rows>();
  #lists = 0;

  constructor(entity: Entity, model: Pick<Model, 'entities'>) {
    super(scopeOf(entity, model), WHOLE);
    this.#entity = entity;
    this.#model = model;
  }

  override print(node: ASTNode): Part {
    if (node.op === '.') return this.#member(node) ?? super.print(node);
    if (node.op === '[]') return this.#picked(node) ?? super.print(node);
    const call = callOf(node);
    if (call?.name === 'has' && call.parameters[0]?.op === '.') {
      const member = this.#member(call.parameters[0]);
      if (member) return { sql: `(${member.sql} is not null)`, type: 'bool' };
    }
    const rows = call?.receiver && this.#rows(call.receiver);
    if (rows) return this.#overRows(rows, call.name, call.parameters, node);
    const values =
      call && !call.receiver && call.parameters.length === 1 ? this.#mapped(call.parameters[0]!) : undefined;
    return values ? overValues(values, call!.name, node) : super.print(node);
  }

  /** A field of a row that a macro goes through, or of one that is picked by its place. */
  #member(node: ASTNode & { op: '.' }): Part | undefined {
    const [owner, name] = node.args;
    const bound = owner.op === 'id' ? this.#variables.get(owner.args) : undefined;
    if (bound) return this.#column(bound, name, node);
    if (owner.op !== '[]') return undefined;
    const [list, place] = owner.args;
    const rows = this.#rows(list);
    if (!rows || rows.where.length > 0 || place.op !== 'value' || typeof place.args !== 'bigint') return undefined;
    const column = this.#column(rows, name, node);
    // in the order in which they came
    return {
      ...column,
      sql: `(select ${column.sql} ${from(rows)} order by ${rows.alias}.id offset ${place.args} limit 1)`,
    };
  }

  /** What `map` makes of the row in a place, in the order in which the rows came. */
  #picked(node: ASTNode & { op: '[]' }): Part | undefined {
    const [list, place] = node.args;
    const mapped = this.#mapped(list);
    if (!mapped || place.op !== 'value' || typeof place.args !== 'bigint') return undefined;
    const { rows, value } = mapped;
    return {
      ...value,
      sql: query(rows, (those) =>
        whereAll(
          value,
          those,
          `(array_agg(${value.sql} order by ${rows.alias}.id)${those})[${(place.args as bigint) + 1n}]`,
        ),
      ),
    };
  }

  #column({ alias, fields }: Rows, name: string, node: ASTNode): Part {
    return columnPart(fields.get(name)!, `${alias}.${sqlName(name)}`, node);
  }

  /** `children.name`, or such rows filtered. */
  #rows(node: ASTNode): Rows | undefined {
    if (node.op === '.')
      return node.args[0].op === 'id' && node.args[0].args === 'children' ? this.#children(node.args[1]) : undefined;
    const call = callOf(node);
    const rows = call?.name === 'filter' && call.receiver ? this.#rows(call.receiver) : undefined;
    return rows && { ...rows, where: [...rows.where, this.#each(rows, call!.parameters, node).sql] };
  }

  #children(name: string): Rows {
    const { entity, via } = this.#entity.children.find((child) => childName(child.entity) === name)!;
    const below = this.#model.entities[entity]!;
    const fields = new Map([...KERNEL_FIELDS, ...below.fields].map((field) => [field.name, field]));
    const alias = `c${++this.#lists}`;
    return {
      table: below.table,
      alias,
      link: `${alias}.${sqlName(via)} = ${WHOLE}.${sqlName(fields.get(via)!.ref!.by)}`,
      fields,
      where: [],
    };
  }

  #mapped(node: ASTNode): Mapped | undefined {
    const call = callOf(node);
    const rows =
      call?.name === 'map' && call.parameters.length === 2 && call.receiver ? this.#rows(call.receiver) : undefined;
    return rows && { rows, value: this.#each(rows, call!.parameters, node) };
  }

  /** What a macro asks of each row: its parameters are a variable and an expression. */
  #each(rows: Rows, [variable, body]: readonly ASTNode[], node: ASTNode): Part {
    if (variable?.op !== 'id' || !body) return refuse(node, 'has no SQL form');
    const name = variable.args;
    const outer = this.#variables.get(name);
    this.#variables.set(name, rows);
    const part = this.print(body);
    if (outer) this.#variables.set(name, outer);
    else this.#variables.delete(name);
    return part;
  }

  #overRows(rows: Rows, name: string, parameters: readonly ASTNode[], node: ASTNode): Part {
    if (name === 'size') return { sql: query(rows, (those) => `count(*)${those}`), type: 'int', bound: 2n ** 31n };
    if (name !== 'all' && name !== 'exists') return refuse(node, 'has no SQL form');
    const asked = this.#each(rows, parameters, node).sql;
    // one row that decides is enough; else one that cannot tell leaves no answer
    const [decides, answer] = name === 'all' ? [`not ${asked}`, false] : [asked, true];
    return {
      sql: query(
        rows,
        (those) =>
          `case when bool_or(${decides})${those} then ${answer} when bool_or(${asked} is null)${those} then null else ${!answer} end`,
      ),
      type: 'bool',
    };
  }
}

/** What functions make of lists of values; `those` says of which rows. */
const AGGREGATES: Record<string, (value: Part, those: string) => string> = {
  sum: ({ sql }, those) => `coalesce(sum(${sql})${those}, 0)`,
  latest: ({ sql }, those) => `max(${sql})${those}`,
};

function overValues({ rows, value }: Mapped, name: string, node: ASTNode): Part {
  const aggregate = AGGREGATES[name];
  if (!aggregate) return refuse(node, 'has no SQL form');
  const sql = query(rows, (those) => whereAll(value, those, aggregate(value, those)));
  return { sql, type: value.type, ...(value.bound === undefined ? {} : { bound: MOST_SUMMED }) };
}

/** A value that one row lacks leaves none for all. */
const whereAll = ({ sql }: Part, those: string, made: string): string =>
  `case when bool_or(${sql} is null)${those} then null else ${made} end`;

/** Sums of integers are as large as eight bytes hold. */
const MOST_SUMMED = 2n ** 62n;

/** One value of all rows that meet the conditions; where one of these has no answer for some row, there is no value. */
function query({ table, alias, link, where }: Rows, value: (those: string) => string): string {
  const conditions = where.join(' and ');
  const made =
    where.length === 0
      ? value('')
      : `case when bool_or((${conditions}) is null) then null else ${value(` filter (where ${conditions})`)} end`;
  return `(select ${made} ${from({ table, alias, link })})`;
}

const from = ({ table, alias, link }: Pick<Rows, 'table' | 'alias' | 'link'>): string =>
  `from ${sqlName(table)} ${alias} where ${link} and ${alias}."delFlag" = 'N'`;
