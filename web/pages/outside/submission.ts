import type { FormInstance } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../shell/errorText.ts';

/** State of a form that is submitted without a session. */
export interface Submission<Values> {
  busy: boolean;
  /** reason of a refusal that belongs to no field of the form */
  refusal: string | undefined;
  /** the server only reported warnings, which the next submission accepts */
  hasWarnings: boolean;
  /** message of the server after a successful submission */
  doneMessage: string | undefined;
  submit: (values: Values) => Promise<void>;
  /** withdraws the acceptance of warnings, because a value has changed */
  discardWarnings: () => void;
  /** shows an error at its fields, or above the form */
  showError: (error: unknown) => void;
}

/**
 * Submits a form and shows the server's problems at their fields.
 *
 * @param send makes the calls; returns undefined if it has shown a problem itself
 */
export function useSubmission<Values>(
  form: FormInstance<Values>,
  send: (values: Values, acceptWarnings: boolean) => Promise<Answer<unknown> | undefined>,
): Submission<Values> {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [hasWarnings, setHasWarnings] = useState(false);
  const [doneMessage, setDoneMessage] = useState<string>();

  function showError(error: unknown): void {
    const text = showProblems(form, error, t);
    setHasWarnings(error instanceof ApiError && error.onlyWarnings);
    if (text !== undefined) setRefusal(text);
  }

  async function submit(values: Values): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    try {
      const answer = await send(values, hasWarnings);
      if (answer) setDoneMessage(answer.message);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }

  return { busy, refusal, hasWarnings, doneMessage, submit, discardWarnings: () => setHasWarnings(false), showError };
}

/** Shows the problems of an error at their fields. @returns the text of the problems that belong to no field */
function showProblems<Values>(form: FormInstance<Values>, error: unknown, t: TFunction): string | undefined {
  const problems = error instanceof ApiError ? error.problems : [];
  if (problems.length === 0) return errorText(error, t);
  const names = new Set(Object.keys(form.getFieldsValue() as object));
  const own = problems.filter(({ field }) => names.has(field));
  const others = problems.filter(({ field }) => !names.has(field));
  form.setFields(
    own.map(({ field, message, level }) => ({
      name: field as never,
      ...(level === 'warning' ? { warnings: [message], errors: [] } : { errors: [message] }),
    })),
  );
  if (own[0]) form.scrollToField(own[0].field as never, { block: 'center', focus: true });
  return others.length > 0 ? others.map(({ message }) => message).join(' ') : undefined;
}
