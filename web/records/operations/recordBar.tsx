import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowOperations } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { useExtra } from '../extras.ts';
import { useRefresh } from '../form/save.ts';
import { isApprovalTask } from '../approval/approvalTask.ts';
import type { ListRow } from '../list/columns.tsx';
import { BlockReason, OperationButtons, type OperationItem } from './buttons.tsx';
import { OperationDialog } from './dialog.tsx';
import { useSavedFirst } from './savedFirst.ts';
import { type OperationState, startsFrom, statesByName, variantToShow } from './states.ts';
import { useDelete } from './useDelete.ts';

interface Props {
  entity: Entity;
  row: Row;
  onEdit: () => void;
  /** what follows a deletion; absent: the list of the entity is opened */
  onDeleted?: (() => void) | undefined;
  /** one line with the title: the button that edits has no text, and deleting is in the menu */
  compact?: boolean;
  /** whether rows are to be entered or finished first, so that no operation is the main one */
  isUnready?: boolean;
  /** name of the next step, if it is not possible now: the first button, so that its reason is seen */
  blocked?: string | undefined;
  /** name of the operation to run before the others, if it is possible */
  first?: string | undefined;
}

/** Maximum number of buttons; further operations are in the menu "more". */
const MAX_BUTTONS = 2;

/** Buttons of the operations on a record. An operation that is not possible is disabled and shows the reason. */
export function RecordBar(props: Props): ReactNode {
  const { entity, row, onEdit, onDeleted, compact = false, isUnready = false, blocked, first } = props;
  const { t } = useTranslation();
  const askDelete = useDelete(entity, row, onDeleted);
  const may = useMay(entity);
  const [open, setOpen] = useState<Operation>();
  const Extra = useExtra(entity.name, 'record');
  const refresh = useRefresh(entity.name);
  const savedFirst = useSavedFirst();
  // the server updates a to-do of an approval; no person edits it
  if (isApprovalTask(entity, row)) return null;
  const states = statesByName(row);
  const operations = recordOperations(entity, row, states)
    .filter(({ name }) => may(name) && name !== entity.form.note)
    .toSorted((a, b) => Number(b.name === first) - Number(a.name === first));
  const start = (operation: Operation): void => savedFirst(operation.label, () => setOpen(operation));
  const { shown, folded, isAnyEnabled } = arrange(operations, states, { row, blocked }, start);
  const isMainAbsent = isUnready || shown.some(({ name }) => name === blocked);
  const deletion = { name: 'delete', label: sameText(t('action.delete')), run: askDelete, state: states.get('delete') };
  const isDeleteFolded = compact && !entity.readOnly && may('delete');
  return (
    <>
      <OperationButtons
        shown={isMainAbsent ? shown.map((item) => ({ ...item, primary: false })) : shown}
        folded={isDeleteFolded ? [...folded, deletion] : folded}
        compact={compact}
      />
      <EditAndDelete
        {...{ entity, row, states, onEdit, compact }}
        isEditPrimary={!isAnyEnabled && !compact}
        onDelete={askDelete}
      />
      {Extra && (
        <Suspense fallback={null}>
          <Extra rows={[row as ListRow]} place="record" onDone={() => void refresh()} />
        </Suspense>
      )}
      {open && <OperationDialog entity={entity} operation={open} row={row} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/**
 * One variant of each operation that can apply to the record, operations with `aside` last. The copy of a version is
 * omitted, because `VersionMenu` has it.
 */
const recordOperations = (entity: Entity, row: Row, states: ReadonlyMap<string, OperationState>): Operation[] =>
  [...rowOperations(entity)]
    .map(([name, variants]) => variantToShow(variants, row, states.get(name)))
    .filter(({ name, effect }) => effect !== 'version.copy' && !states.get(name)?.never)
    .toSorted((a, b) => Number(a.aside === true) - Number(b.aside === true));

/**
 * Divides operations into buttons and menu items, the enabled ones first. Enabled operations are buttons, an operation
 * with `aside` only if no other is enabled. If no operation is enabled, disabled operations are buttons: those that
 * start from the state of the record, as something else than the state blocks them, or else the first ones. The blocked
 * next step comes first.
 */
function arrange(
  operations: readonly Operation[],
  states: ReadonlyMap<string, OperationState>,
  { row, blocked }: { row: Row; blocked: string | undefined },
  open: (operation: Operation) => void,
): { shown: OperationItem[]; folded: OperationItem[]; isAnyEnabled: boolean } {
  const isEnabled = ({ name }: Operation): boolean => states.get(name)?.enabled === true;
  const enabled = operations.filter(isEnabled);
  const forward = enabled.filter(({ aside }) => !aside);
  const fromState = operations.filter(({ from }) => startsFrom(from, row));
  const nextStep = operations.filter(({ name }) => name === blocked);
  const shown =
    forward.length > 0
      ? [...nextStep, ...forward].slice(0, MAX_BUTTONS)
      : enabled.length > 0
        ? enabled.slice(0, 1)
        : (fromState.length > 0 ? fromState : operations).slice(0, MAX_BUTTONS);
  const itemOf = (operation: Operation): OperationItem => ({
    name: operation.name,
    label: operation.label,
    run: () => open(operation),
    state: states.get(operation.name) ?? { name: operation.name, enabled: false },
    primary: operation === shown[0] && isEnabled(operation) && !operation.aside,
  });
  return {
    shown: shown.map(itemOf),
    folded: [...enabled, ...operations.filter((one) => !isEnabled(one))]
      .filter((one) => !shown.includes(one))
      .map(itemOf),
    isAnyEnabled: enabled.length > 0,
  };
}

/** A text of the screen as a label. */
const sameText = (text: string): Label => ({ en: text, zh: text });

interface EditProps extends Pick<Props, 'entity' | 'onEdit'> {
  states: ReadonlyMap<string, OperationState>;
  isEditPrimary: boolean;
  compact: boolean;
  onDelete: () => void;
}

function EditAndDelete({ entity, states, isEditPrimary, compact, onEdit, onDelete }: EditProps): ReactNode {
  const { t } = useTranslation();
  const may = useMay(entity);
  if (entity.readOnly) return null;
  return (
    <>
      {may('edit') && (
        <BlockReason state={states.get('edit')}>
          <Button
            data-quick="edit"
            icon={<EditOutlined aria-hidden />}
            type={isEditPrimary ? 'primary' : 'default'}
            disabled={states.get('edit')?.enabled === false}
            onClick={onEdit}
            {...(compact && { 'aria-label': t('action.edit'), title: t('action.edit') })}
          >
            {compact ? null : t('action.edit')}
          </Button>
        </BlockReason>
      )}
      {may('delete') && !compact && (
        <BlockReason state={states.get('delete')}>
          <Button
            icon={<DeleteOutlined aria-hidden />}
            danger
            disabled={states.get('delete')?.enabled === false}
            onClick={onDelete}
          >
            {t('action.delete')}
          </Button>
        </BlockReason>
      )}
    </>
  );
}
