import { EvaluationError } from '@marcbachmann/cel-js';
import { checkExpression } from './check.ts';
import { onDay } from './environment.ts';
import type { Bindings, Scope } from './scope.ts';
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
 * The result is a value of the expression's type, or `ABSENT`. An operand without a value (an absent field, a quotient by
 * zero, text that is no number) makes the result absent; `&&` and `||` absorb that as SQL's three-valued logic does, so
 * `false && absent` is false. This is CEL's own rule for errors, read as "no value".
 *
 * @throws InvalidExpression when the expression does not pass `checkExpression`
 */
export function compileExpression(text: string, scope: Scope): Expression {
  const checked = checkExpression(text, scope);
  if (!checked.ok) throw new InvalidExpression(text, checked.message);
  const run = scope.environment.parse(text);
  return (bindings) => {
    try {
      return onDay(bindings.today, () => run(scope.bind(bindings)) as unknown);
    } catch (error) {
      if (error instanceof EvaluationError) return ABSENT;
      throw error;
    }
  };
}
