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

/** An expression as SQL, or why it has no SQL form. */
export type Printed = { sql: string } | { reason: string };

/** A part of the SQL with what is known of it. */
export interface Part {
  sql: string;
  type: 'text' | 'int' | 'numeric' | 'date' | 'instant' | 'bool' | 'list';
  /** of an integer: no value is larger than this, either way */
  bound?: bigint;
  /** of a text: its characters are ASCII, so that every order of characters agrees */
  ascii?: boolean;
  /** the same for every row */
  constant?: boolean;
}

/**
 * Prints a row-local expression as SQL for a CHECK, a partial index or a trigger. It evaluates as `compileExpression`
 * does, to the last digit; absent is NULL. What cannot be printed so is not printed: other rows, `user`, `today()` (a
 * CHECK must not change its mind), and functions that JavaScript and PostgreSQL read differently.
 *
 * @param table a name to qualify the columns with, such as `new`
 * @throws Error when the expression does not pass `checkExpression`
 */
export function printSql(text: string, scope: Scope, table?: string): Printed {
  return printWith(new Printer(scope, table), text, scope);
}

/** What a printer makes of an expression. @throws Error when the expression does not pass `checkExpression` */
export function printWith(printer: Printer, text: string, scope: Scope): Printed {
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

/** A text literal; standard-conforming strings, so only the quote is doubled. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name as PostgreSQL keeps it letter for letter. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

class NotPrintable extends Error {}

/** Texts of two columns may differ in collation, and then PostgreSQL does not choose one itself. */
const CODE_POINTS = ' collate "C"';

const MAX_BIGINT = 2n ** 63n - 1n;
const ARITHMETIC = new Set(['+', '-', '*', '/', '%']);
const COMPARISON = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Prints what reads the row alone. */
export class Printer {
  #scope: Scope;
  #prefix: string;

  constructor(scope: Scope, table: string | undefined) {
    this.#scope = scope;
    this.#prefix = table === undefined ? '' : `${table}.`;
  }

  print(node: ASTNode): Part {
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

  #column(node: ASTNode & { op: '.' }): Part {
    const [owner, name] = node.args;
    if (owner.op !== 'id' || owner.args !== 'self') return refuse(node, 'is not a field of the row itself');
    const field = this.#scope.fields.get(name)!;
    return columnPart(field, `${this.#prefix}${sqlName(name)}`, node);
  }

  #negation(node: ASTNode): Part {
    const part = this.print(node);
    return {
      ...part,
      sql: part.type === 'int' ? `(- ${part.sql}::bigint)` : `(- ${part.sql})`,
      constant: part.constant ?? false,
    };
  }

  /** In CEL a condition without a value leaves none; a plain `else` would take its branch. */
  #choice([condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode]): Part {
    const [asked, left, right] = [this.print(condition), this.print(then), this.print(otherwise)];
    const collation = left.type === 'text' ? CODE_POINTS : '';
    return {
      ...joined(left, right),
      sql: `(case when ${asked.sql} then ${left.sql}${collation} when not ${asked.sql} then ${right.sql} end)`,
    };
  }

  #comparison(operator: string, operands: readonly [ASTNode, ASTNode], node: ASTNode): Part {
    const [left, right] = [this.print(operands[0]), this.print(operands[1])];
    if (left.type === 'list') return refuse(node, 'compares lists');
    const equality = operator === '==' || operator === '!=';
    if (left.type === 'text' && !equality && !left.ascii && !right.ascii)
      return refuse(node, 'orders texts, which the database does in another way');
    const collation = left.type === 'text' && !(equality && (left.constant || right.constant)) ? CODE_POINTS : '';
    const sql = operator === '==' ? '=' : operator === '!=' ? '<>' : operator;
    return { sql: `(${left.sql}${collation} ${sql} ${right.sql})`, type: 'bool' };
  }

  #arithmetic(operator: string, operands: readonly [ASTNode, ASTNode], node: ASTNode): Part {
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
    // PostgreSQL would choose the places of a quotient by its operands; ours is cut after QUOTIENT_PLACES, as divide()
    // does
    const divisor = right.constant && right.bound ? right.sql : `nullif(${right.sql}, 0)`;
    return { sql: `(div(${left.sql} * 1e${QUOTIENT_PLACES}, ${divisor}) * 1e-${QUOTIENT_PLACES})`, type: 'numeric' };
  }

  #membership(element: ASTNode, list: ASTNode): Part {
    const value = this.print(element);
    if (list.op !== 'list') {
      const entries = this.print(list);
      return entries.type === 'list'
        ? { sql: `(${entries.sql} @> to_jsonb(${value.sql}::text))`, type: 'bool' }
        : refuse(list, 'has no SQL form');
    }
    const entries = list.args.map((entry) => this.print(entry));
    // an entry without a value would count as unequal here, and as no answer in CEL
    if (entries.length === 0 || !entries.every((entry) => entry.constant))
      return refuse(list, 'is not a list of constants');
    return { sql: `(${value.sql} in (${entries.map((entry) => entry.sql).join(', ')}))`, type: 'bool' };
  }

  #call(node: ASTNode): Part {
    const { name, receiver, parameters } = callOf(node)!;
    if (name === 'has') return { sql: `(${this.#present(parameters[0]!)} is not null)`, type: 'bool' };
    const print = (receiver ? METHODS : FUNCTIONS)[name];
    if (!print) return refuse(node, name === 'today' ? 'changes from day to day' : 'has no SQL form');
    const parts = [...(receiver ? [receiver] : []), ...parameters].map((parameter) => this.print(parameter));
    return print(parts, node);
  }

  #present(node: ASTNode): string {
    if (node.op !== '.' || node.args[0].op !== 'id' || node.args[0].args !== 'self')
      return refuse(node, 'is not a field of the row itself');
    return `${this.#prefix}${sqlName(node.args[1])}`;
  }
}

