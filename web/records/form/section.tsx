import RjsfForm from '@rjsf/core';
import type {
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  RegistryFieldsType,
  TemplatesType,
  UiSchema,
  ValidatorType,
} from '@rjsf/utils';
import { memo, type ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { KindName } from '../../../generator/model/field.ts';
import { fieldOf } from '../model.ts';
import './form.css';
import { KindField } from './kindField.tsx';

/** Kinds whose input wants the whole width of the form. */
const WIDE: ReadonlySet<KindName> = new Set(['longText', 'richText', 'multiChoice', 'multiRef', 'files', 'json']);

interface Props {
  entity: Entity;
  /** the fields of this part of the form, in order */
  fields: readonly string[];
  columns: number;
  /** called when Enter is pressed in a field */
  onSubmit: () => void;
  /** the fields without which this cannot be done, beside those that no row is without */
  needed?: ReadonlySet<string>;
}

/**
 * One part of a form, laid out by RJSF from the fields' schema. It is drawn once: values and problems come to each
 * field from the draft, so typing in one leaves RJSF and all other fields alone.
 */
export const FormSection = memo(function FormSection({ entity, fields, columns, onSubmit, needed }: Props): ReactNode {
  return (
    <RjsfForm
      schema={schemaOf(entity, fields)}
      uiSchema={uiSchemaOf(fields)}
      fields={FIELDS}
      templates={TEMPLATES}
      validator={DRAFT_JUDGES}
      formContext={{ columns, entity, needed }}
      formData={NO_DATA}
      idPrefix={entity.name}
      noHtml5Validate
      noValidate
      onSubmit={onSubmit}
    >
      {/* Enter submits a form only if it has a button for it */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
    </RjsfForm>
  );
});

const NO_DATA = {};
const FIELDS: RegistryFieldsType = { kind: KindField };

/** The grid of a section. RJSF gives the properties already drawn. */
function SectionGrid({ properties, registry }: ObjectFieldTemplateProps): ReactNode {
  const { columns, entity } = registry.formContext as { columns: number; entity: Entity };
  return (
    <div className="form-grid" data-columns={columns}>
      {properties.map(({ name, content }) => (
        <div
          key={name}
          className={WIDE.has(fieldOf(entity, name)?.kind ?? 'text') ? 'form-field form-field-wide' : 'form-field'}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** Label, help and errors are drawn by the field itself. */
const Bare = ({ children }: FieldTemplateProps): ReactNode => children;

const TEMPLATES: Partial<TemplatesType> = { ObjectFieldTemplate: SectionGrid, FieldTemplate: Bare };

/**
 * RJSF asks a validator which branch of a `oneOf` holds, of which an entity has none; its rules are judged by the
 * draft.
 */
const DRAFT_JUDGES: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
};

const schemaOf = (entity: Entity, fields: readonly string[]): RJSFSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map((name) => [name, { type: 'string', title: fieldOf(entity, name)?.label.en ?? name }]),
  ),
});

const uiSchemaOf = (fields: readonly string[]): UiSchema =>
  Object.fromEntries(fields.map((name) => [name, { 'ui:field': 'kind' }]));
