import { type ReactNode, Suspense } from 'react';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { useExtra } from '../extras.ts';
import { isApprovalTask } from '../approval/approvalTask.ts';
import type { ListRow } from './columns.tsx';
import type { ListModel } from './listModel.ts';
import { RowButtons } from './rowButtons.tsx';

/** Needs the rules of the entity, so it is loaded only for lists whose rows may be closed to changes. */
const GatedRowButtons = lazyChunk(async () => (await import('./gatedRowButtons.tsx')).GatedRowButtons);

/** Last cell of a row: edit, delete, and the extra component of a page. */
export function RowActions({ model, row }: { model: ListModel; row: ListRow }): ReactNode {
  const Extra = useExtra(model.entity.name, 'row');
  return (
    <span className="row-actions">
      <Buttons model={model} row={row} />
      {Extra ? (
        <Suspense fallback={null}>
          <Extra rows={[row]} place="row" onDone={model.list.refresh} />
        </Suspense>
      ) : null}
    </span>
  );
}

function Buttons({ model: { entity, mayEdit, mayDelete, editor, bulk }, row }: { model: ListModel; row: ListRow }) {
  // The to-do of an approval is deleted with its record.
  if (isApprovalTask(entity, row)) return null;
  const buttons = {
    onEdit: mayEdit ? () => editor.open(row.id) : undefined,
    onDelete: mayDelete ? () => bulk.remove([row]) : undefined,
  };
  const gated =
    entity.access?.edit !== undefined ||
    ['edit', 'delete'].some((operation) => operation in entity.gate || operation in entity.guards);
  return gated ? (
    <Suspense fallback={null}>
      <GatedRowButtons entity={entity} row={row} {...buttons} />
    </Suspense>
  ) : (
    <RowButtons {...buttons} />
  );
}
