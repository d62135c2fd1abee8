import { refuseFields } from '../errors.ts';
import type { Context } from '../kernel/context.ts';
import type { EntityRuntime } from '../kernel/core.ts';
import { entityNamed, openContext } from '../kernel/kernel.ts';
import { actionCodes, permit } from '../kernel/rights.ts';
import { readRev } from '../kernel/write/body.ts';
import type { Services } from '../services.ts';
import { readObject } from './body.ts';
import { callerOf } from './caller.ts';
import type { Http } from './environment.ts';
import { headerOf } from './header.ts';
import { onceOnly } from './idempotency.ts';

/** Entity and context of calls below `/api/{entity}`. */
export interface EntityCalls {
  /** @throws Refusal 404 for an unknown entity */
  entityOf(http: Http): EntityRuntime;
  contextOf(http: Http): Context;
  /**
   * Creates the handler of a POST that writes once for each Idempotency-Key. It checks the right to the action; `work`
   * must refuse actions that the entity does not have.
   */
  writeUnlessRepeated(
    work: (http: Http, body: Record<string, unknown>, context: Context) => Promise<Response>,
  ): (http: Http) => Promise<Response>;
}

/** Creates the functions that the routes below `/api/{entity}` share. */
export function entityCalls({ kernel, config }: Services): EntityCalls {
  const entityOf = (http: Http): EntityRuntime => entityNamed(kernel, http.req.param('entity')!);
  const contextOf = (http: Http): Context => openContext(kernel, callerOf(http, config));
  return {
    entityOf,
    contextOf,
    writeUnlessRepeated: (work) => async (http) => {
      const body = await readObject(http);
      const allow = (context: Context): void => {
        const [runtime, action] = [entityOf(http), http.req.param('action') ?? 'add'];
        if (actionCodes(runtime.entity).includes(action)) permit(kernel, runtime, action, context);
      };
      return onceOnly(http, contextOf(http), {
        allow,
        content: () => JSON.stringify(body),
        work: (context) => work(http, body, context),
      });
    },
  };
}

/**
 * The revision that the caller has read, from the body or the header `If-Match: "3"`.
 *
 * @throws Refusal if both lack it
 */
export const revOf = (http: Http, rev: unknown): ReturnType<typeof readRev> => readRev(rev ?? ifMatch(http));

const ifMatch = (http: Http): string | undefined => /^(?:W\/)?"?(\d+)"?$/.exec(headerOf(http, 'if-match') ?? '')?.[1];

/** Whether the answer omits grids (`?children=few`). @throws Refusal (400) for any other value */
export function omitsGrids(http: Http): boolean {
  const children = http.req.query('children');
  if (children !== undefined && children !== 'few')
    throw refuseFields([{ field: 'children', key: 'MSG_generic_0013', params: { name: `children=${children}` } }]);
  return children !== undefined;
}

/** Checks the right to import rows of the entity. @throws Refusal (403) */
export const permitImport = (http: Http, { kernel, config }: Services): void => {
  const context = openContext(kernel, callerOf(http, config));
  permit(kernel, entityNamed(kernel, http.req.param('entity')!), 'import', context);
};
