import { withoutAbsent } from '../compile/field.ts';
import { ruleName } from '../compile/names.ts';
import type { Raw } from '../compile/source.ts';
import { sqlOf } from '../emit/ddl/expressions.ts';
import { liveOf, quoteAll } from '../emit/ddl/sql.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Keyword } from './keyword.ts';
import { entriesOf } from './ruleText.ts';

/** An index for statements of business code. */
interface Index {
  id: string;
  fields: string[];
  /** CEL on the row: only rows for which it is true are in the index */
  where?: string;
}

declare module '../model/entity.ts' {
  interface Entity {
    indexes?: Index[];
  }
}

/** `x-indexes`: indexes for statements of business code. */
export const indexes: Keyword<Raw[]> = {
  word: 'x-indexes',
  layers: ['database'],
  bindsTable: true,
  takesSpec: false,
  compile(word, entity) {
    if (!word) return;
    entity.indexes = entriesOf(word).map((entry) =>
      withoutAbsent<Index>({
        id: String(entry['id']),
        fields: entry['fields'] as string[],
        where: entry['where'] as string | undefined,
      }),
    );
  },
  link({ indexes: own = [] }, { fields }) {
    own.forEach((index, at) => fields(index.fields, ['x-indexes', at, 'fields']));
  },
  checkExpressions({ indexes: own = [] }, { stored }) {
    own.forEach(({ where }, at) => stored(where, ['x-indexes', at, 'where']));
  },
  ddl: (entity, { model }) => ({
    indexes: (entity.indexes ?? []).map((index) => ({
      name: ruleName(entity, index.id, 'index'),
      unique: false,
      definition: `using btree (${quoteAll(index.fields)}) where ${rowsOf(entity, index, model)}`,
    })),
  }),
};

/** @throws Error for a `where` that cannot be printed as SQL, which the compiler refuses */
function rowsOf(entity: Entity, { id, where }: Index, model: Model): string {
  if (where === undefined) return liveOf(entity);
  const printed = sqlOf(where, entity, model);
  if ('reason' in printed) throw new Error(`${entity.name}: "where" of ${id} has no form in SQL: ${printed.reason}`);
  return `${liveOf(entity)} and (${printed.sql})`;
}
