import { type ReactNode, Suspense } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';

/** An operation, and what it is performed on. */
export interface OperationDialogProps {
  entity: Entity;
  operation: Operation;
  /** the record; none for an operation on the list or on several rows */
  row?: Row;
  /** performs it on several rows; the dialog is closed before */
  onRows?: (input: Row) => void;
  onClose: () => void;
}

/** Dialogs validate their input, so they bring the field kinds and are loaded when one is first opened. */
const PlainDialog = lazyChunk(async () => (await import('./plainDialog.tsx')).PlainDialog);
const FieldsDialog = lazyChunk(async () => (await import('./fieldsDialog.tsx')).FieldsDialog);

/** Confirms an operation and asks for its input, and for fields of the record that it needs. */
export function OperationDialog(props: OperationDialogProps): ReactNode {
  const { entity, operation, row } = props;
  return (
    <FailureBoundary dialog onRetry={props.onClose}>
      <Suspense fallback={null}>
        {row && ownFields(entity, operation).length > 0 ? (
          <FieldsDialog {...props} row={row} />
        ) : (
          <PlainDialog {...props} />
        )}
      </Suspense>
    </FailureBoundary>
  );
}

/** Fields of the record that a transition needs or asks for; an action writes none by itself. */
const ownFields = ({ fields }: Entity, { to, needs, input }: Operation): string[] => {
  const named = new Set([...needs, ...(input?.fields ?? []).map(({ name }) => name)]);
  return to ? fields.map(({ name }) => name).filter((name) => named.has(name)) : [];
};
