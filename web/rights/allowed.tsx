import { Tooltip } from 'antd';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from './store.ts';

interface Props {
  /** `<area>.<entity>.<action>`; without one the element is for everybody */
  code?: string | undefined;
  /** stays in sight without the right, disabled, and says why */
  disabled?: boolean;
  children: ReactElement<{ disabled?: boolean }>;
}

/** An element that needs a right: without it, it is not there, or disabled (1§6). */
export function Allowed({ code, disabled = false, children }: Props): ReactNode {
  const { t } = useTranslation();
  const allowed = useAllowed();
  if (allowed(code)) return children;
  if (!disabled) return null;
  // a disabled button hears no pointer and takes no focus: what stands around it tells the reason
  return (
    <Tooltip title={t('rights.none')}>
      <span className="detail-reason" tabIndex={0}>
        {cloneElement(children, { disabled: true })}
        <span className="unseen">{t('rights.none')}</span>
      </span>
    </Tooltip>
  );
}
