import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { rowOperations } from '../../../generator/language/operations.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { useProblemText } from '../../api/problemText.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { Messages } from '../operations/messages.tsx';
import { statesByName } from '../operations/states.ts';
import { useRunOperation } from '../operations/useRunOperation.ts';

interface Props {
  entity: Entity;
  row: Row;
}

/** The box for a note on the record (`x-form.note`); nothing without the right to it. */
export function NoteBox({ entity, row }: Props): ReactNode {
  const may = useMay(entity);
  const { note } = entity.form;
  const [operation] = note === undefined ? [] : (rowOperations(entity).get(note) ?? []);
  return operation && may(operation.name) ? <Box entity={entity} row={row} operation={operation} /> : null;
}

function Box({ entity, row, operation }: Props & { operation: Operation }): ReactNode {
  const label = useLabel();
  const problemText = useProblemText();
  const [text, setText] = useState('');
  const inputs = operation.input!.fields;
  const field = inputs[0]!;
  const { run, isWorking, refused } = useRunOperation({ entity, operation, row, onClose: () => setText('') }, inputs);
  const state = statesByName(row).get(operation.name);
  if (state?.enabled !== true) return state?.reason ? <Blocked operation={operation} reason={state.reason} /> : null;
  const problems = [...refused.problems.values()].flat().map((problem) => ({ text: problemText(problem) }));
  return (
    <div className="note-box">
      <Input.TextArea
        aria-label={label(field.label)}
        placeholder={label(field.label)}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={field.maxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Messages type="error" messages={[...refused.errors, ...problems]} />
      <Button
        size="small"
        loading={isWorking}
        disabled={text.trim() === ''}
        onClick={() => void run({ [field.name]: text.trim() }, false)}
      >
        {label(operation.label)}
      </Button>
    </div>
  );
}

/** Why no note can be written now. */
function Blocked({ operation, reason }: { operation: Operation; reason: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <p className="meta">
      {t('form.atField', { field: label(operation.label) })}
      {reason}
    </p>
  );
}
