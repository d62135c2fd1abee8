import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { SingleSelect } from '../singleSelect.tsx';
import type { InputProps } from '../types.ts';

/** Y or N: radio buttons for a required field, otherwise a select that can be cleared. */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const { t } = useTranslation();
  const options = [
    { value: 'Y', label: t('kinds.yes') },
    { value: 'N', label: t('kinds.no') },
  ];
  if (field.required && !compact) {
    return (
      <Radio.Group
        aria-label={aria['aria-label']}
        aria-describedby={aria['aria-describedby']}
        {...(id !== undefined && { id, name: id, 'aria-labelledby': `${id}-label` })}
        options={options}
        disabled={disabled ?? false}
        value={value ?? null}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <SingleSelect
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      className="kind-wide"
      options={options}
      disabled={disabled ?? false}
      showSearch
      filterOption={(typed, option) =>
        [option?.label, option?.value].some((text) => text?.toLowerCase().startsWith(typed.toLowerCase()))
      }
      value={(value as string | null) ?? null}
      onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
    />
  );
}
