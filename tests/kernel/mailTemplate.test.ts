import { expect, test } from 'vitest';
import { fillTemplate } from '../../server/domain/mail/template.ts';
import { productEntity } from './productModel.ts';

const TEXT =
  '<ul><li>Vessel: {vslNme}</li><li>Bill of lading: {blRefCde}</li><li>Reserve: {estimatedAmt}</li></ul><p>{remark}</p>';
const fill = (row: Record<string, unknown>): string => fillTemplate(TEXT, productEntity('claim'), row, { side: 'en' });

test('a mail omits the lines that do not apply to its case, groups digits and marks what is missing', () => {
  expect(fill({ vslNme: 'DAWN', blRefCde: 'N/A', estimatedAmt: '26000', remark: null })).toBe(
    '<ul><li>Vessel: DAWN</li><li>Reserve: 26,000.00</li></ul><p>…</p>',
  );
  expect(fill({ vslNme: 'DAWN', blRefCde: 'HLSHA1', estimatedAmt: '5.00', remark: 'Text' })).toBe(
    '<ul><li>Vessel: DAWN</li><li>Bill of lading: HLSHA1</li><li>Reserve: 5.00</li></ul><p>Text</p>',
  );
});
