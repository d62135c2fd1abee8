import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileModel } from '../../generator/compile/compile.ts';
import type { Model } from '../../generator/model/entity.ts';
import { SchemaProblems, type SchemaProblem } from '../../generator/compile/problem.ts';
import type { Raw } from '../../generator/compile/source.ts';

const SCHEMAS = join(import.meta.dirname, '../../schemas');

// Test files of one worker share this module, so their hooks must not create or remove the folder.
const folder = mkdtempSync(join(tmpdir(), 'bordereau-schemas-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
/** Meta schemas, machines and field kinds of the product, to compile the files with. */
export const vocabulary = join(folder, 'vocabulary');
for (const part of ['meta', 'machines', 'kinds.json', 'labels.json'])
  cpSync(join(SCHEMAS, part), join(vocabulary, part), { recursive: true });

let count = 0;

/** Writes schema files, each from an object or a text, and returns their folder. */
export function writeSchemas(files: Record<string, Raw | string>): string {
  const root = join(folder, `root-${++count}`);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

/** Problems of the files, without their places on the disk; empty when they compile. */
export function problemsOf(files: Record<string, Raw | string>): readonly SchemaProblem[] {
  try {
    compileModel([vocabulary, writeSchemas(files)]);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return error.problems.map(({ place: _, ...problem }) => problem);
  }
}

/** The model of valid files. */
export const modelOf = (files: Record<string, Raw | string>): Model => compileModel([vocabulary, writeSchemas(files)]);

export const label = { en: 'Crane', zh: '起重机' };
export const field = (kind: string, more: Raw = {}): Raw => ({
  $ref: `kinds.json#/$defs/${kind}`,
  'x-label': label,
  ...more,
});

/** A valid entity with additional keywords and fields. */
export const crane = (words: Raw = {}, fields: Raw = {}): Raw => ({
  $id: 'crane',
  'x-entity': { area: 'yard', label, key: ['craneNo'] },
  required: ['craneNo'],
  properties: {
    craneNo: field('code'),
    lift: field('decimal'),
    built: field('date'),
    status: field('choice', { readOnly: true }),
    ...fields,
  },
  ...words,
});
export const hook = (fields: Raw = {}): Raw => ({
  $id: 'hook',
  'x-entity': { area: 'yard', label, key: ['hookNo'] },
  properties: { hookNo: field('code'), craneId: field('ref', { 'x-ref': { entity: 'crane', by: 'id' } }), ...fields },
});

export const state = (code: string, more: Raw = {}): Raw => ({ code, label, ...more });
export const transition = (action: string, from: string, to: string, more: Raw = {}): Raw => ({
  action,
  label,
  from: [from],
  to,
  ...more,
});
export const machine = (states: Raw[], transitions: Raw[], initial = 'Low'): Raw => ({
  'x-machine': { field: 'status', initial, states, transitions },
});
/** Keywords of an entity with one rule, reported at the field "lift". */
export const rule = (assert: string, more: Raw = {}): Raw => ({
  'x-rule': [{ id: 'a-rule', assert, at: ['lift'], ...more }],
});
