import type { ASTNode } from '@marcbachmann/cel-js';
import type { Field } from '../../model/field.ts';
import { fractionDigits, isInstant } from '../dates.ts';
import { QUOTIENT_PLACES } from '../decimal.ts';
import { KINDS } from '../kinds/kinds.ts';
import { checkExpression } from './check.ts';
import { readDate, readDecimal } from './environment.ts';
import type { Scope } from './scope.ts';
import { portablePattern } from './sqlPattern.ts';
import { callOf, sourceOf } from './syntax.ts';
import { literal, quote } from '../sqlText.ts';

/** An expression as SQL, or the reason why it has no SQL form. */
export type Printed = { sql: string } | { reason: string };

/** A subexpression as SQL, with its type and other known properties. */
export interface SqlTerm {
  sql: string;
  type: 'text' | 'int' | 'numeric' | 'date' | 'instant' | 'bool' | 'list';
  /** max absolute value of an integer */
  bound?: bigint;
  /** the text has only ASCII characters, which have the same order in all collations */
  ascii?: boolean;
  /** has the same value for every row */
  constant?: boolean;
  /** is never NULL */
  isPresent?: boolean;
  /** SQL of the integer of which the text consists, such as that of an id */
  integer?: string;
}

/**
 * Prints an expression on one row as SQL for a CHECK, a partial index or a trigger.
 *
 * The SQL has the same result as `compileExpression`, to the last digit; absent is NULL. There is no SQL for other
 * rows, `user`, `today()` (the result of a CHECK must not change with time), and functions that differ between
 * JavaScript and PostgreSQL.
 *
 * @param table qualifier of the columns, such as `new`
 * @throws Error if the expression does not pass `checkExpression`
 */
export function printSql(text: string, scope: Scope, table?: string): Printed {
  return printWith(new Printer(scope, table), text, scope);
}

/** Prints an expression with a printer. @throws Error if the expression does not pass `checkExpression` */
export function printWith(printer: Pick<Printer, 'print'>, text: string, scope: Scope): Printed {
  const checked = checkExpression(text, scope);
  if (!checked.ok) throw new Error(`${text}: ${checked.message}`);
  const { ast } = scope.environment.parse(text);
  try {
    return { sql: printer.print(ast).sql };
  } catch (error) {
    if (error instanceof NotPrintable) return { reason: error.message };
    throw error;
  }
}

class NotPrintable extends Error {}

/** Collation of compared texts; PostgreSQL refuses a comparison of columns with different collations. */
const CODE_POINTS = ' collate "C"';

const MAX_BIGINT = 2n ** 63n - 1n;
const ARITHMETIC = new Set(['+', '-', '*', '/', '%']);
const COMPARISON = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Prints expressions that read only their own row. */
export class Printer {
  #scope: Scope;
  #prefix: string;

  constructor(scope: Scope, table: string | undefined) {
    this.#scope = scope;
    this.#prefix = table === undefined ? '' : `${table}.`;
  }

  print(node: ASTNode): SqlTerm {
    switch (node.op) {
      case 'value':
        return printLiteral(node.args, node);
      case '.':
        return this.#column(node);
      case '&&':
        return { sql: `(${this.print(node.args[0]).sql} and ${this.print(node.args[1]).sql})`, type: 'bool' };
      case '||':
        return { sql: `(${this.print(node.args[0]).sql} or ${this.print(node.args[1]).sql})`, type: 'bool' };
      case '!_':
        return { sql: `(not ${this.print(node.args).sql})`, type: 'bool' };
      case '-_':
        return this.#negation(node.args);
      case '?:':
        return this.#choice(node.args);
      case 'in':
        return this.#membership(node.args[0], node.args[1]);
      case 'call':
      case 'rcall':
        return this.#call(node);
    }
    if (COMPARISON.has(node.op)) return this.#comparison(node.op, node.args as [ASTNode, ASTNode], node);
    if (ARITHMETIC.has(node.op)) return this.#arithmetic(node.op, node.args as [ASTNode, ASTNode], node);
    return refuse(node, 'has no SQL form');
  }

