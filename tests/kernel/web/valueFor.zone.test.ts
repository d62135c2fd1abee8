import { expect, test } from 'vitest';
import { valueFor } from '../../../web/records/list/valueFor.ts';
import { fieldOf } from '../language/model.ts';

const name = fieldOf('roleName', 'text', { zh: 'roleNameCh' });

test.each([
  ['the Chinese text to a Chinese user', 'zh', name, { roleName: 'Viewer', roleNameCh: '只读用户' }, '只读用户'],
  ['the text itself if there is no Chinese one', 'zh', name, { roleName: 'Viewer', roleNameCh: null }, 'Viewer'],
  ['the text itself to an English user', 'en', name, { roleName: 'Viewer', roleNameCh: '只读用户' }, 'Viewer'],
  ['a text without a Chinese one', 'zh', fieldOf('remark', 'text'), { remark: 'x', remarkCh: 'y' }, 'x'],
] as const)('a list shows %s', (_, side, field, row, shown) => {
  expect(valueFor(side, field, row)).toBe(shown);
});
