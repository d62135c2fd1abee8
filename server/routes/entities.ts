import { Hono } from 'hono';
import { refuseFields } from '../errors.ts';
import { approvalRounds } from '../kernel/approval/log.ts';
import { countGroups } from '../kernel/read/groups.ts';
import { historyPage, readHistory } from '../kernel/read/history.ts';
import { choicesPage, countRows, listPage, type ListQuery } from '../kernel/read/list.ts';
import { readRow } from '../kernel/read/row.ts';
import { readRev, refuseFieldsOfBody } from '../kernel/write/body.ts';
import { previewSave } from '../kernel/write/form/preview.ts';
import { surroundingsOf } from '../kernel/write/form/surroundings.ts';
import { createRow, deleteRow, updateRow } from '../kernel/write/save.ts';
import type { Services } from '../services.ts';
import { answer, succeed } from './answer.ts';
import { readObject } from './body.ts';
import { entityCalls, omitsGrids, revOf } from './entityCalls.ts';
import type { Environment, Http } from './environment.ts';
import { knownLanguage } from './language.ts';
import { addressQuery, listQuery, pageQuery } from './listQuery.ts';
import { operationRoutes } from './operations.ts';

/** `/api/{entity}` and all paths below it that read and write rows. */
export const entityRoutes = (services: Services): Hono<Environment> =>
  new Hono<Environment>()
    // before the paths of a row, which match these paths too
    .route('/', rowListRoutes(services))
    .route('/', previewRoutes(services))
    .route('/', readRoutes(services))
    .route('/', saveRoutes(services))
    .route('/', operationRoutes(services));

/** Lists, choices and counts. */
function rowListRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  const { entityOf, contextOf } = entityCalls(services);
  const page = async (http: Http, query: ListQuery, read = listPage) => {
    const { records, ...rest } = await read(kernel, entityOf(http), query, contextOf(http));
    return succeed(http, `{"records":${records},${JSON.stringify(rest).slice(1)}`);
  };
  return new Hono<Environment>()
    .get('/:entity', (http) => page(http, listQuery(addressQuery(http.req.url), 'where', ['total'])))
    .post('/:entity/search', async (http) => {
      const body = await readObject(http);
      http.set('language', knownLanguage(body['language']) ?? http.get('language'));
      return page(http, listQuery(body, 'searchCondition', ['total']));
    })
    .get('/:entity/groups', async (http) => {
      const { by, sum, distinct, absent, ...rest } = addressQuery(http.req.url);
      const runtime = entityOf(http);
      const { where } = listQuery(rest, 'where');
      return answer(http, await countGroups(kernel, runtime, { by, sum, distinct, absent, where }, contextOf(http)));
    })
    .get('/:entity/count', async (http) => {
      const runtime = entityOf(http);
      const { where } = listQuery(addressQuery(http.req.url), 'where');
      return answer(http, await countRows(kernel, runtime, where, contextOf(http)));
    })
    .get('/:entity/choices', (http) => page(http, listQuery(addressQuery(http.req.url), 'where'), choicesPage));
}

/** Preview of a save: computed values and violations, and the surrounding rows. Nothing is stored. */
function previewRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  const { entityOf, contextOf } = entityCalls(services);
  return new Hono<Environment>()
    .post('/:entity/preview', async (http) => {
      const { id, rev, ...body } = await readObject(http);
      const existing = id === undefined ? undefined : { id: String(id), rev: readRev(rev) };
      return answer(http, await previewSave(kernel, entityOf(http), { existing, body }, contextOf(http)));
    })
    .post('/:entity/surroundings', async (http) => {
      const runtime = entityOf(http);
      const { items } = await readObject(http);
      return answer(http, await surroundingsOf(kernel, runtime, items, contextOf(http)));
    });
}

/** One row, its history and its approval. */
function readRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  const { entityOf, contextOf } = entityCalls(services);
  return new Hono<Environment>()
    .get('/:entity/:id', async (http) => {
      const query = { runtime: entityOf(http), id: http.req.param('id'), omitGrids: omitsGrids(http) };
      return succeed(http, await readRow(kernel, query, contextOf(http)));
    })
    .get('/:entity/:id/history', async (http) => {
      const page = historyQuery(addressQuery(http.req.url));
      const [runtime, id, context] = [entityOf(http), http.req.param('id'), contextOf(http)];
      return answer(
        http,
        page
          ? await historyPage(kernel, runtime, { id, page }, context)
          : await readHistory(kernel, runtime, id, context),
      );
    })
    .get('/:entity/:id/approval', async (http) =>
      answer(http, await approvalRounds(kernel, entityOf(http), http.req.param('id'), contextOf(http))),
    );
}

/**
 * Reads the parameters of a page of the history. `parts=true` includes the history of children; `of` limits it to
 * entities, separated by commas.
 *
 * @returns undefined for the whole history
 * @throws Refusal (400) for invalid parameters
 */
function historyQuery({ parts, of, ...rest }: Record<string, unknown>) {
  if (parts !== undefined && parts !== 'true' && parts !== 'false')
    throw refuseFields([{ field: 'parts', key: 'MSG_generic_0013', params: { name: `parts=${String(parts)}` } }]);
  if (of !== undefined && (typeof of !== 'string' || parts !== 'true'))
    throw refuseFields([{ field: 'of', key: 'MSG_generic_0013', params: { name: `of=${String(of)}` } }]);
  const page = pageQuery({ ...(parts === 'true' && { current: '1' }), ...rest });
  return page && { ...page, parts: parts === 'true', ...(typeof of === 'string' ? { of: of.split(',') } : {}) };
}

/** Create, update and delete. */
function saveRoutes(services: Services): Hono<Environment> {
  const { kernel } = services;
  const { entityOf, contextOf, writeUnlessRepeated } = entityCalls(services);
  return new Hono<Environment>()
    .post(
      '/:entity',
      writeUnlessRepeated(async (http, body, context) => {
        const { json } = await createRow(kernel, { runtime: entityOf(http), input: body }, context);
        return succeed(http, json, 201, 'MSG_generic_0040');
      }),
    )
    .patch('/:entity/:id', async (http) => {
      const { rev, ...body } = await readObject(http);
      const saved = await updateRow(
        kernel,
        {
          runtime: entityOf(http),
          id: http.req.param('id'),
          rev: revOf(http, rev),
          input: body,
          system: { omitGrids: omitsGrids(http) },
        },
        contextOf(http),
      );
      return succeed(http, saved.json, 200, 'MSG_generic_0041');
    })
    .delete('/:entity/:id', async (http) => {
      const { rev = addressQuery(http.req.url)['rev'], ...unknown } = await readObject(http);
      refuseFieldsOfBody(unknown);
      const row = { runtime: entityOf(http), id: http.req.param('id'), rev: revOf(http, rev) };
      const saved = await deleteRow(kernel, row, contextOf(http));
      return answer(http, { id: saved.id, rev: saved.rev }, 200, 'MSG_generic_0042');
    });
}