  #column(node: ASTNode & { op: '.' }): SqlTerm {
    const [owner, name] = node.args;
    if (owner.op !== 'id' || owner.args !== 'self') return refuse(node, 'is not a field of the row itself');
    const field = this.#scope.fields.get(name)!;
    return columnTerm(field, `${this.#prefix}${quote(name)}`, node);
  }

  #negation(node: ASTNode): SqlTerm {
    const part = this.print(node);
    return {
      ...part,
      sql: part.type === 'int' ? `(- ${part.sql}::bigint)` : `(- ${part.sql})`,
      constant: part.constant ?? false,
    };
  }

  /** As in CEL, there is no value if the condition has none; a plain `else` would have the value of its branch. */
  #choice([condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode]): SqlTerm {
    const [test, left, right] = [this.print(condition), this.print(then), this.print(otherwise)];
    const collation = left.type === 'text' ? CODE_POINTS : '';
    return {
      ...commonProperties(left, right),
      sql: `(case when ${test.sql} then ${left.sql}${collation} when not ${test.sql} then ${right.sql} end)`,
    };
  }

  #comparison(operator: string, operands: readonly [ASTNode, ASTNode], node: ASTNode): SqlTerm {
    const [left, right] = [this.print(operands[0]), this.print(operands[1])];
    if (left.type === 'list') return refuse(node, 'compares lists');
    const isEquality = operator === '==' || operator === '!=';
    if (left.type === 'text' && !isEquality && !left.ascii && !right.ascii)
      return refuse(node, 'orders texts, which the database does in another way');
    const collation = left.type === 'text' && !(isEquality && (left.constant || right.constant)) ? CODE_POINTS : '';
    const sql = operator === '==' ? '=' : operator === '!=' ? '<>' : operator;
    return {
      sql: `(${left.sql}${collation} ${sql} ${right.sql})`,
      type: 'bool',
      isPresent: Boolean((left.isPresent ?? left.constant) && (right.isPresent ?? right.constant)),
    };
  }

  #arithmetic(operator: string, operands: readonly [ASTNode, ASTNode], node: ASTNode): SqlTerm {
    const [left, right] = [this.print(operands[0]), this.print(operands[1])];
    if (left.type === 'text')
      return {
        sql: `(${left.sql}${CODE_POINTS} || ${right.sql})`,
        type: 'text',
        ascii: Boolean(left.ascii && right.ascii),
      };
    if (left.type === 'int' && right.type === 'int') return integerArithmetic(operator, left, right, node);
    if (!isNumber(left) || !isNumber(right)) return refuse(node, 'has no SQL form');
    if (operator !== '/') return { sql: `(${left.sql} ${operator} ${right.sql})`, type: 'numeric' };
    // truncated at QUOTIENT_PLACES, like divide(); PostgreSQL chooses the decimal places of a plain quotient itself
    const divisor = right.constant && right.bound ? right.sql : `nullif(${right.sql}, 0)`;
    return { sql: `(div(${left.sql} * 1e${QUOTIENT_PLACES}, ${divisor}) * 1e-${QUOTIENT_PLACES})`, type: 'numeric' };
  }

  #membership(element: ASTNode, list: ASTNode): SqlTerm {
    const value = this.print(element);
    if (list.op !== 'list') {
      const entries = this.print(list);
      return entries.type === 'list'
        ? { sql: `(${entries.sql} @> to_jsonb(${value.sql}::text))`, type: 'bool' }
        : refuse(list, 'has no SQL form');
    }
    const entries = list.args.map((entry) => this.print(entry));
    // an entry without a value would be unequal in SQL, but leave no result in CEL
    if (entries.length === 0 || !entries.every((entry) => entry.constant))
      return refuse(list, 'is not a list of constants');
    return { sql: `(${value.sql} in (${entries.map((entry) => entry.sql).join(', ')}))`, type: 'bool' };
  }

  #call(node: ASTNode): SqlTerm {
    const { name, receiver, parameters } = callOf(node)!;
    if (name === 'has') return { sql: `(${this.#present(parameters[0]!)} is not null)`, type: 'bool', isPresent: true };
    const print = (receiver ? METHODS : FUNCTIONS)[name];
    if (!print) return refuse(node, name === 'today' ? 'changes from day to day' : 'has no SQL form');
    const parts = [...(receiver ? [receiver] : []), ...parameters].map((parameter) => this.print(parameter));
    return print(parts, node);
  }

  #present(node: ASTNode): string {
    if (node.op !== '.' || node.args[0].op !== 'id' || node.args[0].args !== 'self')
      return refuse(node, 'is not a field of the row itself');
    return `${this.#prefix}${quote(node.args[1])}`;
  }
}

