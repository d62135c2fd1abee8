import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { didYouMean, nearestWord } from './nearest.ts';
import { pointer, type Problem } from './problem.ts';
import { LABELS, type Raw, type SourceFile, type Sources } from './source.ts';

/** What is wrong with the shape of a file, and what of it has to go, or be something else, for the rest to be read. */
export interface Fault {
  /** where it stands, as a JSON pointer */
  path: string;
  message: string;
  /** the part that cannot stay */
  part: string;
  /** what most likely was meant there; without it the part is left out */
  instead?: unknown;
}

/** Judges the files against the meta-schema: their shape and their words, not yet what they refer to. */
export function checkShape(sources: Sources, problems: Problem[]): void {
  const judge = (metaName: string, files: SourceFile[]) => {
    const faultsOf = shapeOf(sources, metaName);
    for (const source of files)
      if (sources.isJson(source))
        for (const { path, message } of faultsOf(source.json)) problems.push({ file: source.file, path, message });
  };
  judge('labels', [{ file: LABELS, name: 'labels', json: sources.labels }]);
  judge('entity', sources.entities);
  judge('machine', sources.machines);
}

/** Judges the shape of a file by one of the meta-schemas. */
export function shapeOf({ meta: metas }: Pick<Sources, 'meta'>, name: string): (json: Raw) => Fault[] {
  const meta = metas.get(name);
  if (!meta) return () => [];
  const validate = knownTo(metas).getSchema(String(meta['$id'])) as ValidateFunction;
  return (json) => (validate(json) ? [] : readableFaults(validate.errors ?? []));
}

/**
 * The meta-schemas that were asked for last, and the judge that knows them: whoever compiles while schemas are written
 * asks for the same again.
 */
let last: { text: string; ajv: Ajv2020 } | undefined;

function knownTo(meta: Sources['meta']): Ajv2020 {
  const text = JSON.stringify([...meta.values()]);
  if (last?.text === text) return last.ajv;
  // few files are judged by it: a test judges the meta-schemas themselves, and tidier code would cost more than it
  // saves
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  // a note of the meta-schemas for people (`docs/schema-reference.md`)
  ajv.addVocabulary(['x-effect']);
  for (const schema of meta.values()) ajv.addSchema(schema);
  last = { text, ajv };
  return ajv;
}

/** Ajv's errors in an author's words, without the echoes that combinators add. */
function readableFaults(errors: ErrorObject[]): Fault[] {
  const combinators = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', '$ref', 'propertyNames']);
  const exact = errors.filter((error) => !combinators.has(error.keyword));
  // an unevaluated property is only an echo where a deeper error made its branch fail
  const deeper = (path: string) => exact.some((error) => error.instancePath.startsWith(`${path}/`));
  const kept = exact.filter(
    (error) =>
      error.keyword !== 'unevaluatedProperties' ||
      !deeper(`${error.instancePath}/${String(error.params['unevaluatedProperty'])}`),
  );
  // a word that does not fit the kind says nothing where the kind itself is none
  const ofNoKind = new Set(
    errors
      .filter(({ keyword, data }) => keyword === 'enum' && String(data).startsWith(KIND))
      .map(({ instancePath }) => instancePath.slice(0, instancePath.lastIndexOf('/'))),
  );
  const told = (kept.length > 0 ? kept : errors).filter(
    ({ keyword, instancePath }) =>
      keyword !== 'false schema' || !ofNoKind.has(instancePath.slice(0, instancePath.lastIndexOf('/'))),
  );
  const faults = told.map((error): Fault => ({
    path: error.instancePath,
    message: message(error),
    ...partAtFault(error),
  }));
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()];
}

const UNKNOWN_TEXT = '…';

/** What of the file has to go for an error, or what it may have meant. */
function partAtFault({ keyword, instancePath, params, data }: ErrorObject): Pick<Fault, 'part' | 'instead'> {
  switch (keyword) {
    case 'unevaluatedProperties':
    case 'additionalProperties':
      return { part: pointer(instancePath, String(params['unevaluatedProperty'] ?? params['additionalProperty'])) };
    case 'required': {
      const missing = String(params['missingProperty']);
      const instead: Raw = {
        en: UNKNOWN_TEXT,
        zh: UNKNOWN_TEXT,
        label: { en: UNKNOWN_TEXT, zh: UNKNOWN_TEXT },
        'x-label': { en: UNKNOWN_TEXT, zh: UNKNOWN_TEXT },
      };
      return missing in instead
        ? { part: pointer(instancePath, missing), instead: instead[missing] }
        : { part: instancePath };
    }
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String);
      const lead = allowed[0]!.startsWith(KIND) ? KIND : '';
      const nearest = nearestWord(
        String(data).replace(lead, ''),
        allowed.map((value) => value.replace(lead, '')),
      );
      return { part: instancePath, ...(nearest === undefined ? {} : { instead: `${lead}${nearest}` }) };
    }
    default:
      return { part: instancePath };
  }
}

function message(error: ErrorObject): string {
  switch (error.keyword) {
    case 'unevaluatedProperties':
    case 'additionalProperties': {
      const word = String(error.params['unevaluatedProperty'] ?? error.params['additionalProperty']);
      return `unknown word "${word}"${didYouMean(word, knownWords(error))}`;
    }
    case 'required':
      return `"${String(error.params['missingProperty'])}" is missing`;
    case 'enum': {
      const allowed = error.params['allowedValues'] as unknown[];
      if (String(allowed[0]).startsWith(KIND)) return noKind(String(error.data), allowed.map(String));
      return `${JSON.stringify(error.data)} is not one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}${didYouMean(String(error.data), allowed.map(String))}`;
    }
    case 'pattern':
      return `${JSON.stringify(error.data)} does not have the form ${String(error.params['pattern'])}`;
    case 'type':
      return `expected ${String(error.params['type'])}, found ${JSON.stringify(error.data)?.slice(0, 60)}${meant(error)}`;
    case 'minLength':
      return Number(error.params['limit']) === 1
        ? 'is empty'
        : `has fewer than ${String(error.params['limit'])} characters`;
    case 'minItems':
      return Number(error.params['limit']) === 1
        ? 'is an empty list'
        : `has fewer than ${String(error.params['limit'])} entries`;
    case 'uniqueItems':
      return `entries ${Number(error.params['j']) + 1} and ${Number(error.params['i']) + 1} are the same`;
    case 'false schema':
      return 'this word does not go with the others here';
    default:
      return error.message ?? error.keyword;
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
  if (
    (type === 'integer' || type === 'number') &&
    typeof data === 'string' &&
    data.trim() !== '' &&
    !Number.isNaN(Number(data))
  )
    return `; write ${Number(data)}`;
  if (type === 'boolean' && (data === 'true' || data === 'false')) return `; write ${data}`;
  return type === 'string' && (typeof data === 'number' || typeof data === 'boolean') ? `; write "${data}"` : '';
}

/** The words that the schema of an object allows, for a suggestion. */
function knownWords(error: ErrorObject): string[] {
  const parent = error.parentSchema as Raw | undefined;
  const words = new Set(Object.keys((parent?.['properties'] as Raw | undefined) ?? {}));
  return [...words];
}
