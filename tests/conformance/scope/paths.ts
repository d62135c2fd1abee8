import { isForPeople } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Answer, Json, TestServer } from '../../http/server.ts';
import { COMPANIES, rootOf, type TwoRows } from './companyRows.ts';
import type { Model } from '../../../generator/model/entity.ts';

/** A user's token and the rows that the user tries to access. */
export interface Attempt {
  server: TestServer;
  entity: Entity;
  rows: TwoRows;
  token: string;
}

const NOT_THERE = 'MSG_generic_0004';
const OTHER_COMPANY = 'MSG_generic_0185';

const call = ({ server, token }: Attempt, method: string, path: string, body?: unknown): Promise<Answer> =>
  server.call(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) });
const query = (name: string, value: unknown): string => `${name}=${encodeURIComponent(JSON.stringify(value))}`;

/** Conditions that find both rows, with the filters that the list requires. */
function both({ entity, rows: { own, other } }: Attempt): { name: string; type: string; value: unknown }[] {
  const [needed = []] = entity.list.requireFilter;
  return [
    { name: 'id', type: 'array', value: [own['id'], other['id']] },
    ...needed.map((name) => ({ name, type: 'array', value: [own[name], other[name]] })),
  ];
}

/** Reads both rows as a user of one company. @returns the paths that hide the own row or show the other */
export async function readFailures(attempt: Attempt, mayExport: boolean): Promise<string[]> {
  const {
    entity: { name },
    rows: { own },
  } = attempt;
  const where = query('where', both(attempt));
  const wrong: string[] = [];
  const expectOne = (path: string, found: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify([own['id'], 1]))
      wrong.push(`${path}: ${JSON.stringify(found)}, not the own row alone`);
  };
  const page = async (path: string, answer: Promise<Answer>): Promise<void> => {
    const { status, text, result } = await answer;
    if (status === 200) expectOne(path, [(result.records as Json[]).map(({ id }) => id).join(), result.total]);
    else wrong.push(`${path}: ${status} ${text}`);
  };
  await page('list', call(attempt, 'GET', `${name}?${where}`));
  await page('search', call(attempt, 'POST', `${name}/search`, { searchCondition: both(attempt) }));
  await page('choices', call(attempt, 'GET', `${name}/choices?${where}`));
  expectOne('count', [own['id'], (await call(attempt, 'GET', `${name}/count?${where}`)).result?.total]);
  expectOne('groups', [
    own['id'],
    ((await call(attempt, 'GET', `${name}/groups?by=creater&${where}`)).result as Json[] | undefined)?.reduce(
      (sum, { count }) => sum + Number(count),
      0,
    ),
  ]);
  if (mayExport)
    expectOne('export', [
      own['id'],
      (await call(attempt, 'GET', `${name}/export?format=csv&columns=${attempt.entity.key[0] ?? 'id'}&${where}`)).text
        .trim()
        .split('\n').length - 1,
    ]);
  for (const path of [
    '',
    '/history',
    '/history?parts=true&current=1&pageSize=5',
    ...(attempt.entity.approval ? ['/approval'] : []),
  ]) {
    const seen = await call(attempt, 'GET', `${name}/${own['id']}${path}`);
    if (seen.status !== 200) wrong.push(`GET own ${path}: ${seen.status} ${seen.text}`);
    wrong.push(...(await checkLikeMissing(attempt, 'GET', path)));
  }
  wrong.push(...(await parentFailures(attempt)), ...(await fileFailures(attempt)), ...(await searchFailures(attempt)));
  return wrong;
}

/**
 * Checks that a call on the other row is answered like one on a missing row: with 404, or with an error of the input if
 * that is checked first.
 */
