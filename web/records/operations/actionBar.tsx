import { DeleteOutlined, DownOutlined, EditOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Dropdown, Tooltip } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import { isForPeople } from '../../../generator/language/operations.ts';
import type { Action, Transition } from '../../../generator/model/operation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { callWithMessage, type Answer } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { AskedAction } from './listActions.tsx';
import { useExtra } from '../extras.ts';
import { isOfApproval } from '../gate.ts';
import type { ListRow } from '../list/columns.tsx';
import { useRefresh } from '../form/save.ts';
import { actionsOf, type ActionState } from './actions.ts';
import { TransitionDialog } from './transitionDialog.tsx';

interface Props {
  entity: Entity;
  row: Row;
  onEdit: () => void;
}

/** A transition or a named action, with what the server says of it. */
interface Step {
  name: string;
  label: Label;
  take: () => void;
  state: ActionState | undefined;
  aside: boolean;
}

/** More steps than this fold into "more". */
const MOST_BUTTONS = 2;

/** What the reader may do with the record. A step that cannot be taken now is there too, disabled, and says why. */
export function ActionBar({ entity, row, onEdit }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  const [taking, setTaking] = useState<Transition>();
  const [acting, setActing] = useState<Action>();
  const Extra = useExtra(entity.name, 'record');
  const refresh = useRefresh(entity.name);
  const askDelete = useDelete(entity, row);
  const states = new Map(actionsOf(row).map((action) => [action.name, action]));
  const steps: Step[] = [
    ...transitionsOf(entity, row, states).map((transition) => ({
      name: transition.action,
      label: transition.label,
      aside: transition.aside === true,
      take: () => setTaking(transition),
    })),
    // a version is made in the bar of versions
    ...entity.actions
      .filter(({ on, effect }) => on === 'row' && effect !== 'version.copy')
      .map((action) => ({ name: action.name, label: action.label, aside: false, take: () => setActing(action) })),
  ]
    .filter(({ name }) => may(name))
    .map((step) => ({ ...step, state: states.get(step.name) }))
    .toSorted((a, b) => Number(a.aside) - Number(b.aside));
  const open = steps.filter(({ state }) => state?.enabled);
  // a to-do of an approval goes with its record: nothing is done to it by hand
  if (isOfApproval(entity, row)) return null;
  const forward = open.filter(({ aside }) => !aside);
  const shown =
    forward.length > 0
      ? forward.slice(0, MOST_BUTTONS)
      : open.length > 0
        ? open.slice(0, 1)
        : steps.slice(0, MOST_BUTTONS);
  const folded = steps.filter((one) => !shown.includes(one));
  return (
    <>
      {shown.map(({ name, label: title, state, take, aside }, index) => (
        <Reason key={name} state={state}>
          <Button
            type={index === 0 && state?.enabled && !aside ? 'primary' : 'default'}
            disabled={!state?.enabled}
            onClick={take}
          >
            {label(title)}
          </Button>
        </Reason>
      ))}
      {folded.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: folded.map(({ name, label: title, state, take }) => ({
              key: name,
              disabled: !state?.enabled,
              onClick: take,
              label: <span title={state?.reason ?? undefined}>{label(title)}</span>,
            })),
          }}
        >
          <Button icon={<DownOutlined aria-hidden />} iconPosition="end">
            {t('list.more')}
          </Button>
        </Dropdown>
      )}
      {may('edit') && !entity.readOnly && (
        <Reason state={states.get('edit')}>
          <Button
            data-quick="edit"
            icon={<EditOutlined aria-hidden />}
            type={open.length === 0 ? 'primary' : 'default'}
            disabled={states.get('edit')?.enabled === false}
            onClick={onEdit}
          >
            {t('action.edit')}
          </Button>
        </Reason>
      )}
      {may('delete') && !entity.readOnly && (
        <Reason state={states.get('delete')}>
          <Button
            icon={<DeleteOutlined aria-hidden />}
            danger
            disabled={states.get('delete')?.enabled === false}
            onClick={askDelete}
          >
            {t('action.delete')}
          </Button>
        </Reason>
      )}
      {Extra && (
        <Suspense fallback={null}>
          <Extra rows={[row as ListRow]} place="record" onDone={() => void refresh()} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {acting && <AskedAction entity={entity} action={acting} row={row} onClose={() => setActing(undefined)} />}
        {taking && (
          <TransitionDialog entity={entity.name} row={row} transition={taking} onClose={() => setTaking(undefined)} />
        )}
      </Suspense>
    </>
  );
}

/**
 * One transition for each action: the one that the server will take, else one from the state the record is in, else
 * any.
 */
function transitionsOf(entity: Entity, row: Row, states: ReadonlyMap<string, ActionState>): Transition[] {
  const byAction = new Map<string, Transition>();
  for (const machine of entity.machines) {
    for (const transition of machine.transitions.filter(isForPeople)) {
      const to = states.get(transition.action)?.to;
      const fits = transition.from.includes(String(row[machine.field])) && (to === undefined || to === transition.to);
      if (fits || !byAction.has(transition.action)) byAction.set(transition.action, transition);
    }
  }
  return [...byAction.values()];
}

/** A disabled button hears no pointer: what stands around it tells the reason. */
function Reason({ state, children }: { state: ActionState | undefined; children: ReactNode }): ReactNode {
  if (!state || state.enabled || !state.reason) return children;
  return (
    <Tooltip title={state.reason}>
      <span className="detail-reason" tabIndex={0}>
        {children}
        <span className="unseen">{state.reason}</span>
      </span>
    </Tooltip>
  );
}

function useDelete(entity: Entity, row: Row): () => void {
  const { t } = useTranslation();
  const label = useLabel();
  const { modal } = App.useApp();
  const { succeeded, failedInDialog } = useFeedback();
  const navigate = useNavigate();
  const client = useQueryClient();
  const refresh = useRefresh(entity.name);
  const run = async (): Promise<void> => {
    let told: Answer<unknown>;
    try {
      told = await callWithMessage('DELETE', `/api/${entity.name}/${String(row['id'])}`, { body: { rev: row['rev'] } });
    } catch (error) {
      failedInDialog(error);
      // what stands in the way is another state than the reader saw
      if (error instanceof ApiError && error.statusCode === 409) await refresh();
      return;
    }
    succeeded(told.message);
    await navigate(`/${entity.area}/${entity.name}`, { replace: true });
    // The page of what is gone may still be there for a moment: it must not be read again.
    client.removeQueries({ queryKey: ['row', entity.name, String(row['id'])] });
    await refresh();
  };
  return () => {
    modal.confirm({
      title: t('list.confirmDelete', { count: 1 }),
      content: label(titlesOf(entity, row)),
      maskClosable: false,
      okText: t('action.delete'),
      okButtonProps: { danger: true },
      cancelText: t('action.cancel'),
      onOk: run,
    });
  };
}
