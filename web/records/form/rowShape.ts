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

/** The shape of an entity's rows as the server sends it: their JSON Schema, and its validator as code. */
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

/**
 * Creates the shape with the validator that the server compiled, because the page's security policy forbids compiling
 * it here.
 */
export const rowShape = ({ schema, validate }: CompiledShape): RowShape => ({
  schema,
  validator: createPrecompiledValidator({ [schema.$id!]: validate }, schema),
});

/** Ajv's errors for a row with normalised values; empty for a valid row. */
export const shapeErrors = ({ schema, validator }: RowShape, row: Row): AjvError[] =>
  validator.rawValidation<AjvError>(schema, row).errors ?? [];
