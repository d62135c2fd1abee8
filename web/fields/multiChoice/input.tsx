import { Checkbox } from 'antd';
import { choicesOf } from '../choice/options.ts';
import { useSide } from '../language.ts';
import { MultiSelect } from '../multiSelect.tsx';
import type { InputProps } from '../types.ts';

/** Maximum number of check boxes; more options are shown in a select. */
const MAX_BOXES = 12;
/** Characters that end a typed value. */
const TOKEN_SEPARATORS = [' ', ',', '，', '、', ';', '；'];

/**
 * Input of several options: check boxes, or a select for many options and in tables. Without options it takes free
 * text.
 */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const side = useSide();
  const choices = choicesOf(field, side);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const change = (codes: string[]) => onChange(codes.length === 0 ? null : codes);
  const isFreeText = choices.length === 0;
  if (!compact && !isFreeText && choices.length <= MAX_BOXES)
    return <Boxes {...{ id, choices, chosen, aria }} disabled={disabled ?? false} onChange={change} />;
  return (
    <MultiSelect
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      {...(field.maxItems !== undefined && { maxCount: field.maxItems })}
      className="kind-wide"
      {...(isFreeText && { mode: 'tags', open: false, suffixIcon: null, tokenSeparators: TOKEN_SEPARATORS })}
      options={choices}
      disabled={disabled ?? false}
      optionFilterProp="label"
      maxTagCount="responsive"
      value={chosen}
      onChange={change}
    />
  );
}

interface BoxesProps {
  id: string | undefined;
  choices: ReturnType<typeof choicesOf>;
  chosen: string[];
  disabled: boolean;
  aria: Pick<InputProps, 'aria-label' | 'aria-describedby'>;
  onChange: (codes: string[]) => void;
}

/** A check box for each option. */
function Boxes({ id, choices, chosen, disabled, aria, onChange }: BoxesProps) {
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
        disabled={disabled}
        value={chosen}
        onChange={onChange}
      />
    </div>
  );
}
