import { useQueryClient } from '@tanstack/react-query';
import { Alert, Modal } from 'antd';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { compileFields } from '../../../generator/language/judge/fields.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Action } from '../../../generator/model/operation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { callWithMessage } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useProblemText } from '../../api/problemText.ts';
import { useLabel } from '../../fields/language.ts';
import { inputOf } from '../../fields/inputs.ts';
import type { Row } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import '../form/form.css';
import { FieldFrame } from '../form/fieldFrame.tsx';
import { ofServer, type Problem } from '../form/problem.ts';
import { useModel } from '../model.ts';

/** What is done, and to what. */
export interface ActionDialogProps {
  entity: Entity;
  action: Action;
  /** the record it is done to; none for an action on the list or on several rows */
  row?: Row;
  /** does it to several rows, and tells what became of each; the dialog is closed before */
  onRows?: (input: Row) => void;
  onClose: () => void;
}

/** Asks before an action is done, with whatever it asks for, and tells how it went. */
export function ActionDialog({ entity, action, row, onRows, onClose }: ActionDialogProps): ReactNode {
  useReturnFocus();
  const navigate = useNavigate();
  const { t } = useTranslation();
  const { succeeded } = useFeedback();
  const label = useLabel();
  const text = useProblemText();
  const client = useQueryClient();
  const model = useModel();
  const fields = action.input?.fields ?? [];
  const [input, setInput] = useState<Row>(() => startOf(fields, row, ownOf(entity, action)));
  const [problems, setProblems] = useState<ReadonlyMap<string, readonly Problem[]>>(new Map());
  const [refusal, setRefusal] = useState<string[]>([]);
  /** what stands in the way until the reader accepts it */
  const [warnings, setWarnings] = useState<string[]>([]);
  const [working, setWorking] = useState(false);
  const underWay = useRef(false);

  const change = (changes: Row): void => {
    setInput({ ...input, ...changes });
    setProblems(new Map([...problems].filter(([name]) => !(name in changes))));
    // what was accepted were the warnings about other values
    setWarnings([]);
  };

  const run = async (acceptWarnings: boolean): Promise<void> => {
    const normal = Object.fromEntries(
      fields.map((field) => [field.name, KINDS[field.kind].normalise(input[field.name] ?? null, field)]),
    );
    const found = Map.groupBy(
      compileFields({ fields })(normal, { mode: 'create' }).filter(({ level }) => level !== 'warning'),
      ({ field }) => field,
    );
    setProblems(found);
    setRefusal([]);
    setWarnings([]);
    if (found.size > 0 || underWay.current) return;
    if (onRows) {
      onClose();
      onRows(normal);
      return;
    }
    underWay.current = true;
    setWorking(true);
    try {
      const path = row
        ? `/api/${entity.name}/${String(row['id'])}/actions/${action.name}`
        : `/api/${entity.name}/actions/${action.name}`;
      const told = await callWithMessage<{ _made?: { entity: string; id: string } } | null>('POST', path, {
        body: { ...normal, ...(row && { rev: row['rev'] }), ...(acceptWarnings && { acceptWarnings }) },
      });
      succeeded(told.message);
      // its effect may have written to any entity
      await client.invalidateQueries();
      onClose();
      const made = told.result?._made;
      const kind = model.find(({ name }) => name === made?.entity);
      if (made && kind) await navigate(`/${kind.area}/${kind.name}/${made.id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // what stands in the way is another state than the reader saw: it is shown, and the next try starts from it
      if (row && error.statusCode === 409) await client.invalidateQueries();
      refuse(error);
    } finally {
      underWay.current = false;
      setWorking(false);
    }
  };

  function refuse(error: ApiError): void {
    if (error.isStale) {
      setRefusal([t('detail.stale')]);
      return;
    }
    const said = error.problems.map(ofServer);
    if (error.onlyWarnings) {
      setWarnings([...new Set(said.map(text))]);
      return;
    }
    const asked = new Set(fields.map(({ name }) => name));
    const atFields = said.filter(({ field }) => asked.has(field));
    const homeless = said.filter(({ field }) => !asked.has(field));
    setProblems(Map.groupBy(atFields, ({ field }) => field));
    // of what several fields are to blame for, a field that is not asked for says nothing more
    const told = new Set(atFields.map(text));
    setRefusal(
      said.length === 0
        ? [errorText(error, t)]
        : [...new Set(homeless.map(text))].filter((sentence) => !told.has(sentence)),
    );
  }

  return (
    <Modal
      open
      maskClosable={false}
      title={label(action.label)}
      confirmLoading={working}
      cancelText={t('action.cancel')}
      okText={warnings.length > 0 ? t('detail.acceptWarnings') : label(action.label)}
      onOk={() => void run(warnings.length > 0)}
      onCancel={onClose}
    >
      <Sentences type="error" of={refusal} />
      <Sentences type="warning" of={warnings} />
      {action.help && <p className="meta">{label(action.help)}</p>}
      {action.confirm && <p>{label(action.confirm)}</p>}
      {!action.help && !action.confirm && fields.length === 0 && (
        <p>{t('action.confirmNamed', { action: label(action.label) })}</p>
      )}
      {fields.map((field) => {
        const Input = inputOf(field);
        const id = `${action.name}-${field.name}`;
        const own = problems.get(field.name) ?? [];
        return (
          <FieldFrame key={field.name} field={field} id={id} problems={own}>
            <Suspense fallback={<div className="form-output" />}>
              <Input
                field={field}
                entity={entity}
                row={{ ...row, ...input }}
                value={input[field.name] ?? null}
                id={id}
                aria-describedby={`${id}-problems`}
                {...(own.length > 0 && { status: 'error' as const })}
                onChange={(value) => change({ [field.name]: value })}
              />
            </Suspense>
          </FieldFrame>
        );
      })}
    </Modal>
  );
}

/** What stands in the way; several sentences are a list. */
function Sentences({ type, of: sentences }: { type: 'error' | 'warning'; of: readonly string[] }): ReactNode {
  if (sentences.length === 0) return null;
  const message =
    sentences.length === 1 ? (
      sentences[0]
    ) : (
      <ul className="form-list">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  return <Alert className="form-alert" type={type} showIcon message={message} />;
}

/** An input starts as the record's own field of that name stands, or with its default; `own` are the record's alone. */
const startOf = (fields: readonly Field[], row: Row | undefined, own: ReadonlySet<string>): Row =>
  Object.fromEntries(
    fields.map(({ name, default: fallback }) => [name, (own.has(name) ? undefined : row?.[name]) ?? fallback ?? null]),
  );

/**
 * What a version made of another does not take over, but is asked for: the key by which the two differ, and what is
 * said of it in words.
 */
const ownOf = ({ version, fields }: Entity, { effect }: Action): ReadonlySet<string> =>
  new Set(
    version && effect === 'version.copy'
      ? [
          version.keys.at(-1)!,
          ...version.asks.filter((name) =>
            fields.some((field) => field.name === name && (field.kind === 'text' || field.kind === 'longText')),
          ),
        ]
      : [],
  );
