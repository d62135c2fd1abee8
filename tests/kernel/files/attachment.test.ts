import { describe, expect, test } from 'vitest';
import { ATTACHMENT_MESSAGE as KEY, attachmentProblem, shownFileName } from '../../../generator/language/attachment.ts';

const LIMIT = 7_864_320;

describe('a name and a size', () => {
  test.each([
    ['a.png', 1],
    ['a.jpg', 1],
    ['a.jpeg', LIMIT],
    ['a.pdf', LIMIT],
    ['a.doc', 1],
    ['a.docx', 1],
    ['SURVEY.PDF', 1],
    ['检验报告.Docx', 1],
    ['2024.01.31 report v1.2.pdf', 1],
    ['invoice.docx.pdf', 1],
    ['mail from x@cosco.com.pdf', 1],
    [`${'报'.repeat(996)}.pdf`, 1],
  ])('accepts %s of %d bytes', (name, size) => {
    expect(attachmentProblem(name, size)).toBeUndefined();
  });

  test.each([
    ['a.exe', 1, KEY.blacklisted],
    ['a.EXE', 1, KEY.blacklisted],
    ['a.js', 1, KEY.blacklisted],
    ['a.html', 1, KEY.blacklisted],
    ['a.svg', 1, KEY.blacklisted],
    ['a.com', 1, KEY.blacklisted],
    ['a.docm', 1, KEY.blacklisted],
    ['a.pdf.exe', 1, KEY.blacklisted],
    ['a.exe.pdf', 1, KEY.blacklistedInside],
    ['a.php.jpg', 1, KEY.blacklistedInside],
    ['a.exe .pdf', 1, KEY.blacklistedInside],
    ['a.Exe.v2.pdf', 1, KEY.blacklistedInside],
    ['a.xlsx', 1, KEY.notAccepted],
    ['a.gif', 1, KEY.notAccepted],
    ['a.txt', 1, KEY.notAccepted],
    ['a.zip', 1, KEY.notAccepted],
    ['a', 1, KEY.notAccepted],
    ['', 1, KEY.notAccepted],
    ['pdf', 1, KEY.notAccepted],
    ['a.ｐdf', 1, KEY.notAccepted],
    ['a.constructor', 1, KEY.notAccepted],
    [`${'x'.repeat(997)}.pdf`, 1, KEY.nameTooLong],
    ['a.pdf', 0, KEY.empty],
    ['a.pdf', LIMIT + 1, KEY.tooLarge],
  ])('refuses %s of %d bytes with %s', (name, size, key) => {
    expect(attachmentProblem(name, size)?.key).toBe(key);
  });
});

test.each([
  ['a.pdf', 'a.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\fakepath\\a.pdf', 'a.pdf'],
  ['/a/b\\c.pdf', 'c.pdf'],
  ['a\u0000.exe\u0000.pdf', 'a.exe.pdf'],
  ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['cod\u202efdp.exe', 'codfdp.exe'],
  ['\u200ba\ufeff.pdf', 'a.pdf'],
  ['a\ud800.pdf', 'a\ufffd.pdf'],
  ['a.exe. . ', 'a.exe'],
  ['  a.pdf', 'a.pdf'],
  ['e\u0301.pdf', 'é.pdf'],
  ['检验 报告（终稿）.pdf', '检验 报告（终稿）.pdf'],
  ['👩‍🚢.pdf', '👩🚢.pdf'],
  ['...', ''],
])('shows the name %j as %j', (name, shown) => {
  expect(shownFileName(name)).toBe(shown);
});
