import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import type { ErrorObject } from 'ajv';
import type { AjvError } from '../../../generator/language/violation.ts';
import type { Row } from '../../fields/types.ts';

/** Ajv's standalone validator: true, or false with `errors` set. */
interface Validate {
  (row: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** What the server sends of the shape of an entity's rows: their JSON Schema, and its validator as code. */
export interface CompiledShape {
  /** with an `$id` */
  schema: RJSFSchema;
  validate: Validate;
}

/** The JSON Schema of an entity's rows, and the validator that RJSF and the draft use. */
export interface RowShape {
  schema: RJSFSchema;
  validator: ValidatorType;
}

/** The validator was compiled by the server: the page's security policy forbids to compile one here. */
export const rowShape = ({ schema, validate }: CompiledShape): RowShape => ({
  schema,
  validator: createPrecompiledValidator({ [schema.$id!]: validate }, schema),
});

/** Ajv's errors for a row with normalised values; none for a valid one. */
export const shapeErrors = ({ schema, validator }: RowShape, row: Row): AjvError[] =>
  validator.rawValidation<AjvError>(schema, row).errors ?? [];
