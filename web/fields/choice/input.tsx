import { useSide } from '../language.ts';
import { SingleSelect } from '../singleSelect.tsx';
import type { InputProps } from '../types.ts';
import { choicesOf } from './options.ts';

/** Select of one option. Typing searches texts and codes. */
export function Input({ field, value, onChange, disabled, id, status, ...aria }: InputProps) {
  const side = useSide();
  const choices = choicesOf(field, side);
  return (
    <SingleSelect
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      className="kind-wide"
      options={choices}
      disabled={disabled ?? false}
      showSearch
      filterOption={(typed, choice) => `${choice?.label} ${choice?.value}`.toLowerCase().includes(typed.toLowerCase())}
      value={(value as string | null) ?? null}
      onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
    />
  );
}
