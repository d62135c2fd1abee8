import type { Answer, Json, TestServer } from './server.ts';

/** Versions of a tariff (`tests/fixtures/schemas/harbour/tariff-*.json`) for the tests of versions. */
export interface Tariffs {
  /** A version of its own season, with `fields`. */
  version(fields?: Json): Promise<Json>;
  /** Two lines with a step. */
  lines(): Json[];
  /** Takes a step or action of a row at its current `rev`. */
  act(row: Json, action: string, input?: Json, token?: string): Promise<Answer>;
  /** Sets the state of a version directly; other tests cover the steps to it. */
  put(row: Json, state: string): Promise<Json>;
}

let seasons = 0;

export function tariffs(server: TestServer): Tariffs {
  return {
    async version(fields = {}) {
      const quay = fields['quay'] ?? 'EAST';
      const season = fields['season'] ?? `S${(++seasons).toString().padStart(3, '0')}`;
      const { result } = await server.call(
        'GET',
        `/api/tariff-season?where=${encodeURIComponent(
          JSON.stringify([
            { name: 'season', type: 'equal', value: season },
            { name: 'quay', type: 'equal', value: quay },
          ]),
        )}`,
      );
      if (result.total === 0) await server.create('tariff-season', { season, quay });
      return server.create('tariff-version', { versionNo: 'V1', versionType: 'real', ...fields, quay, season });
    },
    lines: () => [
      {
        item: 'PILOT',
        quantity: 3,
        price: '10.50',
        cur: 'USD',
        note: 'each',
        'tariff-step': [{ above: 10, off: '5' }],
      },
      { item: 'TUG', quantity: 2, price: '99.99', cur: 'USD', validFrom: '2026-03-01' },
    ],
    async act(row, action, input = {}, token) {
      const { rev } = await server.read('tariff-version', row['id']);
      return server.call('POST', `/api/tariff-version/${row['id']}/actions/${action}`, {
        body: { rev, ...input },
        ...(token === undefined ? {} : { token }),
      });
    },
    async put(row, state) {
      await server.pool.query('update tariff_version set "versionStatus" = $2 where id = $1', [row['id'], state]);
      return server.read('tariff-version', row['id']);
    },
  };
}
