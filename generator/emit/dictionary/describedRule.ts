import type { Label } from '../../model/field.ts';

/** A rule of an entity in words, for people who do not read schemas. */
export interface DescribedRule {
  /** the keyword: `x-order` */
  word: string;
  id: string;
  says: Label;
  /** the rule's own message; absent if it has a message key */
  message?: Label;
  /** key of the message in `locales` */
  key?: string;
  warning?: true;
  spec: string[];
}

/** Describes a rule that refuses a save. Its message is its own text or key, else `genericKey`. */
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

/** Describes what a keyword does without refusing a save, so without a message. */
export const describeEffect = (word: string, id: string, says: Label): DescribedRule => ({ word, id, says, spec: [] });

/** Prints ` where <condition>` to append to a sentence; empty without a condition. */
export const whereText = (condition: string | undefined): Label =>
  condition === undefined ? { en: '', zh: '' } : { en: ` where ${condition}`, zh: `，条件 ${condition}` };
