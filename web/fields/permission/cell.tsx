import { Suspense } from 'react';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { type CellProps, textOf } from '../types.ts';

/** Loaded when needed, because the names come with the catalogue of rights, which few users see. */
const Name = lazyChunk(async () => (await import('./names.tsx')).PermissionName);
const Actions = lazyChunk(async () => (await import('./names.tsx')).ActionNames);

/** The id of a permission (`x-names`), with its name. */
export const Cell = ({ value }: CellProps) => (
  <Suspense fallback={<span>{textOf(value)}</span>}>
    <Name id={textOf(value)} />
  </Suspense>
);

/** The names of actions (`x-names`). */
export function ActionsCell({ value, row, entity }: CellProps) {
  if (!Array.isArray(value)) return null;
  const actions = value.map(String);
  const permissionField = entity?.fields.find(({ names }) => names === 'permission');
  const permission = permissionField && textOf(row?.[permissionField.name]);
  return (
    <Suspense fallback={<span>{actions.join(', ')}</span>}>
      <Actions actions={actions} permission={permission} />
    </Suspense>
  );
}
