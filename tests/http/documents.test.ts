import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocument } from './pdfText.ts';
import { field, label, numberedEntity, startWithSchemas, type OwnSchemas } from './ownSchemas.ts';
import type { Json, TestServer } from './server.ts';

/** Documents of records as PDF (`x-print`). */
const SCHEMAS = [
  numberedEntity(
    'owner',
    { 'x-access': { scope: 'all', fields: { phone: 'viewPhone' } } },
    {
      nameEn: field('text', label('English name', '英文名称'), { maxLength: 100 }),
      nameCh: field('text', label('Chinese name', '中文名称'), { maxLength: 100 }),
      phone: field('text', label('Telephone', '电话'), { maxLength: 30 }),
    },
  ),
  numberedEntity(
    'permit',
    {
      'x-access': { scope: 'own', fields: { secret: 'viewSecret' } },
      'x-child': [{ entity: 'permit-day', via: 'permitId', max: 500 }],
      'x-print': [
        {
          name: 'permit',
          label: label('Permit', '许可证'),
          final: "self.granted == 'Y'",
          sections: [
            { fields: ['no', 'granted', 'share', 'remark', 'secret'] },
            {
              label: label('Owner', '所有人'),
              of: 'owner',
              fields: [{ english: 'nameEn', chinese: 'nameCh', label: label('Name', '名称') }, 'phone'],
            },
          ],
          lines: { child: 'permit-day', columns: ['no', 'fee', 'bonus'] },
          totals: ['total'],
          text: label('Keep this permit on board.', '许可证应随船携带。'),
          signatures: [label('Harbour master', '港长')],
        },
        {
          name: 'refusal',
          label: label('Refusal', '拒绝通知'),
          when: "self.granted == 'N'",
          sections: [{ fields: ['no'] }],
        },
      ],
    },
    {
      owner: field('ref', label('Owner', '所有人'), { 'x-ref': { entity: 'owner' } }),
      granted: field('yesNo', label('Granted', '已批准'), { default: 'N' }),
      share: field('percent', label('Share', '比例')),
      remark: field('longText', label('Remark', '备注'), { maxLength: 1000 }),
      secret: field('text', label('Secret', '机密'), { maxLength: 50 }),
      total: field('money', label('Total', '合计'), { 'x-currency': 'CNY' }),
    },
  ),
  numberedEntity(
    'permit-day',
    { 'x-access': { scope: 'parent', fields: { bonus: 'viewBonus' } } },
    {
      permitId: field('ref', label('Permit', '许可证'), { 'x-ref': { entity: 'permit' } }),
      fee: field('money', label('Fee', '费用'), { 'x-currency': 'CNY' }),
      bonus: field('money', label('Bonus', '奖金')),
    },
  ),
];

let server: TestServer;
let product: OwnSchemas;
let permit: Json;
beforeAll(async () => {
  product = await startWithSchemas(SCHEMAS, { referenceData: false });
  ({ server } = product);
  const owner = await server.create('owner', {
    no: 'O1',
    nameEn: 'Müller & Søn (Holding) \\ Ltd',
    nameCh: '上海𠮟鑫龘船务有限公司',
    phone: '555-0100',
  });
  permit = await server.create('permit', {
    no: 'P-1',
    owner: owner['id'],
    share: '12.5',
    remark: '<b>)(/JS</b>\n第二行',
    secret: 'hidden words',
    total: '1234567.8',
    'permit-day': [
      { no: 'D1', fee: '1234567.8', bonus: '77' },
      { no: 'D2', fee: '0.5', bonus: '88' },
    ],
  });
});
afterAll(() => product.close());
const path = (name = 'permit'): string => `/api/permit/${permit['id']}/documents/${name}`;

