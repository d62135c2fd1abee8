import { Alert } from 'antd';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAbsent, type Row } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { FormBody, tabOf } from './body.tsx';
import { BriefBody } from './briefBody.tsx';
import { MessageList, useConfirmWarnings } from './confirmWarnings.tsx';
import { ConflictDialog } from './conflictDialog.tsx';
import type { Draft } from './draft.ts';
import { fieldOfInput, inputId } from './fieldId.ts';
import { useLookedUp } from './fetchLookedUp.ts';
import type { FormProblem } from './problem.ts';
import { useProblemText } from '../../api/problemText.ts';
import { useSave } from './save.ts';

/** An open form: its content and the function that saves it. */
export interface FormController {
  body: ReactNode;
  saving: boolean;
  save: () => Promise<void>;
}

/** State and save of an open form: shows errors, asks whether to accept warnings, and resolves conflicts. */
export function useForm(draft: Draft, onSaved: (row: Row) => void): FormController {
  useLookedUp(draft);
  const [tab, setTab] = useState(0);
  const container = useRef<HTMLDivElement>(null);
  useFocusOfNewRecord(draft, container);
  const [isBrief, setBrief] = useState(draft.isNew && draft.entity.form.create !== undefined);
  const openTabOf = useCallback(
    (name: string): void => {
      if (!draft.entity.form.create?.includes(name)) setBrief(false);
      setTab(tabOf(draft, name));
    },
    [draft],
  );
  const showField = useShowField(draft, container, openTabOf);
  const { saving, save, failure, setFailure, current, setCurrent } = useSubmit(draft, onSaved, showField);
  const submit = useCallback(() => void save(), [save]);
  return {
    saving,
    save,
    body: (
      <div ref={container} onKeyDown={(event) => handleKey(event, submit)}>
        {failure && <FailureAlert failure={failure} onClose={() => setFailure(undefined)} />}
        {isBrief ? (
          <BriefBody draft={draft} onSubmit={submit} onAll={() => setBrief(false)} />
        ) : (
          <FormBody draft={draft} onSubmit={submit} tab={tab} onTab={setTab} />
        )}
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

/** A refusal with the problems that have no field in the form. */
interface Failure {
  message: string;
  problems: FormProblem[];
}

/** Saves a draft and handles each outcome. `showField` shows the first field with an error. */
function useSubmit(draft: Draft, onSaved: (row: Row) => void, showField: (field: string) => void) {
  const { t } = useTranslation();
  const { succeeded } = useFeedback();
  const { saving, save } = useSave(draft);
  const confirmWarnings = useConfirmWarnings();
  const text = useProblemText();
  const [failure, setFailure] = useState<Failure>();
  const [current, setCurrent] = useState<Row>();
  const run = useCallback(
    async (acceptWarnings: boolean): Promise<void> => {
      setFailure(undefined);
      try {
        const outcome = await save(acceptWarnings);
        if (!outcome) return;
        if (outcome.status === 'saved') {
          succeeded(outcome.message);
          draft.reset(outcome.row);
          onSaved(outcome.row);
        } else if (outcome.status === 'warned') confirmWarnings(outcome.problems.map(text), () => run(true));
        else if (outcome.status === 'conflict') setCurrent(outcome.current);
        else {
          if (outcome.message !== '' || outcome.problems.length > 0) setFailure(outcome);
          const first = draft.errorFields()[0];
          if (first !== undefined) showField(first);
        }
      } catch (error) {
        setFailure({ message: errorText(error, t), problems: [] });
      }
    },
    [confirmWarnings, draft, onSaved, save, showField, succeeded, t, text],
  );
  return { saving, save: useCallback(() => run(false), [run]), failure, setFailure, current, setCurrent };
}

/**
 * Focuses the first empty field of a new record once: what is filled in, such as the parent of a child, is seldom
 * changed. A stored record gets no focus, because it is read first.
 */
function useFocusOfNewRecord(draft: Draft, container: RefObject<HTMLElement | null>): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (draft.isNew && !isDone.current) {
      const inputs = container.current?.querySelectorAll<HTMLElement>('.form-field input, .form-field textarea') ?? [];
      const empty = [...inputs].find(({ id }) => isAbsent(draft.value(fieldOfInput(draft.entity.name, id))));
      (empty ?? inputs[0])?.focus();
    }
    isDone.current = true;
  }, [container, draft]);
}

const INVALID_CHILD_INPUT =
  '.form-children [data-status="error"], .form-children .ant-input-status-error, .form-children .ant-select-status-error';

/** Returns a function that opens the tab of a field, scrolls to the field and focuses it. */
function useShowField(
  draft: Draft,
  container: RefObject<HTMLElement | null>,
  openTabOf: (field: string) => void,
): (field: string) => void {
  const [field, setField] = useState<string>();
  // after rendering, because the field does not exist before its tab is rendered
  useEffect(() => {
    if (field === undefined) return;
    const input =
      document.getElementById(inputId(draft.entity.name, field)) ??
      container.current?.querySelector<HTMLElement>(INVALID_CHILD_INPUT);
    input?.closest('.form-field-row, td, .form-children')?.scrollIntoView({ block: 'center', behavior: 'auto' });
    input?.focus({ preventScroll: true });
    setField(undefined);
  }, [container, draft, field]);
  return useCallback(
    (name) => {
      openTabOf(name);
      setField(name);
    },
    [openTabOf],
  );
}

function handleKey(event: KeyboardEvent, submit: () => void): void {
  // in a calendar Enter accepts the typed date and must not submit the form
  if (event.key === 'Enter' && (event.target as Element).closest('.ant-picker')) event.preventDefault();
  if ((event.ctrlKey || event.metaKey) && event.key === 's') {
    event.preventDefault();
    submit();
  }
}

function FailureAlert({
  failure: { message, problems },
  onClose,
}: {
  failure: Failure;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const text = useProblemText();
  return (
    <Alert
      className="form-alert"
      type="error"
      showIcon
      closable
      onClose={onClose}
      message={message || t('form.refused')}
      {...(problems.length > 0 && { description: <MessageList messages={problems.map(text)} /> })}
    />
  );
}
