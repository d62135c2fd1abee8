import { MESSAGE } from '../../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import type { Context } from '../../context.ts';
import { entityNamed } from '../../kernel.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { ofCompaniesFilter } from '../../read/access.ts';
import { keyOf, rowsByKey } from '../../read/byKey.ts';
import { keyFields, parseKey } from '../../../spreadsheet/keyText.ts';

const isId = (text: string): boolean => /^\d+$/.test(text);

/**
 * Replaces keys of referenced rows, such as `2026 / Premium-PI`, by the ids of the rows. A text of digits already is an
 * id. An unknown key becomes a violation of the row of the file.
 */
export async function findReferences(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly { values: Row; violations: Violation[] }[],
  context: Context,
): Promise<void> {
  for (const { name, kind, label, ref } of runtime.entity.fields) {
    if (kind !== 'ref' || ref?.by !== 'id') continue;
    const target = entityNamed(kernel, ref.entity);
    const key = keyFields(target.entity);
    const unresolved = rows.filter(({ values }) => typeof values[name] === 'string' && !isId(values[name]));
    if (!key || unresolved.length === 0) continue;
    const keys = new Map(
      [...new Set(unresolved.map(({ values }) => String(values[name])))].map((text) => [text, parseKey(key, text)]),
    );
    const found = await rowsByKey(
      target,
      { key: target.entity.key, rows: [...keys.values()].filter((values) => values !== undefined) },
      context,
      { filter: (values) => ofCompaniesFilter({ kernel, context, values }, target) },
    );
    for (const row of unresolved) {
      const values = keys.get(String(row.values[name]));
      const id = values && found.get(keyOf(target.entity.key, values) ?? '')?.['id'];
      if (id === undefined) row.violations.push({ field: name, key: MESSAGE.referenceMissing, params: { label } });
      else row.values[name] = id;
    }
  }
}
