import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName, Label } from '../../../generator/model/field.ts';

/** One option in the format of antd's inputs. */
export interface Choice {
  value: string;
  label: string;
}

/** The options of a field in one language. */
export const choicesOf = (field: Field, side: 'en' | 'zh'): Choice[] =>
  (field.options ?? []).map((option) => ({ value: option.code, label: option[side] }));

/** The label of an option of a field; the code itself for an unknown option. */
export const optionLabel = (field: Field | undefined, code: string): Label =>
  field?.options?.find((option) => option.code === code) ?? { en: code, zh: code };

/** The colour of a choice: the colour of the state in its machine, or of the option. */
export const colourOf = (entity: Entity | undefined, field: Field, code: string): string | undefined =>
  entity?.machines.find((machine) => machine.field === field.name)?.states.find((state) => state.code === code)
    ?.colour ?? field.options?.find((option) => option.code === code)?.colour;

/** Whether a field is edited as a choice: any single-valued kind with options, except yes/no. */
export const isChoice = ({ options, kind }: Field): boolean =>
  options !== undefined && kind !== 'multiChoice' && kind !== 'yesNo';

/** The kind whose input edits a field. */
export const inputKindOf = (field: Field): KindName => (isChoice(field) ? 'choice' : field.kind);
