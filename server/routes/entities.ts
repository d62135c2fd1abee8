import { Hono } from 'hono';
import { refuseFields } from '../errors.ts';
import { approvalRounds } from '../kernel/approval/log.ts';
import type { Context } from '../kernel/context.ts';
import { entityNamed, openContext } from '../kernel/kernel.ts';
import type { EntityRuntime } from '../kernel/core.ts';
import { countGroups } from '../kernel/read/groups.ts';
import { historyPage, readHistory } from '../kernel/read/history.ts';
import { choicesPage, countRows, listPage, type ListQuery } from '../kernel/read/list.ts';
import { readRow } from '../kernel/read/row.ts';
import { actionCodes, permit } from '../kernel/rights.ts';
import { bulk } from '../kernel/operations/bulk.ts';
import { readRev, refuseFieldsOfBody } from '../kernel/write/body.ts';
import { previewSave } from '../kernel/write/preview.ts';
import { surroundingsOf } from '../kernel/write/surroundings.ts';
import { createRow, deleteRow, updateRow } from '../kernel/write/save.ts';
import { runListOperation, runOperation } from '../kernel/operations/runOperation.ts';
import type { Services } from '../services.ts';
import { answer, succeed, tell } from './answer.ts';
import { readObject } from './body.ts';
import { callerOf } from './caller.ts';
import type { Environment, Http } from './environment.ts';
import { headerOf } from './header.ts';
import { onceOnly } from './idempotency.ts';
import { knownLanguage } from './language.ts';
import { addressQuery, listQuery, pageQuery } from './listQuery.ts';

