import { type ASTNode, type ParseError, type TypeError } from '@marcbachmann/cel-js';
import { didYouMean, nearestOrAll } from '../../compile/nearest.ts';
import type { Scope } from './scope.ts';
import { checkedType, sourceOf } from './syntax.ts';

/** Syntax of other languages, with a hint at that of CEL. */
const SYNTAX_HINTS: Record<string, string> = {
  '=': 'use == to compare',
  '&': 'write && for "and"',
  '|': 'write || for "or"',
  and: 'write &&, not "and"',
  or: 'write ||, not "or"',
  '‘': 'write straight quotes',
  '’': 'write straight quotes',
  '“': 'write straight quotes',
  '”': 'write straight quotes',
};

/** Names of the tokens that CEL's parser expects. */
const EXPECTED_TOKENS: Record<string, string> = {
  RPAREN: ')',
  RBRACKET: ']',
  RBRACE: '}',
  COLON: ':',
  IDENTIFIER: 'a name',
};

/** Describes a syntax error of an expression with its position. */
export function syntaxProblem({ summary, range }: ParseError, text: string): string {
  const at = range?.start ?? text.length;
  const after = text.slice(0, at).trim();
  const place = after === '' ? '' : `, after ${lastCharacters(after)}`;
  const expected = EXPECTED_TOKENS[/^Expected (\w+)/.exec(summary)?.[1] ?? ''];
  const found = /^\w+/.exec(text.slice(at))?.[0] ?? text[at] ?? '';
  if (text.trim() === '') return 'the expression is empty';
  if (found === '' || summary.endsWith('EOF'))
    return `the expression ends too early${expected === undefined ? '' : `, ${expected} is missing`}${place}`;
  if (summary.startsWith('Unterminated')) return `a text has no closing quote${place}`;
  // a second or third "=", of "===" or "=>"
  if (found === '=' && text[at - 1] === '=') return `write ==, not ===${place}`;
  if (SYNTAX_HINTS[found] !== undefined) return `${SYNTAX_HINTS[found]}${place}`;
  if (summary.startsWith('Reserved')) return `"${found}" is a reserved word${place}`;
  if (!/^(?:Unexpected|Expected)/.test(summary)) return `${summary}${place}`;
  return `${expected === undefined ? '' : `${expected} is wanted: `}"${found}" cannot stand here${place}`;
}

/** The end of a long text, which is enough to find the place. */
const lastCharacters = (text: string): string => (text.length > 40 ? `…${text.slice(-38)}` : text);

/** Describes a type error for a schema author. */
export function typeProblem(error: TypeError, scope: Scope): string {
  const node = error.node as ASTNode | undefined;
  const where = node?.input === undefined ? '' : ` in ${sourceOf(node)}`;
  if (error.code === 'no_such_key' && node?.op === '.') {
    return unknownMember(
      node.args[1],
      sourceOf(node.args[0]),
      scope.members.get(checkedType(node.args[0]) ?? '') ?? [],
    );
  }
  if (error.code === 'unknown_variable' && node?.op === 'id') {
    const variables = scope.environment.getDefinitions().variables.map((variable) => variable.name);
    return `"${node.args}" is no name that this expression knows${scope.fields.has(node.args) ? `; did you mean "self.${node.args}"?` : didYouMean(node.args, variables)}`;
  }
  if (error.code === 'no_such_overload' && /\bnull\b/.test(error.summary))
    return `nothing compares with null; ask has(…)${where}`;
  return (node && mismatch(error, node, scope)) ?? `${error.summary}${where}`;
}

/** Describes an unknown field: `self has no field "amout"; did you mean "amount"?`. */
export const unknownMember = (name: string, owner: string, names: readonly string[]): string =>
  `${owner} has no field "${name}"${nearestOrAll(name, names, 'it has')}`;

/** Describes a CEL type for a schema author. */
export function typeWords(type: string): string {
  if (type.startsWith('list')) return 'a list';
  if (/^(?:Row|Parent|Child\.|Lookup\.)/.test(type)) return 'a row';
  return TYPE_NAMES[type] ?? type;
}

