import { expect, test } from 'vitest';
import { valueFor } from '../../../web/records/list/valueFor.ts';
import { fieldOf } from '../language/model.ts';

const name = fieldOf('roleName', 'text', { zh: 'roleNameCh' });

test.each([
  ['the Chinese text to a Chinese reader', 'zh', name, { roleName: 'Viewer', roleNameCh: '只读用户' }, '只读用户'],
  ['the text itself where there is no Chinese one', 'zh', name, { roleName: 'Viewer', roleNameCh: null }, 'Viewer'],
  ['the text itself to an English reader', 'en', name, { roleName: 'Viewer', roleNameCh: '只读用户' }, 'Viewer'],
  ['a text that has no other', 'zh', fieldOf('remark', 'text'), { remark: 'x', remarkCh: 'y' }, 'x'],
] as const)('a list shows %s', (_, side, field, row, shown) => {
  expect(valueFor(side, field, row)).toBe(shown);
});
