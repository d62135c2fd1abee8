import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '../../../generator/model/operation.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { Draft } from '../form/draft.ts';
import { DraftContext } from '../form/draftHooks.ts';
import { useRules } from '../form/useRules.ts';
import { FormSection } from '../form/section.tsx';
import { isWritable } from '../form/values.ts';
import type { OperationDialogProps } from './dialogProps.ts';
import { DialogFrame } from './dialogFrame.tsx';
import { Inputs, useInput } from './inputs.tsx';
import { type RecordFields, useRunOperation } from './useRunOperation.ts';

/**
 * Dialog that confirms a transition and asks for its input. Inputs that are editable fields of the record, and empty
 * fields that the transition needs, are edited in a draft of the record.
 */
export function FieldsDialog(props: OperationDialogProps & { row: Row }): ReactNode {
  const { operation, row, onClose } = props;
  const { t } = useTranslation();
  const { draft, required, shown, record } = useRecordFields(props);
  const { entity } = draft;
  // the operation alone writes fields that the record's form does not edit
  const inputs = (operation.input?.fields ?? []).filter(
    ({ name }) => !entity.fields.some((own) => own.name === name && isWritable(own)),
  );
  const call = useRunOperation(props, inputs, record);
  const { input, change, validate } = useInput(props, inputs);
  const { forget } = call;
  useEffect(() => draft.subscribe(() => forget([])), [draft, forget]);
  const submit = async (acceptWarnings: boolean): Promise<void> => {
    const { normal, problems } = validate();
    call.showProblems(problems);
    if (problems.size === 0) await call.run(normal, acceptWarnings);
  };
  return (
    <DialogFrame operation={operation} entity={entity} row={row} call={call} onClose={onClose} onSubmit={submit}>
      <Inputs
        {...{ entity, operation, inputs, input, row, problems: call.refused.problems }}
        onChange={(changes) => {
          change(changes);
          forget(Object.keys(changes));
        }}
      />
      {shown.length > 0 && (
        <DraftContext value={draft}>
          <p>{t('detail.missing')}</p>
          <FormSection fields={shown} required={required} columns={1} onSubmit={() => void submit(false)} />
        </DraftContext>
      )}
    </DialogFrame>
  );
}

/** A draft of the record, and its fields that the dialog shows. */
function useRecordFields({ entity, operation, row }: OperationDialogProps & { row: Row }) {
  const rules = useRules(entity.name);
  const [required] = useState(() => requiredFields(operation));
  // the dialog shows its fields even if the form hides them in this state
  const [draft] = useState(() => new Draft(rules, row, { alwaysShown: new Set([...required, ...namesOf(operation)]) }));
  const [shown] = useState(() => shownFields(draft, operation, required));
  const record: RecordFields = {
    body: () => draft.body(),
    refuse: (problems) =>
      draft.addServerProblems(problems).concat(problems.filter(({ field }) => !shown.includes(field))),
  };
  return { draft, required, shown, record };
}

/** Fields of the record to show: inputs of the transition, and required fields that are empty. */
function shownFields(draft: Draft, operation: Operation, required: ReadonlySet<string>): string[] {
  const named = new Set(namesOf(operation));
  return draft.entity.fields
    .filter(
      (field) =>
        isWritable(field) && (named.has(field.name) || (required.has(field.name) && isAbsent(draft.value(field.name)))),
    )
    .map((field) => field.name);
}

const namesOf = ({ input }: Operation): string[] => (input?.fields ?? []).map(({ name }) => name);

/** Fields without which the transition is refused. */
const requiredFields = ({ needs, input }: Operation): ReadonlySet<string> =>
  new Set([...needs, ...(input?.fields ?? []).filter(({ required }) => required).map(({ name }) => name)]);
