import { withoutAbsent } from '../compile/field.ts';
import type { LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Raw } from '../compile/source.ts';
import { isSame } from '../diff/change.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import type { Entity } from '../model/entity.ts';
import type { Import, Layout, StatedTotal } from '../model/import.ts';
import type { Keyword } from './keyword.ts';

/** Maximum number of rows of a file, unless the schema states one. */
const DEFAULT_MAX = 50_000;

/** `x-import`: import from a spreadsheet. */
export const importKeyword: Keyword<Raw> = {
  word: 'x-import',
  layers: [],
  compile(word, entity, { key }) {
    if (word) entity.import = compileImport(word, key);
  },
  link(entity, context) {
    if (!entity.import) return;
    context.fields(entity.import.key, ['x-import', 'key']);
    linkTotals(entity, context);
    checkLayouts(entity, context.report);
  },
  diff(before, after, notes) {
    if (isSame(before.import, after.import)) return;
    notes.break(
      'staff',
      after.import
        ? `the import of files changes: key ${after.import.key.join(', ')}, ${after.import.mode}, at most ${after.import.max} rows`
        : 'files can no longer be imported',
    );
  },
};

const compileImport = (word: Raw, key: string[]): Import =>
  withoutAbsent<Import>({
    key: [word['key'] ?? key].flat() as string[],
    mode: word['mode'] as Import['mode'],
    max: Number(word['max'] ?? DEFAULT_MAX),
    totals: word['totals'] as StatedTotal[] | undefined,
    formats: word['formats'] as string[] | undefined,
    layouts: (word['layouts'] as Raw[] | undefined)?.map(
      ({ id, label, columns }) => ({ id, label, columns }) as Layout,
    ),
  });

/** Checks that a stated total and its addends are amounts. */
function linkTotals(entity: Entity, { field, fields, report }: LinkContext): void {
  entity.import?.totals?.forEach(({ of, equals, per }, index) => {
    const at = ['x-import', 'totals', index];
    fields(per, [...at, 'per']);
    for (const [word, name] of Object.entries({ of, equals })) {
      field(name, [...at, word]);
      const kind = entity.fields.find((one) => one.name === name)?.kind;
      if (kind !== undefined && KINDS[kind].cel !== 'Decimal') report.add([...at, word], `"${name}" is no amount`);
    }
  });
}

/** Checks that layouts have unique ids, and that each maps only writable fields, and no field twice. */
function checkLayouts({ import: word, fields }: Entity, report: Report): void {
  const ids = new Set<string>();
  word?.layouts?.forEach(({ id, columns }, index) => {
    const at = ['x-import', 'layouts', index];
    if (ids.has(id)) report.add([...at, 'id'], `"${id}" names another layout already`);
    ids.add(id);
    const mapped = new Set<string>();
    for (const [heading, name] of Object.entries(columns)) {
      const field = fields.find((one) => one.name === name);
      if (!field)
        report.unknown(
          [...at, 'columns', heading],
          'field',
          name,
          fields.map((one) => one.name),
        );
      else if (field.readOnly) report.add([...at, 'columns', heading], `"${name}" is read-only: no file can give it`);
      if (mapped.has(name)) report.add([...at, 'columns', heading], `another heading is "${name}" already`);
      mapped.add(name);
    }
  });
}
