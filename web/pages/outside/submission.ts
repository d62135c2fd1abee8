import type { FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../shell/errorText.ts';

export interface Submission<Values> {
  busy: boolean;
  /** what no field of the form is to blame for */
  refusal: string | undefined;
  /** the server doubts a value, and takes it when it is sent once more */
  doubted: boolean;
  /** what the server said when all went through */
  done: string | undefined;
  submit: (values: Values) => Promise<void>;
  /** a value was changed: a doubt about the old one counts no more */
  changed: () => void;
  /** Tells of a failure: at its fields, else above the form. */
  refuse: (error: unknown) => void;
}

/**
 * Sends a form, and lands what the server says of its fields at those fields; `send` is told whether doubts are
 * accepted.
 */
export function useSubmission<Values>(
  form: FormInstance<Values>,
  send: (values: Values, acceptWarnings: boolean) => Promise<Answer<unknown> | undefined>,
): Submission<Values> {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [doubted, setDoubted] = useState(false);
  const [done, setDone] = useState<string>();

  function refuse(error: unknown): void {
    const problems = error instanceof ApiError ? error.problems : [];
    const names = new Set(Object.keys(form.getFieldsValue() as object));
    const [own, others] = [
      problems.filter(({ field }) => names.has(field)),
      problems.filter(({ field }) => !names.has(field)),
    ];
    const onlyWarnings = error instanceof ApiError && error.onlyWarnings;
    form.setFields(
      own.map(({ field, message, level }) => ({
        name: field as never,
        ...(level === 'warning' ? { warnings: [message], errors: [] } : { errors: [message] }),
      })),
    );
    if (own[0]) form.scrollToField(own[0].field as never, { block: 'center', focus: true });
    setDoubted(onlyWarnings);
    if (problems.length === 0) setRefusal(errorText(error, t));
    else if (others.length > 0) setRefusal(others.map(({ message }) => message).join(' '));
  }

  return {
    busy,
    refusal,
    doubted,
    done,
    refuse,
    changed: () => setDoubted(false),
    async submit(values) {
      setBusy(true);
      setRefusal(undefined);
      try {
        const told = await send(values, doubted);
        if (told) setDone(told.message);
      } catch (error) {
        refuse(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
