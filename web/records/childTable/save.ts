import { App } from 'antd';
import { createElement, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { callWithMessage } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { allSent } from '../../fields/file/sending.ts';
import type { Row } from '../../fields/types.ts';
import { useFeedback } from '../../shell/feedback.ts';
import type { Draft } from '../form/draft.ts';
import { ofServer } from '../form/problem.ts';
import { useRefresh } from '../form/save.ts';
import type { GridRows } from './gridRows.ts';
import { readWhole } from './parts.ts';

export interface GridSave {
  saving: boolean;
  save: () => Promise<void>;
  /** the record as somebody else saved it meanwhile, until it is decided what to keep */
  current: Row | undefined;
  settle: () => void;
}

/** Saves all changed rows in one call, with their whole. `onFault`: an error stands in a cell. */
export function useGridSave(parent: Entity, rows: GridRows, onFault: () => void): GridSave {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { succeeded, failedInDialog } = useFeedback();
  const refresh = useRefresh(parent.name);
  const refreshRows = useRefresh(rows.entity.name);
  const [saving, setSaving] = useState(false);
  const [current, setCurrent] = useState<Row>();
  const underWay = useRef(false);

  const run = useCallback(
    async (acceptWarnings: boolean): Promise<void> => {
      if (underWay.current) return;
      const changed = rows.changed();
      if (changed.length === 0) return;
      const sound = changed.map((draft) => draft.check()).every(Boolean);
      if (!sound) {
        onFault();
        return;
      }
      underWay.current = true;
      setSaving(true);
      const address = `/api/${parent.name}/${String(rows.parent['id'])}`;
      try {
        if (!(await allSent())) return;
        const parts = changed.map((draft) =>
          draft.original ? { id: draft.original['id'], ...draft.body() } : draft.body(),
        );
        const { message } = await callWithMessage<Row>('PATCH', `${address}?children=few`, {
          body: { rev: rows.parent['rev'], [rows.child.entity]: parts, ...(acceptWarnings && { acceptWarnings }) },
        });
        rows.saved(await readWhole(parent, rows.entity, rows.child, rows.parent['id']));
        succeeded(message);
        await Promise.all([refresh(), refreshRows()]);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.onlyWarnings) {
          const sentences = [...new Set(error.problems.map(({ message }) => message))];
          modal.confirm({
            title: t('form.warning.title'),
            maskClosable: false,
            width: 480,
            okText: t('form.warning.save'),
            cancelText: t('form.warning.back'),
            content: createElement(
              'ul',
              { className: 'form-list' },
              sentences.map((sentence) => createElement('li', { key: sentence }, sentence)),
            ),
            onOk: () => run(true),
          });
          return;
        }
        const now =
          error.statusCode === 409
            ? await readWhole(parent, rows.entity, rows.child, rows.parent['id']).catch(() => undefined)
            : undefined;
        if (now && movedOn(rows, changed, now)) setCurrent(now);
        else if (putAtCells(rows.child.entity, changed, error)) onFault();
        else failedInDialog(error);
      } finally {
        underWay.current = false;
        setSaving(false);
      }
    },
    [failedInDialog, modal, onFault, parent, refresh, refreshRows, rows, succeeded, t],
  );

  return { saving, save: () => run(false), current, settle: () => setCurrent(undefined) };
}

/** Whether somebody else saved the record, or a row that is changed here. */
function movedOn(rows: GridRows, changed: readonly Draft[], now: Row): boolean {
  const revs = new Map(((now[rows.child.entity] as Row[] | undefined) ?? []).map((row) => [row['id'], row['rev']]));
  return (
    now['rev'] !== rows.parent['rev'] ||
    changed.some(({ original }) => original && revs.get(original['id']) !== original['rev'])
  );
}

/** Puts each complaint at the cell that it names, `child[0].field`; answers whether all have one. */
function putAtCells(child: string, changed: readonly Draft[], error: ApiError): boolean {
  const places = error.problems.map((problem) => ({ problem, match: /^([\w-]+)\[(\d+)\]\.(.+)$/.exec(problem.field) }));
  const all =
    places.length > 0 && places.every(({ match }) => match?.[1] === child && changed[Number(match[2])] !== undefined);
  for (const [index, draft] of changed.entries()) {
    const own = places
      .filter(({ match }) => match?.[1] === child && Number(match[2]) === index)
      .map(({ problem, match }) => ({ ...ofServer(problem), field: match![3]! }));
    if (own.length > 0) draft.refuse(own);
  }
  return all;
}
