import { Checkbox } from 'antd';
import { choicesOf } from '../choice/options.ts';
import { useSide } from '../language.ts';
import { Several } from '../several.tsx';
import type { InputProps } from '../types.ts';

/** More choices than this are searched in a select instead of read as boxes. */
const MOST_BOXES = 12;
/** What ends a value that is typed. */
const TOKEN_SEPARATORS = [' ', ',', '，', '、', ';', '；'];

/**
 * Several of a list: boxes three a row, or a select where they are many or room is scarce; typed where no list says
 * what there is.
 */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const side = useSide();
  const choices = choicesOf(field, side);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const change = (codes: string[]) => onChange(codes.length === 0 ? null : codes);
  const free = choices.length === 0;
  if (!compact && !free && choices.length <= MOST_BOXES) {
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
