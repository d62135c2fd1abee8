import type { TFunction } from 'i18next';
import { rowOperations } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import { startsFrom } from '../operations/states.ts';
import type { ListRow } from './columns.tsx';

/**
 * Operations that can be performed on several rows: transitions without required input that start from the state of at
 * least one row, and actions with `bulk`.
 */
export function bulkOperations(
  entity: Entity,
  may: (operation: string) => boolean,
  rows: readonly ListRow[],
): Operation[] {
  const isPossible = ({ to, from, input, bulk }: Operation): boolean =>
    to ? !input?.required.length && rows.some((row) => startsFrom(from, row)) : bulk;
  return [...rowOperations(entity)].flatMap(([name, variants]) => (may(name) ? (variants.find(isPossible) ?? []) : []));
}

/** A bulk operation with the texts of its confirmation and its result. */
export interface BulkOperation {
  action: string;
  /** changes all rows, or none */
  together?: true;
  /** input of an action, the same for all rows */
  input?: Row;
  question: (count: number) => string;
  okText: string;
  danger?: true;
  done: (count: number) => string;
  notAllDone: (done: number, refused: number) => string;
}

/** The deletion of rows. */
export const deletion = (t: TFunction): BulkOperation => ({
  action: 'delete',
  okText: t('action.delete'),
  danger: true,
  question: (count) => t('list.confirmDelete', { count }),
  done: (count) => t('list.deleted', { count }),
  notAllDone: (gone, kept) => t('list.notAllDeleted', { gone, kept }),
});

/** A transition or an action; `action` is the label of its button. */
export const bulkOperationOf = (
  { name, together }: Pick<Operation, 'name' | 'together'>,
  action: string,
  t: TFunction,
): BulkOperation => ({
  action: name,
  ...(together && { together }),
  okText: action,
  question: (count) => t('list.confirmStep', { action, count }),
  done: (count) => t('list.stepTaken', { action, count }),
  notAllDone: (done, kept) =>
    together ? t('list.noneStepped', { action }) : t('list.notAllStepped', { action, done, kept }),
});
