import { DownOutlined, EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import type { OperationState } from './states.ts';

/** An operation as a button or a menu item. */
export interface OperationItem {
  name: string;
  label: Label;
  help?: Label | undefined;
  run: () => void;
  /** absent: enabled */
  state?: OperationState | undefined;
  primary?: boolean;
}

const NONE: readonly OperationItem[] = [];

interface Props {
  /** the operations that are buttons */
  shown: readonly OperationItem[];
  /** the operations in the menu "more" */
  folded?: readonly OperationItem[];
  size?: 'small' | 'middle';
  disabled?: boolean;
  /** whether the menu "more" is a button without text */
  compact?: boolean;
}

/**
 * Buttons of operations on a record, a selection or a list. A button whose operation is not possible is disabled and
 * shows the reason.
 */
export function OperationButtons(props: Props): ReactNode {
  const { shown, folded = NONE, size = 'middle', disabled = false, compact = false } = props;
  const label = useLabel();
  return (
    <>
      {shown.map(({ name, label: title, help, run, state, primary }) => (
        <BlockReason key={name} state={state}>
          <Button
            size={size}
            type={primary ? 'primary' : 'default'}
            disabled={disabled || state?.enabled === false}
            onClick={run}
            {...(help && { title: label(help) })}
          >
            {label(title)}
          </Button>
        </BlockReason>
      ))}
      {folded.length > 0 && <MoreButton {...{ folded, size, disabled, compact }} />}
    </>
  );
}

/** The menu "more"; its button has no text beside a compact title. */
function MoreButton({ folded, size, disabled, compact }: Required<Omit<Props, 'shown'>>): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const items = folded.map(({ name, label: title, run, state }) => ({
    key: name,
    disabled: state?.enabled === false,
    onClick: run,
    label: <span title={state?.reason ?? undefined}>{label(title)}</span>,
  }));
  const text = t('list.more');
  return (
    <Dropdown trigger={['click']} disabled={disabled} menu={{ items }}>
      {compact ? (
        <Button size={size} icon={<EllipsisOutlined aria-hidden />} aria-label={text} title={text} />
      ) : (
        <Button size={size} icon={<DownOutlined aria-hidden />} iconPosition="end">
          {text}
        </Button>
      )}
    </Dropdown>
  );
}

/**
 * Tooltip with the reason why a button is disabled. It belongs to an element around the button, because a disabled
 * button gets no pointer events.
 */
export function BlockReason({
  state,
  children,
}: {
  state: OperationState | undefined;
  children: ReactNode;
}): ReactNode {
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
