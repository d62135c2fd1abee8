import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { cellsOf } from '../kernel/transfer/workbooks.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function uploaded(name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf(name))]), name);
  return (await server.call('POST', '/api/files', { body: form })).result.id;
}
const ordersThat = async (status: string): Promise<string[]> =>
  (
    await server.call('POST', '/api/customer-order/search', {
      body: { searchCondition: [{ name: 'status', type: 'equal', value: status }] },
    })
  ).result.records.map(({ code }: Json) => code);

test('a customer’s order is processed, and a quotation for it is uploaded and read back', async () => {
  const order = await server.create('customer-order', {
    code: 'co-1',
    name: 'Harbourlight',
    quantity: '12.5',
    date: '2026-03-01',
  });
  expect(order).toMatchObject({ code: 'CO-1', status: 'Processing' });
  expect(await ordersThat('Processing')).toEqual(['CO-1']);

  const file = await uploaded('offer.pdf');
  const quotation = await server.create('quotation', {
    code: 'q-1',
    name: 'Storage',
    orderCode: 'co-1',
    quantity: '12.5',
    cur: 'CNY',
    amount: '900.00',
    date: '2026-03-02',
    validTo: '2026-03-31',
    quotationFile: [file],
  });
  expect(quotation).toMatchObject({ code: 'Q-1', orderCode: 'CO-1', status: 'Draft', quotationFile: [file] });
  expect((await server.download(`/api/files/${file}`)).bytes.equals(pdf('offer.pdf'))).toBe(true);
  expect(
    (await cellsOf((await server.download('/api/quotation/export?columns=code,quotationFile')).bytes)).slice(1),
  ).toEqual([['Q-1', 'offer.pdf']]);

  expect(
    await server.call('PATCH', `/api/customer-order/${order['id']}`, { body: { rev: order['rev'], status: 'Quoted' } }),
  ).toMatchObject({ status: 200 });
  expect([await ordersThat('Processing'), await ordersThat('Quoted')]).toEqual([[], ['CO-1']]);
  // the order cannot be deleted while a quotation refers to it
  await withoutTrace(
    server,
    () => server.call('DELETE', `/api/customer-order/${order['id']}`, { body: { rev: order['rev'] + 1 } }),
    { status: 409 },
  );
});

test.each([
  ['for an order that is not there', { orderCode: 'NONE' }, 'orderCode'],
  ['with an upload that is not there', { quotationFile: ['00000000-0000-0000-0000-000000000000'] }, 'quotationFile'],
  ['of an amount in no currency', { amount: '100' }, 'cur'],
  ['of a fraction of a cent', { cur: 'CNY', amount: '1.001' }, 'amount'],
  ['of a fraction of a yen', { cur: 'JPY', amount: '1.5' }, 'amount'],
  ['in a status that is none', { status: 'Lost' }, 'status'],
])('no quotation %s', async (_, fields, field) => {
  await withoutTrace(
    server,
    () =>
      server.call('POST', '/api/quotation', {
        body: { code: 'Q-9', name: 'Storage', quantity: '1', date: '2026-03-02', ...fields },
      }),
    { status: 400, errors: [{ field }] },
  );
});
