import { Button, Skeleton } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { cellOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { opensAsModal } from '../form/layout.ts';
import { inboxAddress, isUndecided } from '../inbox/address.ts';
import { RecordBar } from '../operations/recordBar.tsx';
import { useRecordOf } from '../recordOf.ts';
import { isCopyOfParent } from '../parentCopy.ts';
import { RowTitle } from '../rowTitle.tsx';
import { VersionMenu } from '../version/menu.tsx';
import { PrintButton } from './printButton.tsx';
import { shownStates } from './shownStates.ts';

/** The form needs RJSF and the expression language, so it is loaded only when the user edits. */
const FormModal = lazyChunk(async () => (await import('../form/modal.tsx')).FormModal);

interface Props {
  entity: Entity;
  row: Row;
  /** whether rows are to be entered or finished first */
  isUnready: boolean;
  /** the next step, if it is not possible now */
  blocked?: string | undefined;
  /** the operation to run before the others, if it is possible */
  first?: string | undefined;
  /** in a drawer: the title is smaller, and the drawer shows the form */
  inDrawer?: { onEdit: () => void; onDeleted: () => void };
  /** further buttons */
  children?: ReactNode;
}

/**
 * Title, states, versions and operations of a record: on one line, if the entity has `x-form.steps`.
 */
export function RecordHeader({ entity, row, isUnready, blocked, first, inDrawer, children }: Props): ReactNode {
  const label = useLabel();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const compact = entity.form.steps !== undefined;
  const Heading = inDrawer ? 'h2' : 'h1';
  const id = textOf(row['id']);
  const editHere = (): void =>
    opensAsModal(entity) ? setEditing(true) : void navigate(`/${entity.area}/${entity.name}/${id}/edit`);
  return (
    <div className="page-header">
      <Heading>{inDrawer ? <RowTitle entity={entity} row={row} /> : label(titlesOf(entity, row)) || `#${id}`}</Heading>
      {!compact && !inDrawer && <span className="meta">{label(entity.label)}</span>}
      {shownStates(entity, row).map((field) => (
        <StateTag key={field.name} entity={entity} row={row} field={field} compact={compact} />
      ))}
      {entity.version && <VersionMenu entity={entity} row={row} />}
      <span className="page-actions">
        <RecordLinks entity={entity} row={row} />
        <RecordBar
          {...{ entity, row, compact, isUnready, blocked, first }}
          onEdit={inDrawer?.onEdit ?? editHere}
          onDeleted={inDrawer?.onDeleted}
        />
        <PrintButton entity={entity} row={row} />
        {children}
      </span>
      {editing && <EditDialog entity={entity} id={id} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** Links of a to-do: to its decision in the inbox, and to its record. */
function RecordLinks({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const record = useRecordOf(entity)(row);
  const undecided = isUndecided(entity, row);
  return (
    <>
      {undecided && (
        <Link to={inboxAddress(textOf(row['id']))}>
          <Button type="primary">{t('inbox.decide')}</Button>
        </Link>
      )}
      {record === undefined ? null : (
        <Link to={record}>
          <Button type={entity.tasks && !undecided ? 'primary' : 'default'}>{t('approval.openRecord')}</Button>
        </Link>
      )}
    </>
  );
}

/** The form of a record that is edited in a dialog. */
const EditDialog = ({ entity, id, onClose }: { entity: Entity; id: string; onClose: () => void }): ReactNode => (
  <FailureBoundary dialog onRetry={onClose}>
    <Suspense fallback={<Skeleton active />}>
      <FormModal entity={entity.name} id={id} onSaved={onClose} onClose={onClose} />
    </Suspense>
  </FailureBoundary>
);

interface StateTagProps {
  entity: Entity;
  row: Row;
  field: Field;
  compact: boolean;
}

/**
 * State of a record in one of its machines, or of its parent. With several states each has a label, because states of
 * two machines can have the same name. On one line with the buttons, the label of an own state is a hint.
 */
function StateTag({ entity, row, field, compact }: StateTagProps): ReactNode {
  const label = useLabel();
  const Cell = cellOf(field);
  const isCopy = isCopyOfParent(field);
  return (
    <span className="detail-state" title={compact ? label(field.label) : undefined}>
      {(isCopy || entity.machines.length > 1) && (
        <span className={compact && !isCopy ? 'unseen' : 'meta'}>{label(field.label)}</span>
      )}
      <Cell field={field} value={row[field.name]} row={row} entity={entity} />
    </span>
  );
}