test('a document has fields, lines, totals and texts in the language of the request', async () => {
  const english = await readDocument(server, path());
  expect(english).toMatchObject({ name: 'Permit P-1.pdf', type: 'application/pdf', pages: 1 });
  for (const part of ['DRAFT', 'Number P-1', 'Granted No', '12.5 %', '<b>)(/JS</b>', '第二行', 'Keep this permit'])
    expect(english.text).toContain(part);
  for (const part of [
    'Name Müller & Søn (Holding) \\ Ltd',
    'Telephone 555-0100',
    'Secret hidden words',
    '1,234,567.80 CNY',
  ])
    expect(english.text).toContain(part);
  expect(english.text).toMatch(/Number Fee \(CNY\) Bonus D1 1,234,567\.80 77\.00 D2 0\.50 88\.00/);
  expect(english.text).toMatch(/Printed \d{4}-\d\d-\d\d \d\d:\d\d by admin.* Page 1 of 1/i);
  const chinese = await readDocument(server, path(), 'zh-CN');
  expect(chinese.name).toBe('许可证 P-1.pdf');
  for (const part of [
    '草稿（未经批准）',
    '编号 P-1',
    '已批准 否',
    '12.5%',
    '所有人',
    '鑫龘船务有限公司',
    '费用 (CNY)',
    '港长',
  ])
    expect(chinese.text).toContain(part);
  expect(chinese.text).toMatch(/第 1 页，共 1 页/);
  expect(chinese.text).not.toMatch(/Müller|Granted|DRAFT/);
});

test('a document of many lines has several pages, each with the heading', async () => {
  const days = Array.from({ length: 120 }, (_, index) => ({ no: `L${index}`, fee: '1.00' }));
  const { id } = await server.create('permit', { no: 'P-2', granted: 'Y', 'permit-day': days });
  const { text, pages } = await readDocument(server, `/api/permit/${id}/documents/permit`);
  expect(pages).toBeGreaterThan(2);
  expect(text.match(/Number Fee \(CNY\)/g)).toHaveLength(pages);
  expect(text).toContain('L0 1.00');
  expect(text).toContain('L119 1.00');
  // neither a column nor a section without values; no mark on a granted permit
  expect(text).not.toMatch(/Bonus|Owner|DRAFT/);
});

test('a document without lines has no table', async () => {
  const { id } = await server.create('permit', { no: 'P-9', granted: 'Y' });
  const { text, pages } = await readDocument(server, `/api/permit/${id}/documents/permit`);
  expect(pages).toBe(1);
  expect(text).toContain('Number P-9');
  expect(text).not.toMatch(/Fee \(CNY\)/);
});

test('what the reader may not see is not printed', async () => {
  await server.create('role', {
    roleName: 'Reader',
    'role-permission': [{ permissionId: 'port.*', actionEntitySet: ['query', 'add'] }],
  });
  const token = await server.logInAs('reader', 'Reader');
  expect((await server.call('GET', path(), { token })).status, 'a record of somebody else').toBe(404);
  const { result } = await server.call('POST', '/api/permit', { token, body: { no: 'P-3', owner: permit['owner'] } });
  const own = `/api/permit/${result.id}/documents/permit`;
  await server.create('permit-day', { permitId: result.id, no: 'D9', fee: '5', bonus: '99' });
  await server.pool.query(`update permit set secret = 'hidden words' where id = $1`, [result.id]);
  const asAdmin = await readDocument(server, own);
  for (const part of ['hidden words', 'Bonus', '99.00', '555-0100']) expect(asAdmin.text).toContain(part);
  const { text } = await readDocument(server, own, 'en-US', token);
  for (const part of ['P-3', 'D9', 'Müller']) expect(text).toContain(part);
  for (const part of ['hidden words', 'Secret', 'Bonus', '99.00', '555-0100']) expect(text).not.toContain(part);
  expect((await server.call('GET', own, { token: null })).status).toBe(401);
});

test.each([
  ['an unknown document', 404, () => path('licence')],
  ['a missing record', 404, () => '/api/permit/999999/documents/permit'],
  ['an id of a wrong shape', 404, () => '/api/permit/x/documents/permit'],
  ['an entity without documents', 404, () => '/api/owner/1/documents/permit'],
  ['an unknown parameter', 400, () => `${path()}?lang=zh`],
])('%s is answered with %d', async (_, status, address) => {
  const answer = await server.call('GET', address());
  expect(answer.status, answer.text).toBe(status);
});

test('a document whose condition is not true is refused, and the schema names the documents', async () => {
  expect((await readDocument(server, path('refusal'))).text).toContain('Refusal');
  const { id } = await server.create('permit', { no: 'P-4', granted: 'Y' });
  expect(await server.call('GET', `/api/permit/${id}/documents/refusal`)).toMatchObject({
    status: 409,
    key: 'MSG_generic_0193',
    message: '“Refusal” cannot be printed for this record',
  });
  expect((await server.call('GET', '/api/meta/permit')).result['x-print']).toEqual([
    { name: 'permit', label: { en: 'Permit', zh: '许可证' } },
    { name: 'refusal', label: { en: 'Refusal', zh: '拒绝通知' } },
  ]);
});
