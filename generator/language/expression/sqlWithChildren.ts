import type { ASTNode } from '@marcbachmann/cel-js';
import { KERNEL_FIELDS } from '../kernelFields.ts';
import type { Entity, Model } from '../../model/entity.ts';
import type { Field } from '../../model/field.ts';
import { childName, scopeOf } from './scope.ts';
import { columnTerm, type SqlTerm, printWith, Printer, type Printed, refuse } from './sql.ts';
import { quote } from '../sqlText.ts';
import { callOf } from './syntax.ts';

/** Live child rows over which a macro iterates. */
interface Rows {
  entity: string;
  table: string;
  alias: string;
  /** join condition with the parent */
  link: string;
  fields: ReadonlyMap<string, Field>;
  /** conditions on the row named `alias` */
  where: string[];
}

/** The result of `map`: a value for each row. */
interface Mapped {
  rows: Rows;
  value: SqlTerm;
}

/**
 * Prints an expression on a parent and its children (`children.…`) as SQL on the parent row `t`, with a subquery for
 * each list. The SQL has the same result as `compileExpression`.
 *
 * @throws Error if the expression does not pass `checkExpression`
 */
export function printSqlWithChildren(text: string, entity: Entity, model: Pick<Model, 'entities'>): Printed {
  return printWith(new ChildrenPrinter(entity, model), text, scopeOf(entity, model));
}

/**
 * Prints whether a condition on a parent and its children has the result `wanted`, as SQL on the parent row `t` that is
 * true only then. The lists of `all` and `exists` become EXISTS subqueries, which PostgreSQL joins, so that a
 * comparison of two lists is not a comparison of all pairs.
 *
 * @throws Error if the condition does not pass `checkExpression`
 */
export function printVerdict(
  text: string,
  wanted: boolean,
  { entity, model }: { entity: Entity; model: Pick<Model, 'entities'> },
): Printed {
  const printer = new ChildrenPrinter(entity, model);
  return printWith(
    { print: (node) => printer.verdict(node, { wanted, isNegated: false }) },
    text,
    scopeOf(entity, model),
  );
}

/** Child rows because of which a condition is false. */
export interface FailingRows {
  entity: string;
  /** a query of their ids, on the parent row `t` */
  sql: string;
}

/**
 * Prints which child rows make a condition on a parent and its children false: those for which the condition of an
 * `all` is false, or that of a negated `exists` is true. Of a condition, the parts that `&&` joins are considered, and
 * only lists without `filter`.
 *
 * @throws Error if the condition does not pass `checkExpression`
 */
export function printFailingRows(
  text: string,
  { entity, model }: { entity: Entity; model: Pick<Model, 'entities'> },
): FailingRows[] {
  const printer = new ChildrenPrinter(entity, model);
  const found: FailingRows[] = [];
  const printed = printWith(
    {
      print(node) {
        found.push(...printer.failingRows(node));
        return { sql: '', type: 'bool' };
      },
    },
    text,
    scopeOf(entity, model),
  );
  return 'sql' in printed ? found : [];
}

/** Alias of the parent row. */
const PARENT = 't';

/** The result that is asked for, or with `isNegated` every other, also no result. */
interface Verdict {
  wanted: boolean;
  isNegated: boolean;
}

class ChildrenPrinter extends Printer {
  #entity: Entity;
  #model: Pick<Model, 'entities'>;
  /** rows of each macro variable */
  #variables = new Map<string, Rows>();
  #aliases = 0;

  constructor(entity: Entity, model: Pick<Model, 'entities'>) {
    super(scopeOf(entity, model), PARENT);
    this.#entity = entity;
    this.#model = model;
  }

