import { interpretStatus, type Adapter } from './adapter.ts';

/** Adapter for partners whose format is unknown. Sends the record unchanged, and evaluates the status of the answer. */
export const plainAdapter: Adapter = {
  content: ({ event, entity, businessNo, record }) => ({ event, entity, businessNo, record }),
  interpret: interpretStatus,
};
