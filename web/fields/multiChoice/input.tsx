import { Checkbox } from 'antd';
import { choicesOf } from '../choice/options.ts';
import { useSide } from '../language.ts';
import { Several } from '../several.tsx';
import type { InputProps } from '../types.ts';

/** More choices are shown in a select instead of check boxes. */
const MAX_BOXES = 12;
/** Characters that end a typed value. */
const TOKEN_SEPARATORS = [' ', ',', '，', '、', ';', '；'];

/**
 * Several values of a list: check boxes, or a select for many choices and in a table; free text without a list.
 */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const side = useSide();
  const choices = choicesOf(field, side);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const change = (codes: string[]) => onChange(codes.length === 0 ? null : codes);
  const free = choices.length === 0;
  if (!compact && !free && choices.length <= MAX_BOXES) {
    return (
      <div
        role="group"
        aria-describedby={aria['aria-describedby']}
        {...(id === undefined ? { 'aria-label': aria['aria-label'] } : { id, 'aria-labelledby': `${id}-label` })}
      >
        <Checkbox.Group
          {...(id !== undefined && { name: id })}
          className="kind-boxes"
          options={choices}
          disabled={disabled ?? false}
          value={chosen}
          onChange={change}
        />
      </div>
    );
  }
  return (
    <Several
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      {...(field.maxItems !== undefined && { maxCount: field.maxItems })}
      className="kind-wide"
      {...(free && { mode: 'tags', open: false, suffixIcon: null, tokenSeparators: TOKEN_SEPARATORS })}
      options={choices}
      disabled={disabled ?? false}
      optionFilterProp="label"
      maxTagCount="responsive"
      value={chosen}
      onChange={change}
    />
  );
}
