import { judgeByStatus, type Adapter } from './adapter.ts';

/** For a partner whose ways are not known: the record as it is, judged by the status of the answer. */
export const plainAdapter: Adapter = {
  content: ({ event, entity, businessNo, record }) => ({ event, entity, businessNo, record }),
  judge: judgeByStatus,
};
