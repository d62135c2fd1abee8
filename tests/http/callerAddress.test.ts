import { describe, expect, test } from 'vitest';
import { BadSetting, readConfig } from '../../server/config.ts';
import { addressGroup, readAddress } from '../../server/routes/address.ts';
import { isIntranet, originOf } from '../../server/routes/caller.ts';

test.each<[string, string | undefined]>([
  ['203.0.113.9', '203.0.113.9'],
  [' 203.0.113.9 ', '203.0.113.9'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::ffff:102:304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
  ['2001:DB8::0001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['', undefined],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['localhost', undefined],
  ['1.2.3.4:', undefined],
  ['1.2.3.4:port', undefined],
  ['1.2.3', undefined],
  ['0127.0.0.1', undefined],
  ['2130706433', undefined],
  ['1.2.3.4, 5.6.7.8', undefined],
  ['[2001:db8::1', undefined],
])('the address %j is %s', (text, address) => {
  expect(readAddress(text)).toBe(address);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
])('%s is limited as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

describe('socket address × TRUST_PROXY × headers → address, in the intranet or not', () => {
  const forwarded = (value: string) => ({ 'x-forwarded-for': value });
  test.each<[string, string, Record<string, string>, string, boolean]>([
    // no proxy forwarded the call
    ['127.0.0.1', 'false', {}, '127.0.0.1', true],
    ['10.0.0.5', 'true', {}, '10.0.0.5', true],
    ['203.0.113.9', 'true', {}, '203.0.113.9', false],
    ['2001:db8::1', 'false', {}, '2001:db8::1', false],
    ['fd00::1', 'false', {}, 'fd00::1', true],
    // headers that no setting trusts
    ['127.0.0.1', 'false', forwarded('10.1.1.1'), '127.0.0.1', false],
    ['203.0.113.9', 'false', forwarded('10.1.1.1'), '203.0.113.9', false],
    ['10.0.0.5', 'false', { 'x-real-ip': '127.0.0.1' }, '10.0.0.5', false],
    ['10.0.0.5', 'false', { forwarded: 'for=127.0.0.1' }, '10.0.0.5', false],
    ['10.0.0.5', 'false', { 'x-forwarded-host': 'bordereau.example' }, '10.0.0.5', false],
    ['10.0.0.5', 'false', { via: '1.1 proxy' }, '10.0.0.5', false],
    // true: trusts a proxy on this machine only
    ['127.0.0.1', 'true', forwarded('10.1.1.1'), '10.1.1.1', true],
    ['::1', 'true', forwarded('10.1.1.1'), '10.1.1.1', true],
    ['127.0.0.1', 'true', forwarded('203.0.113.9'), '203.0.113.9', false],
    ['127.0.0.1', 'true', forwarded('127.0.0.1'), '127.0.0.1', true],
    ['127.0.0.1', 'true', forwarded('10.1.1.1:5678'), '10.1.1.1', true],
    ['127.0.0.1', 'true', forwarded('[2001:db8::7]:443'), '2001:db8::7', false],
    ['127.0.0.1', 'true', forwarded('::ffff:10.1.1.1'), '10.1.1.1', true],
    ['203.0.113.9', 'true', forwarded('10.1.1.1'), '203.0.113.9', false],
    ['10.0.0.5', 'true', forwarded('10.1.1.1'), '10.0.0.5', false],
    ['10.0.0.5', 'true', { 'x-real-ip': '10.1.1.1' }, '10.0.0.5', false],
    // the proxy appends its entry to the right of what the caller sent
    ['127.0.0.1', 'true', forwarded('10.1.1.1, 203.0.113.9'), '203.0.113.9', false],
    ['127.0.0.1', 'true', forwarded('127.0.0.1, 203.0.113.9'), '203.0.113.9', false],
    ['127.0.0.1', 'true', forwarded('203.0.113.9, 127.0.0.1'), '203.0.113.9', false],
    // a trusted proxy that names no caller
    ['127.0.0.1', 'true', forwarded(''), '127.0.0.1', false],
    ['127.0.0.1', 'true', forwarded('unknown'), '127.0.0.1', false],
    ['127.0.0.1', 'true', forwarded('10.1.1.1, garbage'), '127.0.0.1', false],
    ['127.0.0.1', 'true', { 'x-real-ip': '10.1.1.1' }, '127.0.0.1', false],
    ['127.0.0.1', 'true', { forwarded: 'for=10.1.1.1' }, '127.0.0.1', false],
    [
      '127.0.0.1',
      'true',
      { ...forwarded('203.0.113.9'), 'x-real-ip': '10.1.1.1', forwarded: 'for=10.1.1.1' },
      '203.0.113.9',
      false,
    ],
    // a list: trusts these proxies only, no longer this machine
    ['10.0.0.5', '10.0.0.5', forwarded('10.1.1.1'), '10.1.1.1', true],
    ['10.0.0.6', '10.0.0.5', forwarded('10.1.1.1'), '10.0.0.6', false],
    ['127.0.0.1', '10.0.0.5', forwarded('10.1.1.1'), '127.0.0.1', false],
    ['198.51.100.7', '198.51.100.0/24, 2001:db8:5::/48', forwarded('10.1.1.1, 2001:db8:5::9'), '10.1.1.1', true],
    [
      '198.51.100.7',
      '198.51.100.0/24, 2001:db8:5::/48',
      forwarded('10.1.1.1, 203.0.113.9, 2001:db8:5::9'),
      '203.0.113.9',
      false,
    ],
  ])('%s × %s × %j', (socket, setting, headers, address, intranet) => {
    const config = readConfig({ TRUST_PROXY: setting });
    const origin = originOf(socket, (name) => headers[name], config);
    expect(origin.address).toBe(address);
    expect(origin.isCertain && isIntranet(origin.address, config)).toBe(intranet);
  });
});

test.each(['yes', '1', 'TRUE', '10.0.0.0/33', '10.0.0.5,', 'proxy.example', '::1/129'])(
  'TRUST_PROXY=%s stops the start with one line',
  (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow(BadSetting);
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow(/^TRUST_PROXY: "[^\n]*$/);
  },
);
