import { MESSAGE } from '../../../../generator/language/messageKeys.ts';
import type { Context } from '../../context.ts';
import { entityNamed } from '../../kernel.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import { ofCompaniesFilter } from '../../read/access.ts';
import { allByKey, keyOf } from '../../read/byKey.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import type { IncomingRow } from './incomingRow.ts';
import { keyParts, parseKey, type KeyPart } from '../../../spreadsheet/keyText.ts';

const isId = (text: string): boolean => /^\d+$/.test(text);

/**
 * Replaces keys of referenced rows, such as `2026 / Premium-PI`, by the ids of the rows. A text of digits already is an
 * id. A key without a row, or with several, becomes a violation of the row of the file.
 */
export async function findReferences(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly Pick<IncomingRow, 'values' | 'texts' | 'violations'>[],
  context: Context,
): Promise<void> {
  for (const { name, kind, label, ref } of runtime.entity.fields) {
    if (kind !== 'ref' || ref?.by !== 'id') continue;
    const target = entityNamed(kernel, ref.entity);
    const parts = keyParts(target.entity, (entity) => entityNamed(kernel, entity).entity);
    const unresolved = rows.filter(({ values }) => typeof values[name] === 'string' && !isId(values[name]));
    if (!parts || unresolved.length === 0) continue;
    const texts = new Set(unresolved.map(({ values }) => String(values[name])));
    const found = await idsByKey(kernel, target, { parts, texts }, context);
    for (const row of unresolved) {
      const ids = found.get(String(row.values[name])) ?? [];
      if (ids.length === 1) {
        row.texts = { [name]: row.values[name], ...row.texts };
        row.values[name] = ids[0];
      } else
        row.violations.push({
          field: name,
          key: ids.length === 0 ? MESSAGE.referenceMissing : UPLOAD.severalRecords,
          params: { label },
        });
    }
  }
}

/** The ids of the rows with each of some keys of an entity. */
async function idsByKey(
  kernel: Kernel,
  target: EntityRuntime,
  { parts, texts }: { parts: readonly KeyPart[]; texts: ReadonlySet<string> },
  context: Context,
): Promise<Map<string, string[]>> {
  const keys = new Map([...texts].map((text) => [text, parseKey(parts, text)]));
  const rows = [...keys.values()].filter((values) => values !== undefined);
  for (const { field, of } of parts) {
    if (!of) continue;
    const parent = entityNamed(kernel, field.ref!.entity);
    const found = await idsByKey(
      kernel,
      parent,
      { parts: of, texts: new Set(rows.map((row) => String(row[field.name]))) },
      context,
    );
    for (const row of rows) row[field.name] = found.get(String(row[field.name]))?.[0];
  }
  const { key } = target.entity;
  const found = await allByKey(target, { key, rows }, context, {
    filter: (values) => ofCompaniesFilter({ kernel, context, values }, target),
  });
  return new Map(
    [...keys].map(([text, values]) => [
      text,
      (values && found.get(keyOf(key, values) ?? ''))?.map(({ id }) => String(id)) ?? [],
    ]),
  );
}