const TYPE_NAMES: Record<string, string> = {
  Decimal: 'a number',
  int: 'a whole number',
  string: 'a text',
  Date: 'a date',
  'google.protobuf.Timestamp': 'a date and time',
  bool: 'a condition (true or false)',
};

/** Describes an operand: `a number (self.amount)`. */
const operand = (node: ASTNode): string => `${typeWords(checkedType(node) ?? 'something else')} (${sourceOf(node)})`;
/** Describes the type of a node: `self.amount is a number`. */
const describeType = (node: ASTNode): string =>
  `${sourceOf(node)} is ${typeWords(checkedType(node) ?? 'something else')}`;

/** Messages for operators with operands of incompatible types. */
const MISMATCHES: Record<string, (left: string, right: string) => string> = {
  '+': (left, right) => `cannot add ${right} to ${left}`,
  '-': (left, right) => `cannot take ${right} from ${left}`,
  '*': (left, right) => `cannot multiply ${left} by ${right}`,
  '/': (left, right) => `cannot divide ${left} by ${right}`,
  '%': (left, right) => `cannot divide ${left} by ${right}`,
  in: (left, right) => `cannot look for ${left} in ${right}`,
};
const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);

function mismatch({ code, summary }: TypeError, node: ASTNode, scope: Scope): string | undefined {
  if (summary.startsWith('has()')) return 'has() takes one field of a row, such as has(self.remark)';
  if (node.op === '&&' || node.op === '||')
    return `${node.op} stands between conditions: ${node.args
      .filter((side) => checkedType(side) !== 'bool')
      .map(describeType)
      .join(', ')}`;
  if (node.op === '!_') return `! stands before a condition: ${describeType(node.args)}`;
  if (node.op === '-_') return `- stands before a number: ${describeType(node.args)}`;
  if (node.op === '?:')
    return `"? :" gives one of two values of one type: ${describeType(node.args[1])}, ${describeType(node.args[2])}`;
  if (summary.startsWith('Ternary condition')) return `"?" stands after a condition: ${describeType(node)}`;
  if (code === 'no_matching_overload' && (node.op === 'call' || node.op === 'rcall')) return callProblem(node, scope);
  if (code !== 'no_such_overload') return undefined;
  const [left, right] = node.args as [ASTNode, ASTNode];
  const text = COMPARISONS.has(node.op)
    ? `cannot compare ${operand(left)} with ${operand(right)}`
    : MISMATCHES[node.op]?.(operand(left), operand(right));
  return text === undefined ? undefined : `${text}${literalHint(left, right) ?? literalHint(right, left) ?? ''}`;
}

/** Suggests a date or decimal literal for a text that is compared with one: `date("2026-01-01")`. */
function literalHint(literal: ASTNode, other: ASTNode): string | undefined {
  if (literal.op !== 'value' || typeof literal.args !== 'string') return undefined;
  const call = { Date: 'date', Decimal: 'decimal' }[checkedType(other) ?? ''];
  return call === undefined ? undefined : `; write ${call}(${sourceOf(literal)})`;
}

function callProblem(node: ASTNode & { op: 'call' | 'rcall' }, scope: Scope): string {
  const { functions } = scope.environment.getDefinitions();
  const [name] = node.args;
  const known = functions.filter((one) => one.name === name && (one.receiverType === null) === (node.op === 'call'));
  if (known.length === 0)
    return `there is no function "${name}"${didYouMean(
      name,
      functions.map((one) => one.name),
    )}`;
  const passed = node.op === 'call' ? node.args[1] : node.args[2];
  const signatures = [
    ...new Set(known.map(({ params }) => `${name}(${params.map(({ type }) => typeWords(type)).join(', ')})`)),
  ];
  return `${sourceOf(node)}: ${name}() does not take ${passed.map((one) => typeWords(checkedType(one) ?? 'something else')).join(', ') || 'nothing'}; it is ${signatures.join(' or ')}`;
}
