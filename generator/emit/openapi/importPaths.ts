import { canUpdateByImport } from '../../language/importable.ts';
import type { Entity } from '../../model/entity.ts';
import type { Json } from './json.ts';

const list = (properties: Json): Json => ({ type: 'array', items: { type: 'object', properties } });
const integer = { type: 'integer' };
const string = { type: 'string' };

/** Result of an import; for a dry run or a refused import, its expected result. */
const REPORT: Json = {
  type: 'object',
  required: [
    'rows',
    'created',
    'updated',
    'overwrites',
    'errors',
    'errorCount',
    'conflicts',
    'conflictCount',
    'errorFile',
  ],
  properties: {
    rows: integer,
    created: integer,
    updated: integer,
    overwrites: { ...integer, description: 'of the updated rows, those whose row in the file has no rev' },
    overwritesOfOthers: { ...integer, description: 'of these, the records that somebody else changed last' },
    errors: list({ row: integer, field: string, key: string, message: string, value: {}, level: { const: 'warning' } }),
    errorCount: integer,
    conflicts: {
      ...list({
        row: integer,
        id: string,
        fileRev: integer,
        rev: integer,
        updater: string,
        updaterName: { type: ['string', 'null'] },
        updateAt: string,
        fields: list({
          field: string,
          mine: {},
          theirs: {},
          original: { description: 'the value at fileRev; absent where the history does not give it' },
        }),
      }),
      description:
        'rows made from another rev than their record has now, at most 1000; each is one of the errors too, at the field rev',
    },
    conflictCount: integer,
    errorFile: { type: ['string', 'null'], description: 'address of the rows in error as a spreadsheet, for a day' },
  },
};

/** The schemas that the import's calls refer to. */
export const IMPORT_SCHEMAS: Json = { ImportReport: REPORT };
/** Reference to the schema of an import's report. */
export const IMPORT_RESULT: Json = { $ref: '#/components/schemas/ImportReport' };

const IMPORT = 'Import a spreadsheet: all rows or none';
const WITH_VERSIONS =
  'A row whose rev (column “Record version”, “记录版本” or “rev”) is not that of its record is a conflict, ' +
  'unless its values are those of the record; a row without a rev overwrites its record.';

/** Summary of the import of an entity, with the effect of the record version. */
export const importTexts = (entity: Entity): Json =>
  canUpdateByImport(entity) ? { summary: IMPORT, description: WITH_VERSIONS } : { summary: IMPORT };

/** Query parameters of an import; each can also be a part of the multipart body. */
export function importParameters(entity: Entity): Json[] {
  const dryRun = {
    name: 'dryRun',
    in: 'query',
    schema: { type: 'boolean', default: true, description: 'true: nothing is written' },
  };
  const overwrite = {
    name: 'overwrite',
    in: 'query',
    schema: {
      type: 'boolean',
      default: true,
      description: 'false: answers 409 and writes nothing where rows without a rev would change records',
    },
  };
  return canUpdateByImport(entity) ? [dryRun, overwrite] : [dryRun];
}

/** Description of `columns` of an export. */
export const exportColumns = (entity: Entity): string =>
  canUpdateByImport(entity)
    ? 'names joined by commas; all without it, then with rev as the last column for callers who may import. For a file to import again name rev too'
    : 'names joined by commas; all without it';
