import { type ASTNode, EvaluationError } from '@marcbachmann/cel-js';
import { checkExpression } from './check.ts';
import { withToday } from './environment.ts';
import type { Bindings, Scope } from './scope.ts';
import { allNodes } from './syntax.ts';
import { ABSENT } from './values.ts';

/** An expression ready to run. Throws only for a defect of ours, never for what a row holds. */
export type Expression = (bindings: Bindings) => unknown;

/** An expression that its scope does not allow; the build refuses such a schema, so this is never met at work. */
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
 * Compiles an expression once, to be evaluated on many rows.
 *
 * The result is a value of the expression's type, or `ABSENT`. An operand without a value (an absent field, a quotient
 * by zero, text that is no number) makes the result absent; `&&` and `||` absorb that as SQL's three-valued logic does,
 * so `false && absent` is false. This is CEL's own rule for errors, read as "no value".
 *
 * @throws InvalidExpression when the expression does not pass `checkExpression`
 */
export function compileExpression(text: string, scope: Scope): Expression {
  const checked = checkExpression(text, scope);
  if (!checked.ok) throw new InvalidExpression(text, checked.message);
  const run = scope.environment.parse(text);
  const operands = operandsNeeded(run.ast);
  return (bindings) => {
    // what the evaluation would find out by an error, which costs more than all the rest
    if (operands.some((operand) => isMissing(operand, bindings))) return ABSENT;
    try {
      return withToday(bindings.today, () => run(scope.bind(bindings)) as unknown);
    } catch (error) {
      if (error instanceof EvaluationError) return ABSENT;
      throw error;
    }
  };
}

/** A field that an expression reads: `self.x`, or `lookup.name.x`. */
type Operand = readonly [variable: string, ...names: string[]];

/** What is without result whenever one of its operands is: arithmetic and comparison. */
const STRICT = new Set(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '-_', '!_', 'value', 'id', '.']);

/**
 * The fields without which an expression has no result; none for one that may do without an operand, such as `a || b`
 * or `has(a)`.
 */
function operandsNeeded(ast: ASTNode): Operand[] {
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

function isMissing([variable, name, field]: Operand, { self, old, parent, lookups }: Bindings): boolean {
  const rows: Record<string, Readonly<Record<string, unknown>> | undefined> = {
    self,
    old,
    parent,
    lookup: lookups?.[name!],
  };
  return variable in rows && (rows[variable]?.[field ?? name!] ?? '') === '';
}