type PrintCall = (parts: readonly Part[], node: ASTNode) => Part;

const FUNCTIONS: Record<string, PrintCall> = {
  decimal: ([part], node) =>
    part!.type === 'int'
      ? { ...part!, sql: `${part!.sql}::numeric`, type: 'numeric' }
      : { sql: `${readDecimal(literalText(node)).toFixed()}::numeric`, type: 'numeric', constant: true },
  date: (_, node) => ({ sql: `date '${readDate(literalText(node)).text}'`, type: 'date', constant: true }),
  timestamp: (_, node) => ({ sql: `timestamptz ${sqlText(literalInstant(node))}`, type: 'instant', constant: true }),
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
  startsWith: ([text], node) => ({ sql: `starts_with(${text!.sql}, ${sqlText(literalText(node))})`, type: 'bool' }),
  endsWith: ([text], node) => ({
    sql: `(right(${text!.sql}, ${[...literalText(node)].length}) = ${sqlText(literalText(node))})`,
    type: 'bool',
  }),
  contains: ([text], node) => ({ sql: `(strpos(${text!.sql}, ${sqlText(literalText(node))}) > 0)`, type: 'bool' }),
  matches: ([text], node) => {
    const pattern = portablePattern(literalText(node));
    return pattern === undefined
      ? refuse(node, 'is a pattern that the database reads differently')
      : { sql: `(${text!.sql} ~ ${sqlText(pattern)})`, type: 'bool' };
  },
};

/** A column as expressions see it. */
export function columnPart(field: Field, sql: string, node: ASTNode): Part {
  if (field.kind === 'password') return refuse(node, 'is kept as a hash');
  // the kernel's own instants are finer than the milliseconds that expressions see
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

function printLiteral(value: unknown, node: ASTNode): Part {
  if (typeof value === 'boolean') return { sql: String(value), type: 'bool', constant: true };
  if (typeof value === 'bigint')
    return { sql: String(value), type: 'int', bound: value < 0n ? -value : value, constant: true };
  if (typeof value === 'string' && !value.includes('\u0000') && value.isWellFormed()) {
    return { sql: sqlText(value), type: 'text', ascii: /^[\u0001-\u007f]*$/.test(value), constant: true };
  }
  return refuse(node, 'has no SQL form');
}

/** In eight bytes, and only where no value can overflow them: an error there would be no answer here. */
function integerArithmetic(operator: string, left: Part, right: Part, node: ASTNode): Part {
  const [a, b] = [left.bound!, right.bound!];
  const bound = operator === '*' ? a * b : operator === '%' ? a : a + b;
  if (bound > MAX_BIGINT) return refuse(node, 'may overflow; make one operand a decimal()');
  const divisor = operator === '%' ? `nullif(${right.sql}, 0)` : right.sql;
  return { sql: `(${left.sql}::bigint ${operator} ${divisor})`, type: 'int', bound };
}

/** The lesser or greater of two; `least()` would leave out one that is NULL. */
function extreme(a: Part, b: Part, operator: '<=' | '>='): Part {
  const strictly = operator === '<=' ? '<' : '>';
  return {
    ...joined(a, b),
    sql: `(case when ${a.sql} ${operator} ${b.sql} then ${a.sql} when ${b.sql} ${strictly} ${a.sql} then ${b.sql} end)`,
  };
}

/** What is known of a value that is one of two. */
function joined(a: Part, b: Part): Omit<Part, 'sql'> {
  if (a.bound !== undefined && b.bound !== undefined)
    return { type: 'int', bound: a.bound > b.bound ? a.bound : b.bound };
  return { type: a.type === b.type ? a.type : 'numeric', ascii: Boolean(a.ascii && b.ascii) };
}

function sizeOf(part: Part, node: ASTNode): Part {
  if (part.type === 'text') return { sql: `char_length(${part.sql})`, type: 'int', bound: 2n ** 31n };
  return part.type === 'list'
    ? { sql: `jsonb_array_length(${part.sql})`, type: 'int', bound: 2n ** 31n }
    : refuse(node, 'has no SQL form');
}

/** `to_char` depends on settings; this does not. */
const yearOf = (day: Part): string => `lpad(extract(year from ${day.sql})::int::text, 4, '0')`;

const isNumber = (part: Part): boolean => part.type === 'int' || part.type === 'numeric';

/** The literal text that is the call's last argument. */
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

/** @throws the reason why an expression is not printed */
export function refuse(node: ASTNode, reason: string): never {
  throw new NotPrintable(`${sourceOf(node)} ${reason}`);
}
