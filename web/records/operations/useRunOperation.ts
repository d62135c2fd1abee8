import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Field } from '../../../generator/model/field.ts';
import { callWithMessage } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { useProblemText } from '../../api/problemText.ts';
import type { Row } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { ofServer, type Problem } from '../form/problem.ts';
import { useRefresh } from '../form/save.ts';
import { SHOWN } from '../list/shownRows.ts';
import { useModel } from '../model.ts';
import type { OperationDialogProps } from './dialog.tsx';

type Located = Problem & { field: string };

/** Fields of the record that a dialog shows beside the input. */
export interface RecordFields {
  /** the changed values, as a save sends them */
  body: () => Row;
  /** shows problems at the fields. @returns those that belong to no field shown */
  refuse: (problems: Located[]) => Located[];
}

/** The result of the latest call, as the dialog shows it. */
interface Refused {
  /** sentences that no field shows */
  errors: readonly string[];
  /** warnings to accept: confirming once more sends them as accepted */
  warnings: readonly string[];
  /** problems at inputs */
  problems: ReadonlyMap<string, readonly Problem[]>;
}

const NOTHING: Refused = { errors: [], warnings: [], problems: new Map() };

/** The call of an operation on a record or a list: performs it, refreshes what is shown and keeps what was refused. */
export function useRunOperation(
  { entity, operation, row, onClose }: OperationDialogProps,
  inputs: readonly Field[],
  record?: RecordFields,
) {
  const { t } = useTranslation();
  const text = useProblemText();
  const { succeeded } = useFeedback();
  const navigate = useNavigate();
  const client = useQueryClient();
  const model = useModel();
  const refreshEntity = useRefresh(entity.name);
  const [refused, setRefused] = useState(NOTHING);
  const [isWorking, setWorking] = useState(false);
  const underWay = useRef(false);

  const run = async (input: Row, acceptWarnings: boolean): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setWorking(true);
    setRefused(NOTHING);
    try {
      const address = `/api/${entity.name}${row ? `/${String(row['id'])}` : ''}/actions/${operation.name}`;
      const { message, result } = await callWithMessage<{ _made?: { entity: string; id: string } } | null>(
        'POST',
        address,
        {
          body: {
            ...record?.body(),
            ...input,
            ...(row && { rev: row['rev'] }),
            ...(acceptWarnings && { acceptWarnings }),
          },
        },
      );
      succeeded(message);
      await refresh();
      onClose();
      const made = result?._made;
      const target = model.find(({ name }) => name === made?.entity);
      if (made && target) await navigate(`/${target.area}/${target.name}/${made.id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // the record is in another state than the reader saw: it is shown, and the next try starts from it
      if (row && error.statusCode === 409) await (operation.to ? refreshEntity() : client.invalidateQueries());
      setRefused(refusedBy(error));
    } finally {
      underWay.current = false;
      setWorking(false);
    }
  };

  async function refresh(): Promise<void> {
    // an effect may have written to any entity
    if (!operation.to || operation.effect !== undefined) return client.invalidateQueries();
    await refreshEntity();
    // an approval moves the to-dos that other pages show
    if (operation.approval) await client.invalidateQueries({ queryKey: SHOWN });
  }

  function refusedBy(error: ApiError): Refused {
    if (error.isStale) return { ...NOTHING, errors: [t('detail.stale')] };
    const located = error.problems.map(ofServer);
    if (error.onlyWarnings) return { ...NOTHING, warnings: [...new Set(located.map(text))] };
    if (located.length === 0) return { ...NOTHING, errors: [errorText(error, t)] };
    const names = new Set(inputs.map(({ name }) => name));
    const atInputs = located.filter(({ field }) => names.has(field));
    const others = located.filter(({ field }) => !names.has(field));
    const unplaced = record ? record.refuse(others) : others;
    // a problem of several fields is shown at one of them only
    const shown = new Set(atInputs.map(text));
    return {
      ...NOTHING,
      problems: Map.groupBy(atInputs, ({ field }) => field),
      errors: [...new Set(unplaced.map(text))].filter((sentence) => !shown.has(sentence)),
    };
  }

  /** Shows problems found before the call. */
  const showProblems = (problems: Refused['problems']): void => setRefused({ ...NOTHING, problems });

  /** Forgets the problems of changed inputs, and the warnings, which were about other values. */
  const forget = useCallback((changed: readonly string[]): void => {
    setRefused((before) => ({
      ...before,
      warnings: [],
      problems: new Map([...before.problems].filter(([name]) => !changed.includes(name))),
    }));
  }, []);

  return { run, isWorking, refused, showProblems, forget };
}
