import { Alert, App } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { FormBody, tabOf } from './body.tsx';
import { ConflictDialog } from './conflictDialog.tsx';
import type { Draft } from './draft.ts';
import { inputId } from './fieldId.ts';
import { useLookedUp } from './fetchLookedUp.ts';
import type { Problem } from './problem.ts';
import { useProblemText } from '../../api/problemText.ts';
import { useSave } from './save.ts';

/** An open form: what to draw, and how to save it. */
export interface FormController {
  body: ReactNode;
  saving: boolean;
  save: () => Promise<void>;
}

/** Runs a form from the first keystroke to the saved row: errors, warnings that may be accepted, conflicts. */
export function useForm(draft: Draft, onSaved: (row: Row) => void): FormController {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { succeeded } = useFeedback();
  const text = useProblemText();
  useLookedUp(draft);
  const { saving, save } = useSave(draft);
  const [tab, setTab] = useState(0);
  const [unplaced, setUnplaced] = useState<{ message: string; problems: Problem[] }>();
  const [current, setCurrent] = useState<Row>();
  const [reveal, setReveal] = useState<string>();
  const container = useRef<HTMLDivElement>(null);

  const run = useCallback(
    async (acceptWarnings: boolean): Promise<void> => {
      setUnplaced(undefined);
      try {
        const outcome = await save(acceptWarnings);
        if (!outcome) return;
        if (outcome.is === 'saved') {
          succeeded(outcome.message);
          draft.reset(outcome.row);
          onSaved(outcome.row);
        } else if (outcome.is === 'warned') {
          modal.confirm({
            title: t('form.warning.title'),
            maskClosable: false,
            width: 480,
            content: <MessageList of={outcome.problems.map(text)} />,
            okText: t('form.warning.save'),
            cancelText: t('form.warning.back'),
            onOk: () => run(true),
          });
        } else if (outcome.is === 'conflict') {
          setCurrent(outcome.current);
        } else {
          if (outcome.message !== '' || outcome.problems.length > 0) setUnplaced(outcome);
          const first = draft.errorFields()[0];
          if (first !== undefined) {
            setTab(tabOf(draft, first));
            setReveal(first);
          }
        }
      } catch (error) {
        setUnplaced({ message: errorText(error, t), problems: [] });
      }
    },
    [draft, modal, onSaved, save, succeeded, t, text],
  );

  // a new record gets the focus once; a stored one is read first
  const begun = useRef(false);
  useEffect(() => {
    if (draft.isNew && !begun.current)
      container.current?.querySelector<HTMLElement>('.form-field input, .form-field textarea')?.focus();
    begun.current = true;
  }, [draft]);

  // the field exists only after its tab was drawn
  useEffect(() => {
    if (reveal === undefined) return;
    const input =
      document.getElementById(inputId(draft.entity.name, reveal)) ??
      container.current?.querySelector<HTMLElement>(
        '.form-children [data-status="error"], .form-children .ant-input-status-error, .form-children .ant-select-status-error',
      );
    input?.closest('.form-field-row, td, .form-children')?.scrollIntoView({ block: 'center', behavior: 'auto' });
    input?.focus({ preventScroll: true });
    setReveal(undefined);
  }, [draft, reveal]);

  const submit = useCallback(() => void run(false), [run]);
  return {
    saving,
    save: () => run(false),
    body: (
      <div
        ref={container}
        onKeyDown={(event) => {
          // in a calendar Enter takes the typed day and does not submit the form
          if (event.key === 'Enter' && (event.target as Element).closest('.ant-picker')) event.preventDefault();
          if ((event.ctrlKey || event.metaKey) && event.key === 's') {
            event.preventDefault();
            submit();
          }
        }}
      >
        {unplaced && (
          <Alert
            className="form-alert"
            type="error"
            showIcon
            closable
            onClose={() => setUnplaced(undefined)}
            message={unplaced.message || t('form.refused')}
            {...(unplaced.problems.length > 0 && { description: <MessageList of={unplaced.problems.map(text)} /> })}
          />
        )}
        <FormBody draft={draft} onSubmit={submit} tab={tab} onTab={setTab} />
        {current && (
          <ConflictDialog
            draft={draft}
            current={current}
            onCancel={() => setCurrent(undefined)}
            onSettled={() => {
              setCurrent(undefined);
              submit();
            }}
          />
        )}
      </div>
    ),
  };
}

/** Each sentence once: a rule reports the same at several fields. */
const MessageList = ({ of }: { of: readonly string[] }): ReactNode => (
  <ul className="form-list">
    {[...new Set(of)].map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
