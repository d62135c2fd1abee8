import type { Entity } from '../../../generator/model/entity.ts';

/** Fields, numbers, brackets and arithmetic signs: what a formula that is shown to staff consists of. */
const ARITHMETIC = /^[\w.\s()+*/-]+$/;
/** Functions, and names other than the fields of the row. */
const CODE = /\w+\(|\b(?!self\b)[A-Za-z]\w*\./;

/**
 * A formula in words: sums and differences of fields. Undefined for any other, which the help of its field explains.
 */
export function formulaText(entity: Pick<Entity, 'fields'>, expression: string, side: 'en' | 'zh'): string | undefined {
  if (!ARITHMETIC.test(expression) || CODE.test(expression)) return undefined;
  const labelOf = (name: string): string => entity.fields.find((field) => field.name === name)?.label[side] ?? name;
  return `= ${expression
    .replaceAll('*', '×')
    .replaceAll(' / ', ' ÷ ')
    .replaceAll(/\bself\.(\w+)/g, (_, name: string) => labelOf(name))}`;
}
