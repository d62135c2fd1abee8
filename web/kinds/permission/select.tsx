import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useActionCodes, useActionName } from '../../rights/matrix/names.ts';

interface Props { id?: string; value: readonly string[]; onChange: (actions: string[]) => void }

/** Chooses actions by what they are called. */
export function ActionSelect({ id, value, onChange }: Props): ReactNode {
  const nameOf = useActionName();
  return (
    <Select
      {...(id !== undefined && { id })} mode="multiple" allowClear maxTagCount="responsive" className="kind-wide" optionFilterProp="label"
      options={useActionCodes().map((action) => ({ value: action, label: nameOf(action) }))} value={[...value]} onChange={onChange}
    />
  );
}
