import { Tag } from 'antd';
import { useSide } from '../language.ts';
import type { CellProps } from '../types.ts';
import { isAbsent, textOf } from '../types.ts';
import { choicesOf, colourOf } from './options.ts';

/** The text of a choice; the state of a record as a coloured tag. */
export function Cell({ field, value, entity }: CellProps) {
  const side = useSide();
  if (isAbsent(value)) return null;
  const code = textOf(value);
  const text = choicesOf(field, side).find((choice) => choice.value === code)?.label ?? code;
  if (!field.state) return <span>{text}</span>;
  return <Tag color={colourOf(entity, field, code) ?? 'default'}>{text}</Tag>;
}
