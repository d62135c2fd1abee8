import RjsfForm from '@rjsf/core';
import type { FieldTemplateProps, ObjectFieldTemplateProps, TemplatesType } from '@rjsf/utils';
import { memo, type ReactNode, useMemo } from 'react';
import type { Field } from '../../../generator/model/field.ts';
import { fieldOf } from '../model.ts';
import type { Draft } from './draft.ts';
import { DRAFT_FIELDS, useFormula } from './draftField.tsx';
import { FieldFrame } from './fieldFrame.tsx';
import { ID_SEPARATOR } from './fieldId.ts';
import './form.css';
import { useDraft, useFieldProblems, useFieldShown } from './draftHooks.ts';
import { sectionSchema, sectionUiSchema } from './sectionSchema.ts';

interface Props {
  /** names of the section's fields, in order */
  fields: readonly string[];
  columns: number;
  /** called when Enter is pressed in a field */
  onSubmit: () => void;
  /** fields that are required here in addition to the entity's required fields */
  required?: ReadonlySet<string>;
}

/**
 * One section of a form, rendered by RJSF from the entity's JSON Schema. RJSF renders it only once. Each field gets its
 * value and its problems from the draft, so that a keystroke renders only that field again. The draft validates with
 * the same schema.
 */
export const FormSection = memo(function FormSection({ fields, columns, onSubmit, required }: Props): ReactNode {
  const draft = useDraft();
  const { entity, isNew, rules } = draft;
  const schema = useMemo(() => {
    const isRequired = (name: string): boolean =>
      required?.has(name) === true || isRequiredField(fieldOf(entity, name), isNew);
    return sectionSchema(rules.shape.schema, entity, fields, isRequired);
  }, [entity, fields, isNew, required, rules]);
  const uiSchema = useMemo(() => sectionUiSchema(entity, fields, columns), [entity, fields, columns]);
  return (
    <RjsfForm
      schema={schema}
      uiSchema={uiSchema}
      fields={DRAFT_FIELDS}
      templates={TEMPLATES}
      validator={rules.shape.validator}
      formData={NO_DATA}
      idPrefix={entity.name}
      idSeparator={ID_SEPARATOR}
      noHtml5Validate
      noValidate
      onSubmit={onSubmit}
    >
      {/* Enter submits a form only if the form has a submit button */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
    </RjsfForm>
  );
});

const NO_DATA = {};

/**
 * Whether the user must fill in the field. A write-only field of a stored row keeps its value while its input is empty.
 */
const isRequiredField = (field: Field | undefined, isNew: boolean): boolean =>
  field?.required === true && (isNew || !field.writeOnly);

/** The grid of a section. */
function SectionGrid({ properties, uiSchema }: ObjectFieldTemplateProps): ReactNode {
  return (
    <div className="form-grid" data-columns={uiSchema?.['ui:options']?.['columns']}>
      {properties.map(({ name, content }) => (
        <div
          key={name}
          className={uiSchema?.[name]?.['ui:options']?.['wide'] ? 'form-field form-field-wide' : 'form-field'}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/**
 * The label and the problems of a field; nothing while `x-form.show` hides it. RJSF also renders the section itself
 * with it.
 */
function FieldTemplate({ fieldPathId, id, required, children }: FieldTemplateProps): ReactNode {
  const draft = useDraft();
  const field = fieldOf(draft.entity, String(fieldPathId.path.at(-1) ?? ''));
  return field ? (
    <DraftFrame draft={draft} field={field} id={id} required={required === true}>
      {children}
    </DraftFrame>
  ) : (
    children
  );
}

interface FrameProps {
  draft: Draft;
  field: Field;
  id: string;
  required: boolean;
  children: ReactNode;
}

function DraftFrame({ draft, field, id, required, children }: FrameProps): ReactNode {
  const problems = useFieldProblems(draft, field.name);
  const formula = useFormula(draft.entity, field);
  return useFieldShown(draft, field.name) ? (
    <FieldFrame field={field} id={id} isRequired={required} problems={problems} formula={formula}>
      {children}
    </FieldFrame>
  ) : null;
}

const TEMPLATES: Partial<TemplatesType> = { ObjectFieldTemplate: SectionGrid, FieldTemplate };
