import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fillMessage, messageOf } from '../../../generator/language/message.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';

const templates = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`locales/${language}/messages.json`, 'utf8')) as Record<string, string>;
const [english, chinese] = [templates('en-US'), templates('zh-CN')];
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]!).sort();

test.each(Object.entries(MESSAGE))('%s has a text in both languages with the same placeholders', (_, key) => {
  expect(english[key]).toBeTypeOf('string');
  expect(chinese[key]).toMatch(/[\u4e00-\u9fff]/);
  expect([...new Set(placeholders(chinese[key]!))]).toEqual([...new Set(placeholders(english[key]!))]);
});

test('no two messages share a key', () => {
  expect(new Set(Object.values(MESSAGE)).size).toBe(Object.keys(MESSAGE).length);
});

describe('messageOf', () => {
  const label = { en: 'Vessel code', zh: '船舶代码' };
  const violation = { field: 'vslCde', key: MESSAGE.tooLong, params: { label, limit: 3 } };

  test('returns the message in the language of the reader', () => {
    expect(messageOf(violation, english, 'en-US')).toBe('Vessel code may have at most 3 characters');
    expect(messageOf(violation, chinese, 'zh-CN')).toBe('船舶代码不能超过 3 个字符');
  });

  test('prefers the message of the rule to that of the key', () => {
    expect(messageOf({ ...violation, message: { en: '{{label}}: no', zh: '{{label}}：否' } }, english, 'zh-CN')).toBe(
      '船舶代码：否',
    );
    expect(messageOf(violation, {}, 'en-US')).toBe(MESSAGE.tooLong);
  });
});

test.each<[string, Record<string, unknown>, 'en-US' | 'zh-CN', string]>([
  [
    '{{fields}}',
    {
      fields: [
        { en: 'A', zh: '甲' },
        { en: 'B', zh: '乙' },
      ],
    },
    'en-US',
    'A, B',
  ],
  [
    '{{fields}}',
    {
      fields: [
        { en: 'A', zh: '甲' },
        { en: 'B', zh: '乙' },
      ],
    },
    'zh-CN',
    '甲、乙',
  ],
  ['USD {{total, amount}} of {{total}}', { total: '-1234567.50' }, 'en-US', 'USD -1,234,567.50 of -1234567.50'],
  ['合计{{total, amount}}，上限{{limit, amount}}', { total: '1000.00', limit: '无' }, 'zh-CN', '合计 1,000.00，上限无'],
  ['{{rate}} is {{rate, percent}}', { rate: '0.2' }, 'en-US', '0.2 is 20 %'],
  ['{{rate}}即{{rate, percent}}，', { rate: '12.345' }, 'zh-CN', '12.345 即 1,234.5%，'],
  ['{{rate, percent}}', { rate: 'none' }, 'en-US', 'none'],
  ['{{missing}}{{nothing}}', { nothing: null }, 'en-US', ''],
  ['{{label}}不是有效的账号', { label: { en: 'IBAN', zh: 'IBAN' } }, 'zh-CN', 'IBAN 不是有效的账号'],
  ['{{label}}不能为空', { label: '碰撞责任 (RDC)' }, 'zh-CN', '碰撞责任 (RDC) 不能为空'],
  ['第{{n}}行：{{label}}，共{{total}}', { n: 3, label: '船名', total: '5 行' }, 'zh-CN', '第 3 行：船名，共 5 行'],
  ['“{{label}}”，{{label}} 与{{other}}', { label: 'RDC', other: '', n: 1 }, 'zh-CN', '“RDC”，RDC 与'],
  ['{{n}} {{n}} {n}', { n: 0 }, 'en-US', '0 0 {n}'],
  ['{{text}}', { text: '$& {{n}}', n: 1 }, 'en-US', '$& {{n}}'],
  ['there already[[: {{other}}]]', { other: 'C26' }, 'en-US', 'there already: C26'],
  ['there already[[: {{other}}]]', { other: '' }, 'en-US', 'there already'],
  ['已有案件[[ {{other}}]]，[[{{n}}]]', {}, 'zh-CN', '已有案件，'],
])('fillMessage(%s, %j) in %s is %s', (template, params, language, filled) => {
  expect(fillMessage(template, params, language)).toBe(filled);
});