async function checkLikeMissing(attempt: Attempt, method: string, path: string, body?: unknown): Promise<string[]> {
  const {
    entity: { name },
    rows: { other },
  } = attempt;
  const [hidden, missing] = [
    await call(attempt, method, `${name}/${other['id']}${path}`, body),
    await call(attempt, method, `${name}/987654321${path}`, body),
  ];
  const answered = ({ status, key, message, errors }: Answer): string =>
    JSON.stringify({ status, key, message, errors });
  return hidden.status >= (path.startsWith('/actions/') ? 400 : 404) && answered(hidden) === answered(missing)
    ? []
    : [
        `${method} ${path}: ${hidden.status} ${hidden.text}; of a row that is not there: ${missing.status} ${missing.key}`,
      ];
}

/** Checks that neither the parent nor its history shows the row of the other company. */
async function parentFailures(attempt: Attempt): Promise<string[]> {
  const {
    entity,
    rows: { own, other, parents },
  } = attempt;
  if (!parents || entity.access?.scope !== 'own') return [];
  const parentRow = await call(attempt, 'GET', `${parents.entity}/${parents.own['id']}`);
  const shown = ((parentRow.result?.[entity.name] ?? []) as Json[]).map(({ id }) => id);
  const history = await call(
    attempt,
    'GET',
    `${parents.entity}/${parents.own['id']}/history?parts=true&current=1&pageSize=100`,
  );
  const lines = ((history.result?.records ?? []) as Json[])
    .filter(({ part }) => part?.entity === entity.name)
    .map(({ part }) => part.id);
  return [
    ...(shown.includes(own['id']) && !shown.includes(other['id'])
      ? []
      : [`its parent answers with ${shown.join()}, not with ${own['id']} alone`]),
    ...(lines.includes(other['id']) ? ['the history of its parent lists it'] : []),
  ];
}

/** Checks that the global search does not find the other row by its codes and names. */
async function searchFailures(attempt: Attempt): Promise<string[]> {
  const {
    entity,
    rows: { other },
  } = attempt;
  const texts = entity.fields
    .filter(({ kind, sensitive }) => (kind === 'code' || kind === 'text') && !sensitive)
    .map(({ name }) => other[name])
    .filter((value) => typeof value === 'string' && value.length > 1 && value.length <= 100);
  const wrong: string[] = [];
  for (const text of texts.slice(0, MAX_SEARCHES) as string[]) {
    const { status, result } = await call(attempt, 'GET', `search?q=${encodeURIComponent(text)}`);
    const found = ((result ?? []) as Json[]).find((one) => one['entity'] === entity.name)?.['records'] as
      Json[] | undefined;
    if (status !== 200 || found?.some(({ id }) => id === other['id'])) wrong.push(`the search for ${text}: ${status}`);
  }
  return wrong;
}

const MAX_SEARCHES = 3;

/** Checks that files of the other row cannot be downloaded. */
async function fileFailures(attempt: Attempt): Promise<string[]> {
  const {
    entity,
    rows: { other },
  } = attempt;
  const ids = entity.fields
    .filter(({ kind }) => kind === 'file' || kind === 'files')
    .flatMap(({ name }) => [other[name] ?? []].flat() as string[]);
  const wrong: string[] = [];
  for (const id of ids) {
    const { status } = await call(attempt, 'GET', `files/${id}`);
    if (status !== 404) wrong.push(`its file answered ${status}`);
  }
  return wrong;
}

