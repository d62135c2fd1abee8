import type { Model } from '../../../generator/model/entity.ts';
import type { TestServer } from '../../http/server.ts';
import type { Sampler } from '../sampler/sampler.ts';
import type { Store } from '../oracles/api.ts';

/** Inputs of the checks: the model, generated rows and a running product. */
export interface CheckFixture {
  model: Model;
  sampler: Sampler;
  server: TestServer;
  store: Store;
  /** whether cases of a rule run; absent: all do */
  includesRule?(rule: string): boolean;
}
