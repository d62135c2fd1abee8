import type { Label } from '../../model/field.ts';

/** A rule of an entity in words, for people who do not read schemas. */
export interface DescribedRule {
  /** the keyword: `x-order` */
  word: string;
  id: string;
  says: Label;
  /** the message of a refusal: the rule's own text, or the key of one of `locales` */
  message?: Label;
  key?: string;
  warning?: true;
  spec: string[];
}

/** Describes a rule whose violation has a message: its own text or key, else `genericKey`. */
export const describeRefusal = (
  word: string,
  rule: { id: string; key?: string; message?: Label; spec: string[] },
  genericKey: string,
  says: Label,
): DescribedRule => ({
  word,
  id: rule.id,
  says,
  spec: rule.spec,
  ...(rule.message ? { message: rule.message } : { key: rule.key ?? genericKey }),
});

/** Describes an effect of a keyword, which has no message. */
export const describeEffect = (word: string, id: string, says: Label): DescribedRule => ({ word, id, says, spec: [] });

/** Prints a condition for the end of a sentence. */
export const whereText = (condition: string | undefined): Label =>
  condition === undefined ? { en: '', zh: '' } : { en: ` where ${condition}`, zh: `，条件 ${condition}` };
