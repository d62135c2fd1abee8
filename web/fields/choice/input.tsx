import { useSide } from '../language.ts';
import { SingleSelect } from '../singleSelect.tsx';
import type { InputProps } from '../types.ts';
import { type Choice, choicesOf } from './options.ts';

/** Select of one option. Typing searches texts and codes. */
export function Input({ field, value, onChange, disabled, id, status, ...aria }: InputProps) {
  const side = useSide();
  const choices = choicesOf(field, side);
  return (
    <SingleSelect<string, Choice>
      aria-label={aria['aria-label']}
      aria-describedby={aria['aria-describedby']}
      {...(id !== undefined && { id })}
      {...(status && { status })}
      className="kind-wide"
      options={choices}
      disabled={disabled ?? false}
      showSearch
      filterOption={(typed, choice) => rankOf(choice, typed) < NO_MATCH}
      filterSort={(a, b, { searchValue }) => rankOf(a, searchValue) - rankOf(b, searchValue)}
      value={(value as string | null) ?? null}
      onChange={(chosen?: string) => onChange(chosen ?? null)}
    />
  );
}

const NO_MATCH = 3;

/** Rank of an option for a typed text: its text or code is the text, begins with it, contains it, or does not. */
function rankOf(choice: Choice | undefined, typed: string): number {
  const wanted = typed.trim().toLowerCase();
  const texts = [choice?.label ?? '', choice?.value ?? ''].map((text) => text.toLowerCase());
  const tests = [
    (text: string): boolean => text === wanted,
    (text: string): boolean => text.startsWith(wanted),
    (text: string): boolean => text.includes(wanted),
  ];
  const rank = tests.findIndex((test) => texts.some(test));
  return rank === -1 ? NO_MATCH : rank;
}
