import { type ASTNode, EvaluationError } from '@marcbachmann/cel-js';
import { checkExpression } from './check.ts';
import { withToday } from './environment.ts';
import type { Bindings, Scope } from './scope.ts';
import { allNodes } from './syntax.ts';
import { ABSENT, fromJson } from './values.ts';

/** A compiled expression. It throws only for a defect of the product, not for any value of a row. */
export type Expression = (bindings: Bindings) => unknown;

/** An expression is not valid in its scope. The compiler refuses such schemas, so it does not occur at run time. */
export class InvalidExpression extends Error {
  /** the expression */
  readonly text: string;

  constructor(text: string, message: string) {
    super(`${text}: ${message}`);
    this.text = text;
    this.name = 'InvalidExpression';
  }
}

/**
 * Compiles an expression for the evaluation on many rows.
 *
 * The result is a value of the expression's type, or `ABSENT`. An operand without a value (an absent field, a division
 * by zero, text that is not a number) makes the result absent. `&&` and `||` follow SQL's three-valued logic, so
 * `false && absent` is false. These are CEL's rules for errors.
 *
 * @throws InvalidExpression if the expression does not pass `checkExpression`
 */
export function compileExpression(text: string, scope: Scope): Expression {
  const checked = checkExpression(text, scope);
  if (!checked.ok) throw new InvalidExpression(text, checked.message);
  const run = scope.environment.parse(text);
  const read = fieldReader(run.ast, scope);
  if (read) return read;
  const operands = requiredOperands(run.ast);
  const variables = [...new Set([...allNodes(run.ast)].flatMap((node) => (node.op === 'id' ? [node.args] : [])))];
  return (bindings) => {
    // checked first, because an evaluation that ends in an exception is slow
    if (operands.some((operand) => isMissing(operand, bindings))) return ABSENT;
    try {
      return withToday(bindings.today, () => run(scope.bind(bindings, variables)) as unknown);
    } catch (error) {
      if (error instanceof EvaluationError) return ABSENT;
      throw error;
    }
  };
}

/** Path of a field that an expression reads: `self.x` or `lookup.name.x`. */
type Operand = readonly [variable: string, ...names: string[]];

/** Operators that have no result if one of their operands is absent. */
const STRICT = new Set(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '-_', '!_', 'value', 'id', '.']);

/**
 * The fields without which an expression has no result. The list is empty for an expression that may have a result
 * without an operand, such as `a || b` or `has(a)`.
 */
function requiredOperands(ast: ASTNode): Operand[] {
  const nodes = [...allNodes(ast)];
  const isStrict = nodes.every((node) => STRICT.has(node.op) || (node.op === 'call' && node.args[0] !== 'has'));
  return isStrict ? nodes.flatMap((node) => operandOf(node) ?? []) : [];
}

function operandOf(node: ASTNode): [Operand] | undefined {
  if (node.op !== '.') return undefined;
  const [owner, name] = node.args;
  if (owner.op === 'id') return owner.args === 'lookup' ? undefined : [[owner.args, name]];
  return owner.op === '.' && owner.args[0].op === 'id' && owner.args[0].args === 'lookup'
    ? [['lookup', owner.args[1], name]]
    : undefined;
}

/** An expression that is only a field of a row needs no evaluation. */
function fieldReader(ast: ASTNode, { types }: Scope): Expression | undefined {
  const [operand] = operandOf(ast) ?? [];
  const type = operand && types.get(operand.join('.'));
  return operand && type && ((bindings) => fromJson(jsonOf(operand, bindings), type) ?? ABSENT);
}

/** Whether a field of a row is absent. Other operands, such as `user.x`, are left to the evaluation. */
const isMissing = (operand: Operand, bindings: Bindings): boolean => (jsonOf(operand, bindings) ?? '') === '';

/** The value of a field in its row. An operand that is no field of a row counts as present. */
function jsonOf([variable, name, field]: Operand, { self, old, parent, lookups }: Bindings): unknown {
  switch (variable) {
    case 'self':
      return self[name!];
    case 'old':
      return old?.[name!];
    case 'parent':
      return parent?.[name!];
    case 'lookup':
      return lookups?.[name!]?.[field!];
    default:
      return true;
  }
}
