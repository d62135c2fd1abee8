import { call } from '../../api/client.ts';
import type { Row } from '../../kinds/types.ts';
import type { AskRows } from './lookups.ts';

/** The list's own query: what the reader may not see is not found. */
export const rowsWhere: AskRows = async (entity, searchCondition) =>
  (await call<{ records: Row[] }>('POST', `/api/${entity}/search`, { body: { searchCondition, current: 1, pageSize: 1000 } })).records;