  override print(node: ASTNode): SqlTerm {
    if (node.op === '.') return this.#member(node) ?? super.print(node);
    if (node.op === '[]') return this.#atIndex(node) ?? super.print(node);
    const call = callOf(node);
    if (call?.name === 'has' && call.parameters[0]?.op === '.') {
      const member = this.#member(call.parameters[0]);
      if (member) return { sql: `(${member.sql} is not null)`, type: 'bool', isPresent: true };
    }
    const rows = call?.receiver && this.#rows(call.receiver);
    if (rows && call.name === 'map') return listOf(this.#mapped(node) ?? refuse(node, 'has no SQL form'));
    if (rows) return this.#overRows(rows, call.name, call.parameters, node);
    const joined = call?.name === 'join' && call.receiver ? this.#mapped(call.receiver) : undefined;
    if (joined) return this.#joined(joined, call!.parameters[0], node);
    const values =
      call && !call.receiver && call.parameters.length === 1 ? this.#mapped(call.parameters[0]!) : undefined;
    return values ? overValues(values, call!.name, node) : super.print(node);
  }

  /** Prints whether a condition has a result. NULL counts as false, as in a WHERE clause. */
  verdict(node: ASTNode, verdict: Verdict): SqlTerm {
    const { wanted, isNegated } = verdict;
    if (node.op === '&&' || node.op === '||') {
      const operator = (node.op === '&&') === (wanted !== isNegated) ? 'and' : 'or';
      const [left, right] = node.args.map((part) => this.verdict(part, verdict).sql);
      return { sql: `(${left} ${operator} ${right})`, type: 'bool' };
    }
    if (node.op === '!_') return this.verdict(node.args, { wanted: !wanted, isNegated });
    const call = callOf(node);
    const rows = call?.receiver && ['all', 'exists'].includes(call.name) ? this.#rows(call.receiver) : undefined;
    if (rows?.where.length === 0) return this.#verdictOverRows(rows, node, verdict);
    const { sql, isPresent } = this.print(node);
    if (isNegated && !isPresent) return { sql: `(${sql} is not ${wanted})`, type: 'bool' };
    return { sql: wanted === isNegated ? `(not ${sql})` : sql, type: 'bool' };
  }

  /** One row decides `all` if the condition is false for it, and `exists` if it is true. */
  #verdictOverRows(rows: Rows, node: ASTNode, { wanted, isNegated }: Verdict): SqlTerm {
    const { name, parameters } = callOf(node)!;
    const decides = { wanted, isNegated: (name === 'all') === wanted };
    const found = this.#withVariable(rows, parameters, node, (body) => this.verdict(body, decides)).sql;
    const isNone = (name === 'all') === (wanted !== isNegated);
    return { sql: `(${isNone ? 'not ' : ''}exists (select ${from(rows)} and ${found}))`, type: 'bool' };
  }

  /** The child rows because of which a condition is false. */
  failingRows(node: ASTNode): FailingRows[] {
    if (node.op === '&&') return node.args.flatMap((part) => this.failingRows(part));
    const isNegated = node.op === '!_';
    const macro = isNegated ? node.args : node;
    const call = callOf(macro);
    const rows = call?.receiver && call.name === (isNegated ? 'exists' : 'all') ? this.#rows(call.receiver) : undefined;
    if (!rows || rows.where.length > 0) return [];
    const verdict = { wanted: isNegated, isNegated: false };
    const { sql } = this.#withVariable(rows, call!.parameters, macro, (body) => this.verdict(body, verdict));
    return [{ entity: rows.entity, sql: `select ${rows.alias}.id ${from(rows)} and ${sql}` }];
  }

  /** A field of the row of a macro variable, or of the row at a list index. */
  #member(node: ASTNode & { op: '.' }): SqlTerm | undefined {
    const [owner, name] = node.args;
    const bound = owner.op === 'id' ? this.#variables.get(owner.args) : undefined;
    if (bound) return this.#column(bound, name, node);
    if (owner.op !== '[]') return undefined;
    const [list, index] = owner.args;
    const rows = this.#rows(list);
    if (!rows || rows.where.length > 0 || index.op !== 'value' || typeof index.args !== 'bigint') return undefined;
    const column = this.#column(rows, name, node);
    // in the order of creation
    return {
      ...column,
      sql: `(select ${column.sql} ${from(rows)} order by ${rows.alias}.id offset ${index.args} limit 1)`,
    };
  }

  /** The value of `map` for the row at a list index, in the order of creation. */
  #atIndex(node: ASTNode & { op: '[]' }): SqlTerm | undefined {
    const [list, index] = node.args;
    const mapped = this.#mapped(list);
    if (!mapped || index.op !== 'value' || typeof index.args !== 'bigint') return undefined;
    const { rows, value } = mapped;
    return {
      ...value,
      sql: query(rows, (filter) =>
        unlessAbsent(
          value,
          filter,
          `(array_agg(${value.sql} order by ${rows.alias}.id)${filter})[${(index.args as bigint) + 1n}]`,
        ),
      ),
    };
  }

  /** The values of `map` as one text, in the order of creation. */
  #joined({ rows, value }: Mapped, separator: ASTNode | undefined, node: ASTNode): SqlTerm {
    if (separator?.op !== 'value' || value.type !== 'text') return refuse(node, 'has no SQL form');
    const between = this.print(separator).sql;
    return {
      sql: query(rows, (filter) =>
        unlessAbsent(value, filter, `string_agg(${value.sql}, ${between} order by ${rows.alias}.id)${filter}`),
      ),
      type: 'text',
    };
  }

  #column({ alias, fields }: Rows, name: string, node: ASTNode): SqlTerm {
    return columnTerm(fields.get(name)!, `${alias}.${quote(name)}`, node);
  }

  /** Rows of `children.<name>`, with the conditions of `filter`. */
  #rows(node: ASTNode): Rows | undefined {
    if (node.op === '.')
      return node.args[0].op === 'id' && node.args[0].args === 'children' ? this.#children(node.args[1]) : undefined;
    const call = callOf(node);
    const rows = call?.name === 'filter' && call.receiver ? this.#rows(call.receiver) : undefined;
    return rows && { ...rows, where: [...rows.where, this.#body(rows, call!.parameters, node).sql] };
  }

  #children(name: string): Rows {
    const { entity, via } = this.#entity.children.find((one) => childName(one.entity) === name)!;
    const child = this.#model.entities[entity]!;
    const fields = new Map([...KERNEL_FIELDS, ...child.fields].map((field) => [field.name, field]));
    const alias = `c${++this.#aliases}`;
    return {
      entity,
      table: child.table,
      alias,
      link: `${alias}.${quote(via)} = ${PARENT}.${quote(fields.get(via)!.ref!.by)}`,
      fields,
      where: [],
    };
  }

  #mapped(node: ASTNode): Mapped | undefined {
    const call = callOf(node);
    const rows =
      call?.name === 'map' && call.parameters.length === 2 && call.receiver ? this.#rows(call.receiver) : undefined;
    return rows && { rows, value: this.#body(rows, call!.parameters, node) };
  }

  /** Prints the body of a macro for a row. */
  #body(rows: Rows, parameters: readonly ASTNode[], node: ASTNode): SqlTerm {
    return this.#withVariable(rows, parameters, node, (body) => this.print(body));
  }

  /** Prints the body of a macro with `print`; the parameters of the macro are a variable and an expression. */
  #withVariable(
    rows: Rows,
    [variable, body]: readonly ASTNode[],
    node: ASTNode,
    print: (body: ASTNode) => SqlTerm,
  ): SqlTerm {
    if (variable?.op !== 'id' || !body) return refuse(node, 'has no SQL form');
    const name = variable.args;
    const outer = this.#variables.get(name);
    this.#variables.set(name, rows);
    const part = print(body);
    if (outer) this.#variables.set(name, outer);
    else this.#variables.delete(name);
    return part;
  }

  #overRows(rows: Rows, name: string, parameters: readonly ASTNode[], node: ASTNode): SqlTerm {
    if (name === 'size') return { sql: query(rows, (filter) => `count(*)${filter}`), type: 'int', bound: 2n ** 31n };
    if (name !== 'all' && name !== 'exists') return refuse(node, 'has no SQL form');
    const condition = this.#body(rows, parameters, node).sql;
    // one deciding row is enough; otherwise a row without a result leaves none for all
    const [decides, answer] = name === 'all' ? [`not ${condition}`, false] : [condition, true];
    return {
      sql: query(
        rows,
        (filter) =>
          `case when bool_or(${decides})${filter} then ${answer} when bool_or(${condition} is null)${filter} then null else ${!answer} end`,
      ),
      type: 'bool',
    };
  }
}

