import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { didYouMean, nearestWord } from './nearest.ts';
import { appendKey, type SchemaProblem } from './problem.ts';
import { LABELS, type Raw, type SourceFile, type Sources } from './source.ts';

/** An error in the shape of a file, and how to repair a copy of the file so that the rest can be checked. */
export interface ShapeProblem {
  /** JSON pointer of the error */
  path: string;
  message: string;
  /** JSON pointer of the part to replace or omit */
  part: string;
  /** replacement of the part; absent: the part is omitted */
  replacement?: unknown;
}

/** Validates all files against the meta-schemas; references between files are checked later. */
export function checkShape(sources: Sources, problems: SchemaProblem[]): void {
  const check = (metaName: string, files: SourceFile[]) => {
    const shapeProblemsOf = shapeChecker(sources, metaName);
    for (const source of files)
      if (sources.isJson(source))
        for (const { path, message } of shapeProblemsOf(source.json))
          problems.push({ file: source.file, path, message });
  };
  check('labels', [{ file: LABELS, name: 'labels', json: sources.labels }]);
  check('entity', sources.entities);
  check('body', sources.bodies);
  check('machine', sources.machines);
}

/** Returns a function that validates a file against one of the meta-schemas. */
export function shapeChecker({ meta: metas }: Pick<Sources, 'meta'>, name: string): (json: Raw) => ShapeProblem[] {
  const meta = metas.get(name);
  if (!meta) return () => [];
  const validate = ajvFor(metas).getSchema(String(meta['$id'])) as ValidateFunction;
  return (json) => (validate(json) ? [] : toShapeProblems(validate.errors ?? []));
}

/** The last Ajv instance, reused while the meta-schemas are unchanged: `npm run dev` compiles after each edit. */
let cached: { text: string; ajv: Ajv2020 } | undefined;

function ajvFor(meta: Sources['meta']): Ajv2020 {
  const text = JSON.stringify([...meta.values()]);
  if (cached?.text === text) return cached.ajv;
  // the meta-schemas are validated by a test; optimising the code would take longer than the files need
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
  // `x-effect` is text for docs/schema-reference.md and validates nothing
  ajv.addVocabulary(['x-effect']);
  for (const schema of meta.values()) ajv.addSchema(schema);
  cached = { text, ajv };
  return ajv;
}

/** Converts Ajv errors to messages for authors, without the repetitions that combinators add. */
function toShapeProblems(errors: ErrorObject[]): ShapeProblem[] {
  const combinators = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', '$ref', 'propertyNames']);
  const exact = errors.filter((error) => !combinators.has(error.keyword));
  // Ajv also reports a property as unevaluated if an error inside it made its branch fail
  const hasErrorInside = (path: string) => exact.some((error) => error.instancePath.startsWith(`${path}/`));
  const kept = exact.filter(
    (error) =>
      error.keyword !== 'unevaluatedProperties' ||
      !hasErrorInside(`${error.instancePath}/${String(error.params['unevaluatedProperty'])}`),
  );
  // keywords beside an unknown field kind cannot be checked
  const withUnknownKind = new Set(
    errors
      .filter(({ keyword, data }) => keyword === 'enum' && String(data).startsWith(KIND))
      .map(({ instancePath }) => instancePath.slice(0, instancePath.lastIndexOf('/'))),
  );
  const reported = (kept.length > 0 ? kept : errors).filter(
    ({ keyword, instancePath }) =>
      keyword !== 'false schema' || !withUnknownKind.has(instancePath.slice(0, instancePath.lastIndexOf('/'))),
  );
  const shapeProblems = reported.map((error): ShapeProblem => ({
    path: error.instancePath,
    message: message(error),
    ...repairOf(error),
  }));
  return [...new Map(shapeProblems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}

const UNKNOWN_TEXT = '…';

/** The part to omit or replace so that the error disappears. */
function repairOf({ keyword, instancePath, params, data }: ErrorObject): Pick<ShapeProblem, 'part' | 'replacement'> {
  switch (keyword) {
    case 'unevaluatedProperties':
    case 'additionalProperties':
      return { part: appendKey(instancePath, String(params['unevaluatedProperty'] ?? params['additionalProperty'])) };
    case 'required': {
      const missing = String(params['missingProperty']);
      const placeholders: Raw = {
        en: UNKNOWN_TEXT,
        zh: UNKNOWN_TEXT,
        label: { en: UNKNOWN_TEXT, zh: UNKNOWN_TEXT },
        'x-label': { en: UNKNOWN_TEXT, zh: UNKNOWN_TEXT },
      };
      return missing in placeholders
        ? { part: appendKey(instancePath, missing), replacement: placeholders[missing] }
        : { part: instancePath };
    }
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String);
      const prefix = allowed[0]!.startsWith(KIND) ? KIND : '';
      const nearest = nearestWord(
        String(data).replace(prefix, ''),
        allowed.map((value) => value.replace(prefix, '')),
      );
      return { part: instancePath, ...(nearest === undefined ? {} : { replacement: `${prefix}${nearest}` }) };
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
      if (String(allowed[0]).startsWith(KIND)) return unknownKind(String(error.data), allowed.map(String));
      return `${JSON.stringify(error.data)} is not one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}${didYouMean(String(error.data), allowed.map(String))}`;
    }
    case 'pattern':
      return `${JSON.stringify(error.data)} does not have the form ${String(error.params['pattern'])}`;
    case 'type':
      return `expected ${String(error.params['type'])}, found ${JSON.stringify(error.data)?.slice(0, 60)}${suggestedValue(error)}`;
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
      return 'this keyword cannot be combined with the others here';
    default:
      return error.message ?? error.keyword;
  }
}

const KIND = 'kinds.json#/$defs/';

/** Message for an unknown field kind. It suggests the most similar kind, because the list of all is too long. */
function unknownKind(found: string, allowed: readonly string[]): string {
  const short = (value: string): string => value.replace(KIND, '');
  return `there is no field kind "${short(found)}"${didYouMean(short(found), allowed.map(short))} (${allowed.length} kinds, see docs/schema-authors.md)`;
}

/** Suggests how to write a value of the wrong type: `; write 5`. */
function suggestedValue({ params, data }: ErrorObject): string {
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

/** Keywords that the schema of an object allows, for a suggestion. */
function knownWords(error: ErrorObject): string[] {
  const parent = error.parentSchema as Raw | undefined;
  const words = new Set(Object.keys((parent?.['properties'] as Raw | undefined) ?? {}));
  return [...words];
}
