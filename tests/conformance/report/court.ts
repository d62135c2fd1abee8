import type { Model } from '../../../generator/model/entity.ts';
import type { TestServer } from '../../http/server.ts';
import type { Sampler } from '../sampleRow.ts';
import type { Store } from '../judges/api.ts';

/** What verdicts are reached with: the model, rows of it, and a running product. */
export interface Court {
  model: Model;
  sampler: Sampler;
  server: TestServer;
  store: Store;
  /** whether cases of a rule are checked; absent: all are */
  wants?(rule: string): boolean;
}