/** `/api/{entity}` and all below it that reads and writes rows (api.md, "Entities"). */
export function entityRoutes(services: Services): Hono<Environment> {
  const { kernel, config, log } = services;
  const entityOf = (http: Http): EntityRuntime => entityNamed(kernel, http.req.param('entity')!);
  const contextOf = (http: Http): Context => openContext(kernel, callerOf(http, config));
  const page = async (http: Http, query: ListQuery, read = listPage) => {
    const { records, ...rest } = await read(kernel, entityOf(http), query, contextOf(http));
    return succeed(http, `{"records":${records},${JSON.stringify(rest).slice(1)}`);
  };
  /**
   * A POST that writes: once for each Idempotency-Key. An action that the entity does not have is `work`'s to refuse.
   */
  const writing =
    (work: (http: Http, body: Record<string, unknown>, context: Context) => Promise<Response>) =>
    async (http: Http) => {
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
    };

  return new Hono<Environment>()
    .get('/:entity', (http) => page(http, listQuery(addressQuery(http.req.url), 'where', ['total'])))
    .post('/:entity/search', async (http) => {
      const body = await readObject(http);
      http.set('language', knownLanguage(body['language']) ?? http.get('language'));
      return page(http, listQuery(body, 'searchCondition', ['total']));
    })
    .post('/:entity/preview', async (http) => {
      const { id, rev, ...body } = await readObject(http);
      return answer(
        http,
        await previewSave(
          kernel,
          entityOf(http),
          { existing: id === undefined ? undefined : { id: String(id), rev: readRev(rev) }, body },
          contextOf(http),
        ),
      );
    })
    .post('/:entity/surroundings', async (http) =>
      answer(http, await surroundingsOf(kernel, entityOf(http), (await readObject(http))['items'], contextOf(http))),
    )
    .post(
      '/:entity/bulk/:action',
      writing(async (http, body, context) => {
        const { items, ...input } = body;
        return answer(
          http,
          await bulk(
            kernel,
            entityOf(http),
            {
              name: http.req.param('action')!,
              items,
              input,
              onUnexpected: (error, id) => {
                log.error(
                  { err: error, requestId: http.get('requestId'), path: http.req.path, id },
                  'a row of a bulk call failed',
                );
              },
            },
            context,
          ),
        );
      }),
    )
    .post(
      '/:entity',
      writing(async (http, body, context) =>
        succeed(
          http,
          (await createRow(kernel, { runtime: entityOf(http), input: body }, context)).json,
          201,
          'MSG_generic_0040',
        ),
      ),
    )
    .get('/:entity/groups', async (http) => {
      const { by, sum, ...rest } = addressQuery(http.req.url);
      return answer(
        http,
        await countGroups(kernel, entityOf(http), { by, sum, where: listQuery(rest, 'where').where }, contextOf(http)),
      );
    })
    .get('/:entity/count', async (http) =>
      answer(
        http,
        await countRows(kernel, entityOf(http), listQuery(addressQuery(http.req.url), 'where').where, contextOf(http)),
      ),
    )
    .get('/:entity/choices', (http) => page(http, listQuery(addressQuery(http.req.url), 'where'), choicesPage))
    .get('/:entity/:id', async (http) =>
      succeed(
        http,
        await readRow(
          kernel,
          { runtime: entityOf(http), id: http.req.param('id'), omitGrids: fewChildren(http) },
          contextOf(http),
        ),
      ),
    )
    .get('/:entity/:id/history', async (http) => {
      const { parts, of, ...rest } = addressQuery(http.req.url);
      if (parts !== undefined && parts !== 'true' && parts !== 'false')
        throw refuseFields([{ field: 'parts', key: 'MSG_generic_0013', params: { name: `parts=${String(parts)}` } }]);
      if (of !== undefined && (typeof of !== 'string' || parts !== 'true'))
        throw refuseFields([{ field: 'of', key: 'MSG_generic_0013', params: { name: `of=${String(of)}` } }]);
      const asked = pageQuery({ ...(parts === 'true' && { current: '1' }), ...rest });
      const [runtime, id, context] = [entityOf(http), http.req.param('id'), contextOf(http)];
      return answer(
        http,
        asked
          ? await historyPage(
              kernel,
              runtime,
              {
                id,
                page: { ...asked, parts: parts === 'true', ...(typeof of === 'string' ? { of: of.split(',') } : {}) },
              },
              context,
            )
          : await readHistory(kernel, runtime, id, context),
      );
    })
    .get('/:entity/:id/approval', async (http) =>
      answer(http, await approvalRounds(kernel, entityOf(http), http.req.param('id'), contextOf(http))),
    )
    .patch('/:entity/:id', async (http) => {
      const { rev, ...body } = await readObject(http);
      const saved = await updateRow(
        kernel,
        {
          runtime: entityOf(http),
          id: http.req.param('id'),
          rev: readRev(rev ?? ifMatch(http)),
          input: body,
          system: { omitGrids: fewChildren(http) },
        },
        contextOf(http),
      );
      return succeed(http, saved.json, 200, 'MSG_generic_0041');
    })
    .delete('/:entity/:id', async (http) => {
      const { rev = addressQuery(http.req.url)['rev'], ...unknown } = await readObject(http);
      refuseFieldsOfBody(unknown);
      const saved = await deleteRow(
        kernel,
        { runtime: entityOf(http), id: http.req.param('id'), rev: readRev(rev ?? ifMatch(http)) },
        contextOf(http),
      );
      return answer(http, { id: saved.id, rev: saved.rev }, 200, 'MSG_generic_0042');
    })
    .post(
      '/:entity/:id/actions/:action',
      writing(async (http, body, context) => {
        const { rev, ...input } = body;
        const action = http.req.param('action')!;
        const { json, message: told } = await runOperation(
          kernel,
          { runtime: entityOf(http), id: http.req.param('id')!, rev: readRev(rev ?? ifMatch(http)) },
          { name: action, payload: input },
          context,
        );
        return told ? tell(http, json, told) : succeed(http, json, 200, STEP_TAKEN[action] ?? 'MSG_generic_0043');
      }),
    )
    .post(
      '/:entity/actions/:action',
      writing(async (http, body, context) => {
        const { result, message: told = { key: 'MSG_generic_0043', params: {} } } = await runListOperation(
          kernel,
          entityOf(http),
          { name: http.req.param('action')!, payload: body },
          context,
        );
        return tell(http, JSON.stringify(result ?? null), told);
      }),
    );
}

/** What the steps that many records share say when they are taken (1§8, generic messages). */
const STEP_TAKEN: Readonly<Record<string, string>> = {
  confirm: 'MSG_generic_0044',
  unconfirm: 'MSG_generic_0045',
  submit: 'MSG_generic_0046',
  unsubmit: 'MSG_generic_0047',
  approve: 'MSG_generic_0048',
  reject: 'MSG_generic_0049',
};

/** `If-Match: "3"` */
const ifMatch = (http: Http): string | undefined => /^(?:W\/)?"?(\d+)"?$/.exec(headerOf(http, 'if-match') ?? '')?.[1];

/**
 * Whether the caller does without the children that are many: `?children=few`. @throws Refusal (400) for any other word
 */
function fewChildren(http: Http): boolean {
  const asked = http.req.query('children');
  if (asked !== undefined && asked !== 'few')
    throw refuseFields([{ field: 'children', key: 'MSG_generic_0013', params: { name: `children=${asked}` } }]);
  return asked !== undefined;
}
