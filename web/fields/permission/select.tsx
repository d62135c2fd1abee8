import type { ReactNode } from 'react';
import { Several } from '../several.tsx';
import { useActionCodes, useActionName } from '../../rights/matrix/names.ts';

interface Props {
  id?: string;
  value: readonly string[];
  onChange: (actions: string[]) => void;
}

/** Chooses actions by their names. */
export function ActionSelect({ id, value, onChange }: Props): ReactNode {
  const nameOf = useActionName();
  return (
    <Several
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