type PrintCall = (parts: readonly SqlTerm[], node: ASTNode) => SqlTerm;

const FUNCTIONS: Record<string, PrintCall> = {
  // another text may be no number
  int: ([part], node) =>
    part!.integer === undefined
      ? refuse(node, 'has no SQL form')
      : { sql: part!.integer, type: 'int', bound: BigInt(Number.MAX_SAFE_INTEGER) },
  decimal: ([part], node) =>
    part!.type === 'int'
      ? { ...part!, sql: `${part!.sql}::numeric`, type: 'numeric' }
      : { sql: `${readDecimal(literalText(node)).toFixed()}::numeric`, type: 'numeric', constant: true },
  date: (_, node) => ({ sql: `date '${readDate(literalText(node)).text}'`, type: 'date', constant: true }),
  timestamp: (_, node) => ({ sql: `timestamptz ${literal(literalInstant(node))}`, type: 'instant', constant: true }),
  round: ([part], node) => ({ sql: `round(${part!.sql}::numeric, ${literalPlaces(node)})`, type: 'numeric' }),
  ceil: ([part]) => ({ sql: `ceil(${part!.sql})`, type: 'numeric' }),
  floor: ([part]) => ({ sql: `floor(${part!.sql})`, type: 'numeric' }),
  abs: ([part]) =>
    part!.type === 'int'
      ? { ...part!, sql: `abs(${part!.sql}::bigint)`, constant: false }
      : { sql: `abs(${part!.sql})`, type: 'numeric' },
  min: ([a, b]) => extreme(a!, b!, '<='),
  max: ([a, b]) => extreme(a!, b!, '>='),
  days: ([from, to]) => ({ sql: `(${to!.sql} - ${from!.sql} + 1)`, type: 'int', bound: 4_000_000n }),
  year: ([day]) => ({ sql: yearOf(day!), type: 'text', ascii: true }),
  month: ([day]) => ({
    sql: `(${yearOf(day!)} || lpad(extract(month from ${day!.sql})::int::text, 2, '0'))`,
    type: 'text',
    ascii: true,
  }),
  size: ([part], node) => sizeOf(part!, node),
};

const METHODS: Record<string, PrintCall> = {
  size: ([part], node) => sizeOf(part!, node),
  startsWith: ([text], node) => ({ sql: `starts_with(${text!.sql}, ${literal(literalText(node))})`, type: 'bool' }),
  endsWith: ([text], node) => ({
    sql: `(right(${text!.sql}, ${[...literalText(node)].length}) = ${literal(literalText(node))})`,
    type: 'bool',
  }),
  contains: ([text], node) => ({ sql: `(strpos(${text!.sql}, ${literal(literalText(node))}) > 0)`, type: 'bool' }),
  matches: ([text], node) => {
    const pattern = portablePattern(literalText(node));
    return pattern === undefined
      ? refuse(node, 'is a pattern that the database reads differently')
      : { sql: `(${text!.sql} ~ ${literal(pattern)})`, type: 'bool' };
  },
};

/** A column with its type in expressions. */
export function columnTerm(field: Field, sql: string, node: ASTNode): SqlTerm {
  if (field.kind === 'password') return refuse(node, 'is kept as a hash');
  // createAt and updateAt have microseconds, but expressions compare milliseconds
  if (field.name === 'createAt' || field.name === 'updateAt')
    return refuse(node, 'is finer in the database than expressions see');
  const kind = KINDS[field.kind];
  switch (kind.cel) {
    case 'string':
      return {
        sql: field.name === 'id' || kind.column(field) === 'bigint' ? `${sql}::text` : sql,
        type: 'text',
        ascii:
          kind.column(field) === 'bigint' ||
          field.name === 'id' ||
          field.kind === 'year' ||
          field.kind === 'month' ||
          field.kind === 'yesNo',
        isPresent: field.required,
        ...((field.name === 'id' || kind.column(field) === 'bigint') && { integer: sql }),
      };
    case 'int':
      return { sql, type: 'int', bound: kind.column(field) === 'bigint' ? BigInt(Number.MAX_SAFE_INTEGER) : 2n ** 31n };
    case 'Decimal':
      return { sql, type: 'numeric' };
    case 'Date':
      return { sql, type: 'date' };
    case 'google.protobuf.Timestamp':
      return { sql, type: 'instant' };
    case 'list<string>':
      return { sql, type: 'list' };
    default:
      return refuse(node, 'is JSON of any shape');
  }
}

