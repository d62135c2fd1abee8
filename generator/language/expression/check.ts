import { type ASTNode, type ParseResult, type ParseError, serialize, type TypeError } from '@marcbachmann/cel-js';
import { readDate, readDecimal } from './environment.ts';
import type { Scope } from './scope.ts';
import { allNodes, callOf, checkedType, sourceOf } from './syntax.ts';
import { syntaxProblem, typeProblem, typeWords, unknownMember } from './errorText.ts';

/** The type of a valid expression, or the problem of an invalid one. */
export type Checked = { ok: true; type: string } | { ok: false; message: string };

/** CEL functions that are not allowed, because they avoid type checks or are not exact. */
const FORBIDDEN_CALLS: Record<string, string> = {
  dyn: 'dyn() would switch type checks off',
  double: 'double() is not exact; use decimal()',
};

/**
 * Type-checks an expression in its scope. It reports unknown names, operands of different types, floating-point
 * literals, integer division, and invalid decimal and date literals.
 *
 * @param expected allowed types of the result, such as `['bool']` for a rule; absent: any
 */
export function checkExpression(text: string, scope: Scope, expected?: readonly string[]): Checked {
  let parsed: ParseResult;
  try {
    parsed = scope.environment.parse(text);
  } catch (error) {
    return { ok: false, message: syntaxProblem(error as ParseError, text) };
  }
  const result = parsed.check();
  // clearer than the type mismatch that a float or a forbidden call causes
  const early = firstProblem(parsed.ast, (node) => floatProblem(node) ?? callProblem(node));
  if (early) return { ok: false, message: early };
  if (!result.valid) return { ok: false, message: typeProblem(result.error as TypeError, scope) };
  const late = firstProblem(
    parsed.ast,
    (node) => presenceProblem(node, scope) ?? divisionProblem(node) ?? literalProblem(node),
  );
  if (late) return { ok: false, message: late };
  const type = result.type!;
  if (expected && !expected.includes(type))
    return {
      ok: false,
      message: `gives ${typeWords(type)}, but ${[...new Set(expected.map(typeWords))].join(' or ')} is wanted`,
    };
  return { ok: true, type };
}

function firstProblem(ast: ASTNode, problemOf: (node: ASTNode) => string | undefined): string | undefined {
  for (const node of allNodes(ast)) {
    const found = problemOf(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

const floatProblem = (node: ASTNode): string | undefined =>
  node.op === 'value' && typeof node.args === 'number'
    ? `${sourceOf(node)} is not exact; write decimal("${sourceOf(node)}")`
    : undefined;

const callProblem = (node: ASTNode): string | undefined =>
  node.op === 'call' ? FORBIDDEN_CALLS[node.args[0]] : undefined;

/** Checks the argument of `has()`, which cel-js does not check. */
function presenceProblem(node: ASTNode, scope: Scope): string | undefined {
  if (node.op !== 'call' || node.args[0] !== 'has') return undefined;
  const argument = node.args[1][0]!;
  const type = argument.op === '.' ? (checkedType(argument.args[0]) ?? lookupType(argument.args[0])) : undefined;
  const names = type === undefined ? undefined : scope.members.get(type);
  if (argument.op !== '.' || !names)
    return `${sourceOf(node)}: has() takes one field of a row, such as has(self.remark)`;
  return names.includes(argument.args[1])
    ? undefined
    : unknownMember(argument.args[1], serialize(argument.args[0]), names);
}

/** The type of a looked-up row; cel-js does not infer it in the argument of `has()`. */
const lookupType = (node: ASTNode): string | undefined =>
  node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'lookup' ? `Lookup.${node.args[1]}` : undefined;

/** Reports a division of integers: `7 / 2` is 3 in CEL, so a formula could lose a part of a premium. */
const divisionProblem = (node: ASTNode): string | undefined =>
  node.op === '/' && checkedType(node) === 'int'
    ? `${sourceOf(node)}: a quotient of integers drops its fraction; write decimal(${sourceOf(node.args[0])}) / ${sourceOf(node.args[1])}, with floor() if that is meant`
    : undefined;

function literalProblem(node: ASTNode): string | undefined {
  const call = callOf(node);
  const literal = call?.parameters[0];
  if (!call || literal?.op !== 'value' || typeof literal.args !== 'string') return undefined;
  try {
    READERS[call.name]?.(literal.args);
    return undefined;
  } catch (error) {
    return `${sourceOf(node)}: ${(error as Error).message}`;
  }
}

const READERS: Record<string, (text: string) => unknown> = {
  decimal: readDecimal,
  date: readDate,
  matches: (text) => new RegExp(text),
};
