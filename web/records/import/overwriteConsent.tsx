import { Alert, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from './contract.ts';

interface Props {
  report: Report;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Asks whether rows without a record version may overwrite records. Without it, changes by others are not detected. */
export function OverwriteConsent({ report: { overwrites, overwritesOfOthers }, checked, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Alert
      type="warning"
      showIcon
      message={t('import.overwrites', { count: overwrites })}
      description={
        <>
          {overwritesOfOthers > 0 ? <p>{t('import.overwritesOfOthers', { count: overwritesOfOthers })}</p> : null}
          <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)}>
            {t('import.overwriteConsent')}
          </Checkbox>
        </>
      }
    />
  );
}
