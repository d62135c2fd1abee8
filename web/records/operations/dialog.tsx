import { type ReactNode, Suspense } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import type { OperationDialogProps } from './dialogProps.ts';
import { hasInputsByRow, useInputsFor } from './inputsFor.ts';

/** Loaded when a dialog is first opened, because its validation needs the field kinds. */
const PlainDialog = lazyChunk(async () => (await import('./plainDialog.tsx')).PlainDialog);
const FieldsDialog = lazyChunk(async () => (await import('./fieldsDialog.tsx')).FieldsDialog);

/** Dialog that confirms an operation and asks for its input, and for empty fields of the record that it needs. */
export function OperationDialog(props: OperationDialogProps): ReactNode {
  const Content = hasInputsByRow(props.operation) ? DialogOfRow : AnyDialog;
  return (
    <FailureBoundary dialog onRetry={props.onClose}>
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    </FailureBoundary>
  );
}

/** The dialog of an operation whose inputs depend on the row. */
function DialogOfRow(props: OperationDialogProps): ReactNode {
  const { entity, operation, row, rows = row ? [row] : [] } = props;
  return <AnyDialog {...props} operation={useInputsFor(entity, operation, rows)} />;
}

function AnyDialog(props: OperationDialogProps): ReactNode {
  const { entity, operation, row } = props;
  return row && ownFields(entity, operation).length > 0 ? (
    <FieldsDialog {...props} row={row} />
  ) : (
    <PlainDialog {...props} />
  );
}

/**
 * Fields of the record that a transition needs or has as input. An action has none, because it does not write them
 * itself.
 */
const ownFields = ({ fields }: Entity, { to, needs, input }: Operation): string[] => {
  const named = new Set([...needs, ...(input?.fields ?? []).map(({ name }) => name)]);
  return to ? fields.map(({ name }) => name).filter((name) => named.has(name)) : [];
};
