import type { Entity } from '../../generator/model/entity.ts';

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

/** Signs and names of the expression language, which staff do not read. */
const CODE = /[=<>!&|?[\]{}]|\w\(|\b(self|old|parent|children|lookup|user)\./;

/**
 * Describes a condition (CEL, such as a guard) to the user: fields and codes are replaced by their labels. Undefined
 * for a condition that these replacements do not put into words.
 */
export function conditionText(entity: Pick<Entity, 'fields'>, expression: string, side: Side): string | undefined {
  const words = WORDS[side];
  const field = (name: string) => entity.fields.find((candidate) => candidate.name === name);
  const labelOf = (name: string): string => field(name)?.label[side] ?? name;
  const codeLabel = (name: string, code: string): string => {
    const found = field(name);
    const flag = found?.kind === 'yesNo' ? words.flags[code] : undefined;
    return words.quoted(flag ?? found?.options?.find((option) => option.code === code)?.[side] ?? code);
  };
  const write = (nameOf: (name: string) => string, valueOf: (name: string, code: string) => string): string =>
    expression
      .replaceAll(
        /\bself\.(\w+) (==|!=) '([^']*)'/g,
        (_, name: string, sign: string, code: string) =>
          `${nameOf(name)}${sign === '==' ? words.is : words.isNot}${valueOf(name, code)}`,
      )
      .replaceAll(/!has\(self\.(\w+)\)/g, (_, name: string) => words.empty(nameOf(name)))
      .replaceAll(/\bhas\(self\.(\w+)\)/g, (_, name: string) => words.filled(nameOf(name)))
      .replaceAll(/ && /g, words.and)
      .replaceAll(/ \|\| /g, words.or);
  // a label may contain such a sign, as in “H&M”, so that they are looked for without the labels
  const isCode = CODE.test(
    write(
      () => '',
      () => '',
    ),
  );
  return isCode ? undefined : write(labelOf, codeLabel);
}
