import { type ReactNode, Suspense, useState } from 'react';
import { compileFields } from '../../../generator/language/validation/fields.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { inputOf } from '../../fields/inputs.ts';
import type { Row } from '../../fields/types.ts';
import { FieldFrame } from '../form/fieldFrame.tsx';
import type { FormProblem } from '../form/problem.ts';
import type { OperationDialogProps } from './dialogProps.ts';
import { proposedTotals } from './proposedTotals.ts';

interface InputsProps {
  entity: Entity;
  operation: Operation;
  inputs: readonly Field[];
  input: Row;
  problems: ReadonlyMap<string, readonly FormProblem[]>;
  row: Row | undefined;
  onChange: (changes: Row) => void;
}

/** The inputs of an operation that are not fields of the record. */
export function Inputs({ entity, operation, inputs, input, problems, row, onChange }: InputsProps): ReactNode {
  return inputs.map((field) => {
    const Input = inputOf(field);
    const id = `${operation.name}-${field.name}`;
    const own = problems.get(field.name) ?? [];
    return (
      <FieldFrame key={field.name} field={field} id={id} problems={own}>
        <Suspense fallback={<div className="form-output" />}>
          <Input
            field={field}
            entity={entity}
            row={{ ...row, ...input }}
            value={input[field.name] ?? null}
            id={id}
            aria-describedby={`${id}-problems`}
            {...(own.length > 0 && { status: 'error' as const })}
            onChange={(value) => onChange({ [field.name]: value })}
          />
        </Suspense>
      </FieldFrame>
    );
  });
}

/** The normalised values to send, and their errors by field. */
interface CheckedInput {
  normal: Row;
  problems: ReadonlyMap<string, readonly FormProblem[]>;
}

/** Normalises and validates the values of inputs. */
export function checkInput(inputs: readonly Field[], input: Row): CheckedInput {
  const normal = Object.fromEntries(
    inputs.map((field) => [field.name, KINDS[field.kind].normalise(input[field.name] ?? null, field)]),
  );
  const errors = compileFields({ fields: [...inputs] })(normal, { mode: 'create' }).filter(
    ({ level }) => level !== 'warning',
  );
  return { normal, problems: Map.groupBy(errors, ({ field }) => field) };
}

/**
 * State of the inputs. They start with totals of the rows, values of the record, or their defaults.
 *
 * @param rows the rows of an operation on several rows
 */
export function useInput(
  {
    entity,
    operation,
    row,
    rows = row ? [row] : [],
  }: Pick<OperationDialogProps, 'entity' | 'operation' | 'row' | 'rows'>,
  inputs: readonly Field[],
) {
  const [input, setInput] = useState<Row>(() => ({
    ...initialValues(inputs, row, notCopiedOf(entity, operation)),
    ...proposedTotals(operation, rows),
  }));
  const validate = (): CheckedInput => checkInput(inputs, input);
  return { input, change: (changes: Row): void => setInput({ ...input, ...changes }), validate };
}

/** Initial values: the record's value of the same name, unless `notCopied` contains the name; otherwise the default. */
const initialValues = (fields: readonly Field[], row: Row | undefined, notCopied: ReadonlySet<string>): Row =>
  Object.fromEntries(
    fields.map(({ name, default: fallback }) => [
      name,
      (notCopied.has(name) ? undefined : row?.[name]) ?? fallback ?? null,
    ]),
  );

/**
 * Inputs that do not start with the record's value when a version is copied: the last key, in which the copy differs,
 * and texts.
 */
const notCopiedOf = ({ version, fields }: Entity, { effect }: Operation): ReadonlySet<string> =>
  new Set(
    version && effect === 'version.copy'
      ? [
          version.keys.at(-1)!,
          ...version.asks.filter((name) =>
            fields.some((field) => field.name === name && (field.kind === 'text' || field.kind === 'longText')),
          ),
        ]
      : [],
  );
