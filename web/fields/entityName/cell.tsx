import { useModel } from '../../records/model.ts';
import { useLabel } from '../language.ts';
import type { CellProps } from '../types.ts';
import { textOf } from '../types.ts';

/** The label of an entity that a field names (`x-names`); its name if the user may not see it. */
export function Cell({ value }: CellProps) {
  const label = useLabel();
  const name = textOf(value);
  const entity = useModel().find((one) => one.name === name);
  return <span>{entity ? label(entity.label) : name}</span>;
}