/** Writes to the other row as a user of one company with every permission. @returns the calls that succeed */
export async function writeFailures(attempt: Attempt, model: Model): Promise<string[]> {
  const {
    entity,
    rows: { own, other, parents },
  } = attempt;
  const { name } = entity;
  const rev = other['rev'];
  const steps = new Set([
    ...entity.machines.flatMap((machine) => machine.transitions.filter(isForPeople).map(({ action }) => action)),
    ...entity.actions.filter(({ on }) => on === 'row').map((action) => action.name),
  ]);
  const wrong: string[] = [];
  if (!entity.readOnly)
    wrong.push(
      ...(await checkLikeMissing(attempt, 'PATCH', '', { rev })),
      ...(await checkLikeMissing(attempt, 'DELETE', '', { rev })),
    );
  for (const step of steps) wrong.push(...(await checkLikeMissing(attempt, 'POST', `/actions/${step}`, { rev })));
  for (const action of entity.readOnly
    ? []
    : ['delete', ...entity.actions.filter(({ bulk }) => bulk).map((one) => one.name)]) {
    const { result, text } = await call(attempt, 'POST', `${name}/bulk/${action}`, {
      items: [
        { id: other['id'], rev },
        { id: '987654321', rev },
      ],
    });
    if (
      result?.[0]?.ok !== false ||
      result[0].key !== result[1].key ||
      (action === 'delete' && result[0].key !== NOT_THERE)
    )
      wrong.push(`bulk ${action}: ${text}`);
  }
  if (!entity.readOnly) {
    const tried = await call(attempt, 'POST', `${name}/preview`, { id: other['id'], rev });
    if (tried.status !== 404) wrong.push(`preview: ${tried.status} ${tried.text}`);
  }
  if (parents && entity.access?.scope === 'own') {
    const parentRow = await attempt.server.read(parents.entity, parents.own['id']);
    const sent = await call(attempt, 'PATCH', `${parents.entity}/${parents.own['id']}`, {
      rev: parentRow['rev'],
      [name]: [{ id: other['id'], rev, delFlag: 'Y' }],
    });
    if (!sent.errors.some(({ field }) => field === `${name}[0].id`))
      wrong.push(`with its parent: ${sent.status} ${sent.text}`);
  }
  const company = rootOf(model, entity) === entity ? entity.access?.company : undefined;
  if (company !== undefined && !entity.readOnly && isWritten(entity, company)) {
    const moved = await call(attempt, 'PATCH', `${name}/${own['id']}`, { rev: own['rev'], [company]: COMPANIES.other });
    const isRefused =
      moved.status === 400
        ? moved.errors.some(
            ({ field, key }) => field === company && (key === OTHER_COMPANY || !key.startsWith('MSG_generic_01')),
          )
        : moved.status === 403 || moved.status === 409;
    if (!isRefused) wrong.push(`moved to the other company: ${moved.status} ${moved.text}`);
  }
  return wrong;
}

export const isWritten = ({ fields }: Entity, name: string): boolean =>
  fields.some((field) => field.name === name && !field.readOnly);

/** Creates a row of another company. @returns the failure unless that is refused */
export async function createFailures({ server, entity, token }: Attempt, body: Json): Promise<string[]> {
  const { company } = entity.access!;
  const { status, text, errors } = await server.call('POST', `/api/${entity.name}`, {
    token,
    body: { ...body, [company!]: COMPANIES.other },
  });
  return status === 400 && errors.some(({ field, key }) => field === company && key === OTHER_COMPANY)
    ? []
    : [`opened for another company: ${status} ${text}`];
}

/** Imports a file with the other row, exported by the administrator. @returns the failure unless that is refused */
export async function importFailures({ server, entity, rows: { other }, token }: Attempt): Promise<string[]> {
  if (entity.import?.mode !== 'upsert') return [];
  const where = encodeURIComponent(
    JSON.stringify([
      { name: 'id', type: 'equal', value: other['id'] },
      ...(entity.list.requireFilter[0] ?? []).map((name) => ({ name, type: 'equal', value: other[name] })),
    ]),
  );
  const { text } = await server.call('GET', `/api/${entity.name}/export?format=csv&where=${where}`);
  const form = new FormData();
  form.append('file', new Blob([text]), 'rows.csv');
  form.append('acceptWarnings', 'true');
  const taken = await server.call('POST', `/api/${entity.name}/import?dryRun=false`, { token, body: form });
  return taken.status >= 400 ? [] : [`imported: ${taken.status} ${taken.text}`];
}
