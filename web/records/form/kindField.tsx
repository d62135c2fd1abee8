import type { FieldProps } from '@rjsf/utils';
import { type ReactNode, Suspense } from 'react';
import type { Field } from '../../../generator/model/field.ts';
import { useSide } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { inputOf } from '../../fields/inputs.ts';
import { fieldOf } from '../model.ts';
import type { Draft } from './draft.ts';
import { FieldFrame } from './fieldFrame.tsx';
import { formulaText } from './formula.ts';
import { useDraft, useFieldProblems, useFieldShown, useFieldValue, useFieldValues } from './hooks.ts';
import { isOpen } from './values.ts';

/** The id of a field's input; errors are scrolled to by it. */
export const inputId = (entity: string, name: string): string => `${entity}-${name}`;

/** RJSF's field for every property of an entity: drawn by its kind, held by the draft. */
export function KindField({ name, registry }: FieldProps): ReactNode {
  const draft = useDraft();
  const field = fieldOf(draft.entity, name);
  const { needed } = registry.formContext as { needed?: ReadonlySet<string> };
  return field ? (
    <KindOf draft={draft} field={field} needed={isNeeded(field, draft) || needed?.has(name) === true} />
  ) : null;
}

/** What was saved of a field that is written only stays while it is left empty. */
const isNeeded = ({ required, writeOnly }: Field, { isNew }: Draft): boolean => required && (isNew || !writeOnly);

/** The fields by which this one is drawn too: an amount with its currency, a choice with what its row must match. */
const besides = ({ currency, ref }: Field): string[] => [
  ...(currency && 'field' in currency ? [currency.field] : []),
  ...Object.keys(ref?.match ?? {}),
];

function KindOf({ draft, field, needed }: { draft: Draft; field: Field; needed: boolean }): ReactNode {
  const side = useSide();
  const value = useFieldValue(draft, field.name);
  const problems = useFieldProblems(draft, field.name);
  const shown = useFieldShown(draft, field.name);
  useFieldValues(draft, besides(field));
  if (!shown) return null;
  const id = inputId(draft.entity.name, field.name);
  const formula = field.compute && `= ${formulaText(draft.entity, field.compute.expr, side)}`;
  const status = problems.some((problem) => problem.level !== 'warning')
    ? 'error'
    : problems.length > 0
      ? 'warning'
      : undefined;
  const Input = inputOf(field);
  const Cell = cellOf(field);
  return (
    <FieldFrame field={field} id={id} needed={needed} problems={problems} formula={formula}>
      {isOpen(field, draft.original) ? (
        <Suspense fallback={<div className="form-output" />}>
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
        </Suspense>
      ) : (
        <output id={id} className="form-output" title={formula}>
          <Cell field={field} value={value} row={draft.values} entity={draft.entity} />
        </output>
      )}
    </FieldFrame>
  );
}
