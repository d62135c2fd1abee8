import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { didYouMean, nearestWord } from './nearest.ts';
import { pointer, type Problem } from './problem.ts';
import { LABELS, type Raw, type SourceFile, type Sources } from './source.ts';

/** A fault in the shape of a file, and the part to remove or replace so that the rest can be read. */
export interface Fault {
  /** JSON pointer */
  path: string;
  message: string;
  /** the part to remove, as a JSON pointer */
  part: string;
  /** the value that was most likely meant; the part is removed without it */
  instead?: unknown;
}

/** Validates the shape and keywords of the files by the meta-schema; references are checked later. */
export function checkShape(sources: Sources, problems: Problem[]): void {
  const validate = (metaName: string, files: SourceFile[]) => {
    const faultsOf = shapeOf(sources, metaName);
    for (const source of files)
      if (sources.isJson(source))
        for (const { path, message } of faultsOf(source.json)) problems.push({ file: source.file, path, message });
  };
  validate('labels', [{ file: LABELS, name: 'labels', json: sources.labels }]);
  validate('entity', sources.entities);
  validate('machine', sources.machines);
}

/** Returns a function that validates the shape of a file by a meta-schema. */
export function shapeOf({ meta: metas }: Pick<Sources, 'meta'>, name: string): (json: Raw) => Fault[] {
  const meta = metas.get(name);
  if (!meta) return () => [];
  const validate = knownTo(metas).getSchema(String(meta['$id'])) as ValidateFunction;
  return (json) => (validate(json) ? [] : readableFaults(validate.errors ?? []));
}

/**
 * The validator of the last meta-schemas, kept because repeated compilation, as during development, uses the same ones.
 */
let last: { text: string; ajv: Ajv2020 } | undefined;

function knownTo(meta: Sources['meta']): Ajv2020 {
  const text = JSON.stringify([...meta.values()]);
  if (last?.text === text) return last.ajv;
  // without validation of the meta-schemas, which a test does, and without optimized code, which costs more than it
  // saves for few files
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
  // a note in the meta-schemas for `docs/schema-reference.md`
  ajv.addVocabulary(['x-effect']);
  for (const schema of meta.values()) ajv.addSchema(schema);
  last = { text, ajv };
  return ajv;
}

/** Describes Ajv's errors to an author, without the repetitions of combinators. */
function readableFaults(errors: ErrorObject[]): Fault[] {
  const combinators = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', '$ref', 'propertyNames']);
  const exact = errors.filter((error) => !combinators.has(error.keyword));
  // an unevaluated property only repeats a deeper error that made its branch fail
  const deeper = (path: string) => exact.some((error) => error.instancePath.startsWith(`${path}/`));
  const kept = exact.filter(
    (error) =>
      error.keyword !== 'unevaluatedProperties' ||
      !deeper(`${error.instancePath}/${String(error.params['unevaluatedProperty'])}`),
  );
  // a keyword that does not fit the field kind is not reported if the kind is unknown
  const ofNoKind = new Set(
    errors
      .filter(({ keyword, data }) => keyword === 'enum' && String(data).startsWith(KIND))
      .map(({ instancePath }) => instancePath.slice(0, instancePath.lastIndexOf('/'))),
  );
  const reported = (kept.length > 0 ? kept : errors).filter(
    ({ keyword, instancePath }) =>
      keyword !== 'false schema' || !ofNoKind.has(instancePath.slice(0, instancePath.lastIndexOf('/'))),
  );
  const faults = reported.map((error): Fault => ({
    path: error.instancePath,
    message: message(error),
    ...partAtFault(error),
  }));
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()];
}

const UNKNOWN_TEXT = '…';

/** The part of the file to remove for an error, or the value that was most likely meant. */
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

/** Message of an unknown field kind, with the nearest one: the list of all is too long. */
function noKind(found: string, allowed: readonly string[]): string {
  const short = (value: string): string => value.replace(KIND, '');
  return `there is no kind "${short(found)}"${didYouMean(short(found), allowed.map(short))} (${allowed.length} kinds, see docs/schema-authors.md)`;
}

/** Suggests the value that an author most likely meant by one of another type. */
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

/** The keywords that the schema of an object allows, for a suggestion. */
function knownWords(error: ErrorObject): string[] {
  const parent = error.parentSchema as Raw | undefined;
  const words = new Set(Object.keys((parent?.['properties'] as Raw | undefined) ?? {}));
  return [...words];
}
