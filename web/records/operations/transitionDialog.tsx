import { useQueryClient } from '@tanstack/react-query';
import { Alert, Modal } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Transition } from '../../../generator/model/operation.ts';
import { callWithMessage } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useLabel } from '../../fields/language.ts';
import { inputOf } from '../../fields/inputs.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { Draft } from '../form/draft.ts';
import { SHOWN } from '../list/shownRows.ts';
import { DraftContext } from '../form/hooks.ts';
import { FieldFrame } from '../form/fieldFrame.tsx';
import { ofServer, type Problem } from '../form/problem.ts';
import { useProblemText } from '../../api/problemText.ts';
import { useRules } from '../form/ruleBook.ts';
import { useRefresh } from '../form/save.ts';
import { FormSection } from '../form/section.tsx';
import { isWritable } from '../form/values.ts';

interface Props {
  entity: string;
  row: Row;
  transition: Transition;
  onClose: () => void;
}

/** Asks before a record goes to its next state, and for the fields that this step needs and that are still empty. */
export function TransitionDialog({ entity: name, row, transition, onClose }: Props): ReactNode {
  useReturnFocus();
  const { t } = useTranslation();
  const { succeeded } = useFeedback();
  const client = useQueryClient();
  const label = useLabel();
  const text = useProblemText();
  const rules = useRules(name);
  const refresh = useRefresh(name);
  const [needed] = useState(() => neededFields(rules.entity, transition));
  // a field that the form hides in this state is asked for all the same
  const [draft] = useState(() => new Draft(rules, row, { asked: new Set([...needed, ...inputsOf(transition)]) }));
  const [working, setWorking] = useState(false);
  const [refusal, setRefusal] = useState<string[]>([]);
  /** what stands in the way until the reader accepts it */
  const [warnings, setWarnings] = useState<string[]>([]);
  const { entity } = draft;
  const [missing] = useState(() => askedFields(draft, transition, needed));
  const [notes, setNotes] = useState<Row>({});
  const [noteProblems, setNoteProblems] = useState<Map<string, Problem[]>>(new Map());
  const noteFields = (transition.input?.fields ?? []).filter(
    ({ name: asked }) => !entity.fields.some((field) => field.name === asked),
  );

  // what was accepted were the warnings about other values
  useEffect(() => draft.subscribe(() => setWarnings([])), [draft]);

  const run = async (acceptWarnings: boolean): Promise<void> => {
    setWorking(true);
    setRefusal([]);
    setWarnings([]);
    setNoteProblems(new Map());
    try {
      const told = await callWithMessage('POST', `/api/${name}/${String(row['id'])}/actions/${transition.action}`, {
        body: { ...draft.body(), ...notes, rev: row['rev'], ...(acceptWarnings && { acceptWarnings }) },
      });
      succeeded(told.message);
      await refresh();
      // a step of an approval moves the to-dos that other places show
      if (transition.approval) await client.invalidateQueries({ queryKey: SHOWN });
      // its effect may have written to any entity
      if (transition.effect !== undefined) await client.invalidateQueries();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.onlyWarnings) {
        setWarnings([...new Set(error.problems.map(ofServer).map(text))]);
        return;
      }
      // what stands in the way is another state than the reader saw: it is shown, and the next try starts from it
      if (error.statusCode === 409) await refresh();
      if (error.isStale) {
        setRefusal([t('detail.stale')]);
        return;
      }
      const asked = new Set(noteFields.map(({ name: note }) => note));
      const [ofNotes, said] = [true, false].map((isNote) =>
        error.problems.map(ofServer).filter(({ field }) => asked.has(field) === isNote),
      ) as [ReturnType<typeof ofServer>[], ReturnType<typeof ofServer>[]];
      setNoteProblems(Map.groupBy(ofNotes, ({ field }) => field));
      const homeless = draft.refuse(said).concat(said.filter(({ field }) => !missing.includes(field)));
      const sentences = [...new Set(homeless.map(text))];
      setRefusal(sentences.length > 0 ? sentences : error.problems.length === 0 ? [errorText(error, t)] : []);
    } finally {
      setWorking(false);
    }
  };

  return (
    <Modal
      open
      maskClosable={false}
      title={label(transition.label)}
      confirmLoading={working}
      cancelText={t('action.cancel')}
      okText={warnings.length > 0 ? t('detail.acceptWarnings') : label(transition.label)}
      onOk={() => run(warnings.length > 0)}
      onCancel={onClose}
    >
      {refusal.map((sentence) => (
        <Alert key={sentence} className="form-alert" type="error" showIcon message={sentence} />
      ))}
      {warnings.map((sentence) => (
        <Alert key={sentence} className="form-alert" type="warning" showIcon message={sentence} />
      ))}
      <p>{transition.confirm ? label(transition.confirm) : t('detail.confirmTransition', { state: stateLabel() })}</p>
      {noteFields.map((field) => {
        const Input = inputOf(field);
        const id = `${transition.action}-${field.name}`;
        const own = noteProblems.get(field.name) ?? [];
        return (
          <FieldFrame key={field.name} field={field} id={id} problems={own}>
            <Input
              field={field}
              entity={entity}
              row={notes}
              value={notes[field.name]}
              id={id}
              aria-describedby={`${id}-problems`}
              {...(own.length > 0 && { status: 'error' as const })}
              onChange={(value) => {
                setNotes({ ...notes, [field.name]: value });
                setNoteProblems(new Map([...noteProblems].filter(([note]) => note !== field.name)));
              }}
            />
          </FieldFrame>
        );
      })}
      {missing.length > 0 && (
        <DraftContext value={draft}>
          <p>{t('detail.missing')}</p>
          <FormSection fields={missing} needed={needed} columns={1} onSubmit={() => void run(false)} />
        </DraftContext>
      )}
    </Modal>
  );

  function stateLabel(): string {
    const state = entity.machines.flatMap((machine) => machine.states).find(({ code }) => code === transition.to);
    return state ? label(state.label) : transition.to;
  }
}

/** Fields that the step asks for, and those that it needs and that nobody has filled in. */
function askedFields(draft: Draft, transition: Transition, needed: ReadonlySet<string>): string[] {
  const asked = new Set(inputsOf(transition));
  return draft.entity.fields
    .filter(
      (field) =>
        isWritable(field) && (asked.has(field.name) || (needed.has(field.name) && isAbsent(draft.value(field.name)))),
    )
    .map((field) => field.name);
}

const inputsOf = ({ input }: Transition): string[] => (input?.fields ?? []).map(({ name }) => name);

/** Fields without which the step is not taken, by the machine and by `x-requiredAt`. */
const neededFields = ({ requiredAt }: Entity, { action, needs, input }: Transition): ReadonlySet<string> =>
  new Set([
    ...(needs ?? []),
    ...(requiredAt[action] ?? []),
    ...(input?.fields ?? []).filter(({ required }) => required).map(({ name }) => name),
  ]);
