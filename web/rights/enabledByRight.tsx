import { useCan } from '@refinedev/core';
import { Tooltip } from 'antd';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** name of the entity */
  resource: string;
  action: string;
  children: ReactElement<{ disabled?: boolean }>;
}

/** Keeps a button visible without the right, but disabled and with the reason (1§6). */
export function EnabledByRight({ resource, action, children }: Props): ReactNode {
  const { t } = useTranslation();
  const { data } = useCan({ resource, action });
  if (data?.can !== false) return children;
  const reason = data.reason ?? t('rights.none');
  // A disabled button gets neither pointer events nor focus, so an element around it has the tooltip.
  return (
    <Tooltip title={reason}>
      <span className="detail-reason" tabIndex={0}>
        {cloneElement(children, { disabled: true })}
        <span className="unseen">{reason}</span>
      </span>
    </Tooltip>
  );
}
