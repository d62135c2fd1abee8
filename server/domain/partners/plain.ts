import { interpretStatus, type Adapter } from './adapter.ts';

/** Adapter for partners with an unknown format: sends the record as it is, and evaluates the status of the answer. */
export const plainAdapter: Adapter = {
  content: ({ event, entity, businessNo, record }) => ({ event, entity, businessNo, record }),
  interpret: interpretStatus,
};
