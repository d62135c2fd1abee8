import type { Entity } from '../../generator/model/entity.ts';
import { formulaText } from './form/formula.ts';

type Side = 'en' | 'zh';

/** What is said for the parts of a condition, in each language. */
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
 * A condition on a record (CEL, such as a guard) as a reader says it: fields by their labels, codes by those of the
 * options. What has no words stays as it is written.
 */
export function conditionText(entity: Pick<Entity, 'fields'>, expression: string, side: Side): string {
  const words = WORDS[side];
  const field = (name: string) => entity.fields.find((one) => one.name === name);
  const labelOf = (name: string): string => field(name)?.label[side] ?? name;
  const codeSaid = (name: string, code: string): string => {
    const asked = field(name);
    const flag = asked?.kind === 'yesNo' ? words.flags[code] : undefined;
    return words.quoted(flag ?? asked?.options?.find((option) => option.code === code)?.[side] ?? code);
  };
  const said = expression
    .replaceAll(
      /\bself\.(\w+) (==|!=) '([^']*)'/g,
      (_, name: string, sign: string, code: string) =>
        `${labelOf(name)}${sign === '==' ? words.is : words.isNot}${codeSaid(name, code)}`,
    )
    .replaceAll(/!has\(self\.(\w+)\)/g, (_, name: string) => words.empty(labelOf(name)))
    .replaceAll(/\bhas\(self\.(\w+)\)/g, (_, name: string) => words.filled(labelOf(name)))
    .replaceAll(/ && /g, words.and)
    .replaceAll(/ \|\| /g, words.or);
  return formulaText(entity, said, side);
}