function printLiteral(value: unknown, node: ASTNode): SqlTerm {
  if (typeof value === 'boolean') return { sql: String(value), type: 'bool', constant: true };
  if (typeof value === 'bigint')
    return { sql: String(value), type: 'int', bound: value < 0n ? -value : value, constant: true };
  if (typeof value === 'string' && !value.includes('\u0000') && value.isWellFormed()) {
    return { sql: literal(value), type: 'text', ascii: /^[\u0001-\u007f]*$/.test(value), constant: true };
  }
  return refuse(node, 'has no SQL form');
}

/** Computes in eight bytes, and only if no value can overflow, which would be an error in SQL. */
function integerArithmetic(operator: string, left: SqlTerm, right: SqlTerm, node: ASTNode): SqlTerm {
  const [a, b] = [left.bound!, right.bound!];
  const bound = operator === '*' ? a * b : operator === '%' ? a : a + b;
  if (bound > MAX_BIGINT) return refuse(node, 'may overflow; make one operand a decimal()');
  const divisor = operator === '%' ? `nullif(${right.sql}, 0)` : right.sql;
  return { sql: `(${left.sql}::bigint ${operator} ${divisor})`, type: 'int', bound };
}

/** The minimum or maximum of two values, NULL if one is NULL; `least()` and `greatest()` ignore NULL. */
function extreme(a: SqlTerm, b: SqlTerm, operator: '<=' | '>='): SqlTerm {
  const strictly = operator === '<=' ? '<' : '>';
  return {
    ...commonProperties(a, b),
    sql: `(case when ${a.sql} ${operator} ${b.sql} then ${a.sql} when ${b.sql} ${strictly} ${a.sql} then ${b.sql} end)`,
  };
}

/** Properties of a value that is one of two. */
function commonProperties(a: SqlTerm, b: SqlTerm): Omit<SqlTerm, 'sql'> {
  if (a.bound !== undefined && b.bound !== undefined)
    return { type: 'int', bound: a.bound > b.bound ? a.bound : b.bound };
  return { type: a.type === b.type ? a.type : 'numeric', ascii: Boolean(a.ascii && b.ascii) };
}

function sizeOf(part: SqlTerm, node: ASTNode): SqlTerm {
  if (part.type === 'text') return { sql: `char_length(${part.sql})`, type: 'int', bound: 2n ** 31n };
  return part.type === 'list'
    ? { sql: `jsonb_array_length(${part.sql})`, type: 'int', bound: 2n ** 31n }
    : refuse(node, 'has no SQL form');
}

/** Year with four digits; unlike `to_char`, it does not depend on settings. */
const yearOf = (day: SqlTerm): string => `lpad(extract(year from ${day.sql})::int::text, 4, '0')`;

const isNumber = (part: SqlTerm): boolean => part.type === 'int' || part.type === 'numeric';

/** The last argument of a call, which must be a text literal. */
function literalText(node: ASTNode): string {
  const literal = callOf(node)!.parameters.at(-1)!;
  return literal.op === 'value' &&
    typeof literal.args === 'string' &&
    !literal.args.includes('\u0000') &&
    literal.args.isWellFormed()
    ? literal.args
    : refuse(node, 'takes a literal text in SQL');
}

function literalInstant(node: ASTNode): string {
  const text = literalText(node);
  return isInstant(text) && fractionDigits(text) <= 3
    ? text
    : refuse(node, 'takes an instant of RFC 3339 to the millisecond in SQL');
}

function literalPlaces(node: ASTNode): string {
  const places = callOf(node)!.parameters[1]!;
  return places.op === 'value' &&
    typeof places.args === 'bigint' &&
    places.args >= 0n &&
    places.args <= BigInt(QUOTIENT_PLACES)
    ? String(places.args)
    : refuse(node, 'takes literal places in SQL');
}

/** Ends printing. @throws NotPrintable with the reason why there is no SQL */
export function refuse(node: ASTNode, reason: string): never {
  throw new NotPrintable(`${sourceOf(node)} ${reason}`);
}
