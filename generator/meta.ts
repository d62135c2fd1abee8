import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { didYouMean } from './nearest.ts';
import type { Problem } from './problem.ts';
import type { Raw, SourceFile, Sources } from './source.ts';

/** Judges the files against the meta-schema: their shape and their words, not yet what they refer to. */
export function checkShape(sources: Sources, problems: Problem[]): void {
  const ajv = knownTo(sources.meta);
  const unparsed = new Set(problems.map(({ file }) => file));
  const judge = (metaName: string, files: SourceFile[]) => {
    const meta = sources.meta.get(metaName);
    if (!meta) return;
    const validate = ajv.getSchema(String(meta['$id'])) as ValidateFunction;
    for (const { file, json } of files) {
      if (unparsed.has(file) || validate(json)) continue;
      for (const problem of readableProblems(validate.errors ?? [])) problems.push({ file, ...problem });
    }
  };
  judge('entity', sources.entities);
  judge('machine', sources.machines);
}

/** The meta-schemas that were asked for last, and the judge that knows them: whoever compiles while schemas are written asks for the same again. */
let last: { text: string; ajv: Ajv2020 } | undefined;

function knownTo(meta: Sources['meta']): Ajv2020 {
  const text = JSON.stringify([...meta.values()]);
  if (last?.text === text) return last.ajv;
  // few files are judged by it: a test judges the meta-schemas themselves, and tidier code would cost more than it saves
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true, verbose: true, allowUnionTypes: true, validateSchema: false, inlineRefs: false, code: { optimize: false } });
  // a note of the meta-schemas for people (`docs/schema-reference.md`)
  ajv.addVocabulary(['x-effect']);
  for (const schema of meta.values()) ajv.addSchema(schema);
  last = { text, ajv };
  return ajv;
}

/** Ajv's errors in an author's words, without the echoes that combinators add. */
function readableProblems(errors: ErrorObject[]): { path: string; message: string }[] {
  const combinators = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', '$ref', 'propertyNames']);
  const exact = errors.filter((error) => !combinators.has(error.keyword));
  // an unevaluated property is only an echo where a deeper error made its branch fail
  const deeper = (path: string) => exact.some((error) => error.instancePath.startsWith(`${path}/`));
  const kept = exact.filter((error) =>
    error.keyword !== 'unevaluatedProperties' || !deeper(`${error.instancePath}/${String(error.params['unevaluatedProperty'])}`));
  const lines = (kept.length > 0 ? kept : errors).map((error) => ({ path: error.instancePath, message: message(error) }));
  return [...new Map(lines.map((line) => [`${line.path} ${line.message}`, line])).values()];
}

function message(error: ErrorObject): string {
  switch (error.keyword) {
    case 'unevaluatedProperties':
    case 'additionalProperties': {
      const word = String(error.params['unevaluatedProperty'] ?? error.params['additionalProperty']);
      return `unknown word "${word}"${didYouMean(word, knownWords(error))}`;
    }
    case 'required': return `"${String(error.params['missingProperty'])}" is missing`;
    case 'enum': {
      const allowed = error.params['allowedValues'] as unknown[];
      if (String(allowed[0]).startsWith(KIND)) return noKind(String(error.data), allowed.map(String));
      return `${JSON.stringify(error.data)} is not one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}${didYouMean(String(error.data), allowed.map(String))}`;
    }
    case 'pattern': return `${JSON.stringify(error.data)} does not have the form ${String(error.params['pattern'])}`;
    case 'type': return `expected ${String(error.params['type'])}, found ${JSON.stringify(error.data)?.slice(0, 60)}${meant(error)}`;
    default: return error.message ?? error.keyword;
  }
}

const KIND = 'kinds.json#/$defs/';

/** A kind that is none, with the nearest one; all would fill the screen. */
function noKind(found: string, allowed: readonly string[]): string {
  const short = (value: string): string => value.replace(KIND, '');
  return `there is no kind "${short(found)}"${didYouMean(short(found), allowed.map(short))} (${allowed.length} kinds, see docs/schema-authors.md)`;
}

/** What an author most likely meant by a value of another type. */
function meant({ params, data }: ErrorObject): string {
  const type = String(params['type']);
  if (type === 'array' && typeof data === 'string') return `; write ${JSON.stringify([data])}`;
  if ((type === 'integer' || type === 'number') && typeof data === 'string' && data.trim() !== '' && !Number.isNaN(Number(data))) return `; write ${Number(data)}`;
  if (type === 'boolean' && (data === 'true' || data === 'false')) return `; write ${data}`;
  return type === 'string' && (typeof data === 'number' || typeof data === 'boolean') ? `; write "${data}"` : '';
}

/** The words that the schema of an object allows, for a suggestion. */
function knownWords(error: ErrorObject): string[] {
  const parent = error.parentSchema as Raw | undefined;
  const words = new Set(Object.keys((parent?.['properties'] as Raw | undefined) ?? {}));
  return [...words];
}
