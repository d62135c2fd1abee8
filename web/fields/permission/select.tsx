import type { ReactNode } from 'react';
import { MultiSelect } from '../multiSelect.tsx';
import { useActionCodes, useActionName } from '../../rights/matrix/names.ts';

interface Props {
  id?: string;
  value: readonly string[];
  onChange: (actions: string[]) => void;
}

/** Select of actions by name. */
export function ActionSelect({ id, value, onChange }: Props): ReactNode {
  const nameOf = useActionName();
  return (
    <MultiSelect
      {...(id !== undefined && { id })}
      maxTagCount="responsive"
      className="kind-wide"
      optionFilterProp="label"
      options={useActionCodes().map((action) => ({ value: action, label: nameOf(action) }))}
      value={[...value]}
      onChange={onChange}
    />
  );
}
