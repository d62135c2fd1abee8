import type { Entity } from '../../generator/model/entity.ts';
import { formulaText } from './form/formula.ts';

type Side = 'en' | 'zh';

/** Texts for the parts of a condition in both languages. */
const WORDS: Record<
  Side,
  {
    is: string;
    isNot: string;
    and: string;
    or: string;
    filled: (label: string) => string;
    empty: (label: string) => string;
    quoted: (value: string) => string;
    flags: Record<string, string>;
  }
> = {
  en: {
    is: ' is ',
    isNot: ' is not ',
    and: ' and ',
    or: ' or ',
    filled: (label) => `${label} is filled in`,
    empty: (label) => `${label} is empty`,
    quoted: (value) => `“${value}”`,
    flags: { Y: 'Yes', N: 'No' },
  },
  zh: {
    is: '为',
    isNot: '不为',
    and: '，且',
    or: '，或',
    filled: (label) => `${label}已填写`,
    empty: (label) => `${label}为空`,
    quoted: (value) => `“${value}”`,
    flags: { Y: '是', N: '否' },
  },
};

/**
 * Describes a condition (CEL, such as a guard) to the user: fields and codes are replaced by their labels. Other parts
 * of the expression stay unchanged.
 */
export function conditionText(entity: Pick<Entity, 'fields'>, expression: string, side: Side): string {
  const words = WORDS[side];
  const field = (name: string) => entity.fields.find((candidate) => candidate.name === name);
  const labelOf = (name: string): string => field(name)?.label[side] ?? name;
  const codeLabel = (name: string, code: string): string => {
    const found = field(name);
    const flag = found?.kind === 'yesNo' ? words.flags[code] : undefined;
    return words.quoted(flag ?? found?.options?.find((option) => option.code === code)?.[side] ?? code);
  };
  const text = expression
    .replaceAll(
      /\bself\.(\w+) (==|!=) '([^']*)'/g,
      (_, name: string, sign: string, code: string) =>
        `${labelOf(name)}${sign === '==' ? words.is : words.isNot}${codeLabel(name, code)}`,
    )
    .replaceAll(/!has\(self\.(\w+)\)/g, (_, name: string) => words.empty(labelOf(name)))
    .replaceAll(/\bhas\(self\.(\w+)\)/g, (_, name: string) => words.filled(labelOf(name)))
    .replaceAll(/ && /g, words.and)
    .replaceAll(/ \|\| /g, words.or);
  return formulaText(entity, text, side);
}