/** SQL of functions on lists of values of `rows`; `filter` is the FILTER clause of the aggregate. */
const AGGREGATES: Record<string, (value: SqlTerm, filter: string, rows: Rows) => string> = {
  last: ({ sql }, filter, { alias }) => `(array_agg(${sql} order by ${alias}.id desc)${filter})[1]`,
  sum: ({ sql }, filter) => `coalesce(sum(${sql})${filter}, 0)`,
  latest: ({ sql }, filter) => `max(${sql})${filter}`,
  earliest: ({ sql }, filter) => `min(${sql})${filter}`,
};

function overValues({ rows, value }: Mapped, name: string, node: ASTNode): SqlTerm {
  const aggregate = AGGREGATES[name];
  if (!aggregate) return refuse(node, 'has no SQL form');
  const sql = query(rows, (filter) => unlessAbsent(value, filter, aggregate(value, filter, rows)));
  return { sql, type: value.type, ...(value.bound === undefined ? {} : { bound: MAX_SUM }) };
}

/** The values of `map` as a list, in the order of creation; NULL for an empty list, as it is stored. */
const listOf = ({ rows, value }: Mapped): SqlTerm => ({
  sql: query(rows, (filter) =>
    unlessAbsent(value, filter, `jsonb_agg(${value.sql} order by ${rows.alias}.id)${filter}`),
  ),
  type: 'list',
});

/** NULL if a row has no value; else `result`. */
const unlessAbsent = ({ sql }: SqlTerm, filter: string, result: string): string =>
  `case when bool_or(${sql} is null)${filter} then null else ${result} end`;

/** Bound of sums of integers, which fit into eight bytes. */
const MAX_SUM = 2n ** 62n;

/** Subquery with one value of all rows that meet the conditions; NULL if a condition has no result for a row. */
function query({ table, alias, link, where }: Rows, value: (filter: string) => string): string {
  const conditions = where.join(' and ');
  const selected =
    where.length === 0
      ? value('')
      : `case when bool_or((${conditions}) is null) then null else ${value(` filter (where ${conditions})`)} end`;
  return `(select ${selected} ${from({ table, alias, link })})`;
}

const from = ({ table, alias, link }: Pick<Rows, 'table' | 'alias' | 'link'>): string =>
  `from ${quote(table)} ${alias} where ${link} and ${alias}."delFlag" = 'N'`;
