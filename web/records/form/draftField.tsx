import type { FieldProps, RegistryFieldsType } from '@rjsf/utils';
import { type ReactNode, Suspense } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { cellOf } from '../../fields/cells.ts';
import { INPUTS } from '../../fields/inputs.ts';
import { useSide } from '../../fields/language.ts';
import type { Input } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import type { Draft } from './draft.ts';
import { formulaText } from './formula.ts';
import { useDraft, useFieldProblems, useFieldValue, useFieldValues } from './draftHooks.ts';
import { statusOf } from './problem.ts';
import { isEditable } from './values.ts';

/** RJSF's registry of fields, by field kind. Each field reads and writes its value in the draft, outside React. */
export const DRAFT_FIELDS: RegistryFieldsType = Object.fromEntries(
  Object.entries(INPUTS).map(([kind, Input]) => [
    kind,
    ({ name, fieldPathId }: FieldProps) => <DraftField name={name} id={fieldPathId.$id} Input={Input} />,
  ]),
);

function DraftField({ name, id, Input }: { name: string; id: string; Input: Input }): ReactNode {
  const draft = useDraft();
  const field = fieldOf(draft.entity, name);
  if (!field) return null;
  return isEditable(field, draft.original) ? (
    <Suspense fallback={<div className="form-output" />}>
      <EditableField draft={draft} field={field} id={id} Input={Input} />
    </Suspense>
  ) : (
    <ReadOnlyField draft={draft} field={field} id={id} />
  );
}

interface Props {
  draft: Draft;
  field: Field;
  id: string;
}

function EditableField({ draft, field, id, Input }: Props & { Input: Input }): ReactNode {
  const value = useFieldValue(draft, field.name);
  const status = statusOf(useFieldProblems(draft, field.name));
  useFieldValues(draft, otherFieldsOf(field));
  return (
    <Input
      field={field}
      value={value}
      id={id}
      entity={draft.entity}
      row={draft.values}
      aria-describedby={`${id}-problems`}
      {...(status && { status })}
      onChange={(next, fill) => draft.set(field.name, next, fill)}
    />
  );
}

function ReadOnlyField({ draft, field, id }: Props): ReactNode {
  const value = useFieldValue(draft, field.name);
  const formula = useFormula(draft.entity, field);
  useFieldValues(draft, otherFieldsOf(field));
  const Cell = cellOf(field);
  return (
    <output id={id} className="form-output" title={formula}>
      <Cell field={field} value={value} row={draft.values} entity={draft.entity} />
    </output>
  );
}

/**
 * Names of other fields that a field's input reads: the currency of an amount, and the fields that a referenced row
 * must match.
 */
const otherFieldsOf = ({ currency, ref }: Field): string[] => [
  ...(currency && 'field' in currency ? [currency.field] : []),
  ...Object.keys(ref?.match ?? {}),
];

/** The formula of a computed field in words, if it can be said so. */
export function useFormula(entity: Pick<Entity, 'fields'>, { compute }: Field): string | undefined {
  const side = useSide();
  return compute && formulaText(entity, compute.expr, side);
}
