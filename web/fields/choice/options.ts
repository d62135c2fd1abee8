import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, KindName, Label } from '../../../generator/model/field.ts';

/** One choice as antd's inputs take it. */
export interface Choice {
  value: string;
  label: string;
}

/** The options of a field in one language. */
export const choicesOf = (field: Field, side: 'en' | 'zh'): Choice[] =>
  (field.options ?? []).map((option) => ({ value: option.code, label: option[side] }));

/** The label of an option of a field; the code itself for an unknown one. */
export const optionLabel = (field: Field | undefined, code: string): Label =>
  field?.options?.find((option) => option.code === code) ?? { en: code, zh: code };

/** The colour of a choice: that of the state in its machine, or that of the option. */
export const colourOf = (entity: Entity | undefined, field: Field, code: string): string | undefined =>
  entity?.machines.find((machine) => machine.field === field.name)?.states.find((state) => state.code === code)
    ?.colour ?? field.options?.find((option) => option.code === code)?.colour;

/** Options make a choice of any single-valued kind. */
export const isChoice = ({ options, kind }: Field): boolean =>
  options !== undefined && kind !== 'multiChoice' && kind !== 'yesNo';

/** The kind whose input edits a field. */
export const inputKindOf = (field: Field): KindName => (isChoice(field) ? 'choice' : field.kind);
