import { Hono } from 'hono';
import { bulk } from '../kernel/operations/bulk.ts';
import { runListOperation, runOperation } from '../kernel/operations/runOperation.ts';
import type { Services } from '../services.ts';
import { answer, succeed, succeedWith } from './answer.ts';
import { entityCalls, revOf } from './entityCalls.ts';
import type { Environment, Http } from './environment.ts';

/** Transitions and actions of one row, of several rows, or of the list. */
export function operationRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  const { entityOf, writeUnlessRepeated } = entityCalls(services);
  return new Hono<Environment>()
    .post('/:entity/bulk/:action', bulkHandler(services))
    .post(
      '/:entity/:id/actions/:action',
      writeUnlessRepeated(async (http, { rev, ...input }, context) => {
        const action = http.req.param('action')!;
        const { json, message } = await runOperation(
          kernel,
          { runtime: entityOf(http), id: http.req.param('id')!, rev: revOf(http, rev) },
          { name: action, payload: input },
          context,
        );
        return message
          ? succeedWith(http, json, message)
          : succeed(http, json, 200, MESSAGES[action] ?? 'MSG_generic_0043');
      }),
    )
    .post(
      '/:entity/actions/:action',
      writeUnlessRepeated(async (http, body, context) => {
        const { result, message = { key: 'MSG_generic_0043', params: {} } } = await runListOperation(
          kernel,
          entityOf(http),
          { name: http.req.param('action')!, payload: body },
          context,
        );
        return succeedWith(http, JSON.stringify(result ?? null), message);
      }),
    );
}

/** Runs an operation on several rows. */
function bulkHandler(services: Services): (http: Http) => Promise<Response> {
  const { kernel, log } = services;
  const { entityOf, writeUnlessRepeated } = entityCalls(services);
  return writeUnlessRepeated(async (http, { items, ...input }, context) => {
    const onUnexpected = (error: unknown, id: string): void => {
      const { path } = http.req;
      log.error({ err: error, requestId: http.get('requestId'), path, id }, 'a row of a bulk call failed');
    };
    const call = { name: http.req.param('action')!, items, input, onUnexpected };
    return answer(http, await bulk(kernel, entityOf(http), call, context));
  });
}

/** Success messages of transitions that many entities have (1§8, generic messages). */
const MESSAGES: Readonly<Record<string, string>> = {
  confirm: 'MSG_generic_0044',
  unconfirm: 'MSG_generic_0045',
  submit: 'MSG_generic_0046',
  unsubmit: 'MSG_generic_0047',
  approve: 'MSG_generic_0048',
  reject: 'MSG_generic_0049',
};
