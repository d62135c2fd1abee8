import { type ASTNode, type ParseResult, type ParseError, serialize, type TypeError } from '@marcbachmann/cel-js';
import { readDate, readDecimal } from './environment.ts';
import type { Scope } from './scope.ts';
import { allNodes, callOf, checkedType, sourceOf } from './syntax.ts';
import { syntaxProblem, typeProblem, typeWords, unknownMember } from './errorText.ts';

/** The type of a sound expression, or what is wrong with it. */
export type Checked = { ok: true; type: string } | { ok: false; message: string };

/** What the vocabulary's expressions may not use of CEL: it would step around types or exactness. */
const FORBIDDEN_CALLS: Record<string, string> = {
  dyn: 'dyn() would switch type checks off',
  double: 'double() is not exact; use decimal()',
};

/**
 * Type-checks an expression against its scope, as the build does with every one in a schema: unknown names, money
 * compared with a date, a fraction written as a float, integer division, a literal that is no decimal or date.
 *
 * @param expected the types that the result may have, such as `['bool']` for a rule; any when left out
 */
export function checkExpression(text: string, scope: Scope, expected?: readonly string[]): Checked {
  let parsed: ParseResult;
  try {
    parsed = scope.environment.parse(text);
  } catch (error) {
    return { ok: false, message: syntaxProblem(error as ParseError, text) };
  }
  const result = parsed.check();
  // a float and a forbidden call explain better than the mismatch that they cause
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

/** cel-js does not look at what `has()` is asked for. */
function presenceProblem(node: ASTNode, scope: Scope): string | undefined {
  if (node.op !== 'call' || node.args[0] !== 'has') return undefined;
  const asked = node.args[1][0]!;
  const type = asked.op === '.' ? (checkedType(asked.args[0]) ?? lookedUpType(asked.args[0])) : undefined;
  const names = type === undefined ? undefined : scope.members.get(type);
  if (asked.op !== '.' || !names) return `${sourceOf(node)}: has() takes one field of a row, such as has(self.remark)`;
  return names.includes(asked.args[1]) ? undefined : unknownMember(asked.args[1], serialize(asked.args[0]), names);
}

/** The type of a row looked up; cel-js leaves it open where `has()` asks for one of its fields. */
const lookedUpType = (node: ASTNode): string | undefined =>
  node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'lookup' ? `Lookup.${node.args[1]}` : undefined;

/** `7 / 2` is 3 in CEL: for days and counts in a formula that is a premium lost, so it must be said which is meant. */
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
