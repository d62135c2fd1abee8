import { Tag } from 'antd';
import { useSide } from '../language.ts';
import type { CellProps } from '../types.ts';
import { isAbsent, textOf } from '../types.ts';
import { choicesOf, colourOf } from './options.ts';

/** The text of a choice. States of a record and options with a colour are tags. */
export function Cell({ field, value, entity }: CellProps) {
  const side = useSide();
  if (isAbsent(value)) return null;
  const code = textOf(value);
  const text = choicesOf(field, side).find((choice) => choice.value === code)?.label ?? code;
  const colour = colourOf(entity, field, code);
  return field.state || colour !== undefined ? <Tag color={colour ?? 'default'}>{text}</Tag> : <span>{text}</span>;
}
