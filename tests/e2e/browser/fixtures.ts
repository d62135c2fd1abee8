import { resolve } from 'node:path';
import type { DeliveryPace } from '../../../server/domain/partners/delivery.ts';
import type { Effects } from '../../../server/kernel/core.ts';
import { type Api, apiOf } from './api.ts';
import { openProduct, type StartedProduct } from './started.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/schemas');

/**
 * The product with the fixture entities, which have features that the product's entities lack: every field kind,
 * children, states.
 */
export interface FixtureProduct extends Pick<StartedProduct, 'url' | 'database' | 'stop'> {
  /** of the administrator's session */
  token: string;
  /** calls the API as the administrator, under `/api/` @throws Error with the message of a refusal */
  api: Api;
}

/**
 * Starts it in this process, on a free port, with its own data.
 *
 * @param roots further folders of schemas
 * @param effects the effects of their actions
 * @param more settings besides those of every test, and how messages are delivered
 */
export async function startFixtures(
  roots: readonly string[] = [],
  effects: Effects = new Map(),
  { env = {}, delivery }: { env?: Record<string, string>; delivery?: Partial<DeliveryPace> } = {},
): Promise<FixtureProduct> {
  const product = await openProduct({ env, sharedRoots: [FIXTURES], roots, effects, ...(delivery && { delivery }) });
  const token = await product.logIn();
  return { ...product, token, api: apiOf(product.url, token) };
}
