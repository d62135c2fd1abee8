import { includeBodies } from '../../generator/compile/include.ts';
import { readSources } from '../../generator/compile/source.ts';
import type { Model } from '../../generator/model/entity.ts';

/** An entity file, as far as the selection reads it. */
interface EntityFile {
  name: string;
  features: ReadonlySet<string>;
}

/**
 * Selects the entities whose rules `npm test` checks with generated rows; `npm run conformance` checks all. Together
 * they have every keyword, every option of a keyword and every field kind of the schemas that a rule of a row can use.
 * Entities are preferred that are small, with the entities that their rows need: the tests of an entity take the longer
 * the more fields it has. The selection depends only on the files.
 *
 * @param roots folders of schemas
 * @param model what is compiled from them
 */
export function selectEntities(roots: readonly string[], model: Model): Set<string> {
  const files = readEntityFiles(roots);
  const selected: EntityFile[] = [];
  for (;;) {
    const best = mostUseful(files, featuresOfAll(selected), model);
    if (best === undefined) return new Set(needed(selected, model).map(({ name }) => name));
    selected.push(best);
  }
}

/** The files without those whose features the others have too; large entities are left out first. */
function needed(selected: readonly EntityFile[], model: Model): EntityFile[] {
  let rest = [...selected].sort((a, b) => sizeOf(b.name, model) - sizeOf(a.name, model));
  for (const file of rest) {
    const others = rest.filter((other) => other !== file);
    const covered = featuresOfAll(others);
    if ([...file.features].every((feature) => covered.has(feature))) rest = others;
  }
  return rest;
}

const featuresOfAll = (files: readonly EntityFile[]): Set<string> =>
  new Set(files.flatMap(({ features }) => [...features]));

/** The features that the writable entities have, and those that the selected ones have. */
export function featuresOf(
  roots: readonly string[],
  selected: ReadonlySet<string>,
): Record<'all' | 'selected', string[]> {
  const files = readEntityFiles(roots);
  const features = (some: readonly EntityFile[]): string[] => [...featuresOfAll(some)].sort();
  return { all: features(files), selected: features(files.filter(({ name }) => selected.has(name))) };
}

/** The file with the most missing features for its size; undefined if nothing is missing. */
function mostUseful(files: readonly EntityFile[], covered: ReadonlySet<string>, model: Model): EntityFile | undefined {
  let best: EntityFile | undefined;
  let bestScore = 0;
  for (const file of files) {
    const missing = [...file.features].filter((feature) => !covered.has(feature));
    const score = missing.length / sizeOf(file.name, model);
    if (score > bestScore) [best, bestScore] = [file, score];
  }
  return best;
}

/** The number of fields of an entity, its children and the entities that its rows cannot be without. */
function sizeOf(name: string, { entities }: Model): number {
  const names = new Set([name]);
  for (const one of names) {
    const { children, fields } = entities[one]!;
    for (const child of children) names.add(child.entity);
    for (const { ref, required } of fields) if (ref && required && ref.entity in entities) names.add(ref.entity);
  }
  return [...names].reduce((sum, one) => sum + entities[one]!.fields.length, 0);
}

/** Keywords whose properties are names that an author chooses. */
const NAMING_KEYWORDS = new Set(['x-guard', 'x-gate', 'x-requiredAt']);

/** Keywords that are no rule of a row: of screens, files, documents, indexes and business code, and included bodies. */
const KEYWORDS_WITHOUT_RULES = new Set([
  'x-form',
  'x-list',
  'x-import',
  'x-export',
  'x-print',
  'x-help',
  'x-spec',
  'x-names',
  'x-premium',
  'x-related',
  'x-include',
  'x-indexes',
]);

/** Keywords whose rules other files test: `actions.test.ts`, `approval.test.ts`, `remind.test.ts`. */
const KEYWORDS_TESTED_ELSEWHERE = new Set(['x-action', 'x-approval', 'x-remind']);

/**
 * Options that concern screens, and those that other files test: `tests/db/migrate/references.test.ts`,
 * `agencyPremium.test.ts` and, for `x-rule.on` and `x-lookup.any`, `settlementBill.test.ts`.
 */
const EXCLUDED_OPTIONS = new Set([
  'x-sum.alone',
  'x-ref.onDelete',
  'x-rule.on',
  'x-lookup.any',
  'x-child.grid',
  'x-child.figures',
  'x-child.matrix',
  'x-child.members',
  'x-child.opens',
  'x-child.tab',
]);

const isExcluded = (keyword: string | undefined, option: string): boolean =>
  KEYWORDS_WITHOUT_RULES.has(option) ||
  KEYWORDS_TESTED_ELSEWHERE.has(option) ||
  EXCLUDED_OPTIONS.has(`${keyword}.${option}`);

/** The files of entities that callers may write. */
function readEntityFiles(roots: readonly string[]): EntityFile[] {
  const { entities, bodies } = readSources(roots, []);
  return entities
    .filter(({ json }) => (json['x-entity'] as { readOnly?: boolean } | undefined)?.readOnly !== true)
    .map((source) => ({ name: source.name, features: new Set(featuresIn(includeBodies(source, bodies).json)) }));
}

/**
 * Keywords of rows (`x-child`), their options (`x-child.grid`) and field kinds (`kinds.json#/$defs/money`) in a schema.
 */
function featuresIn(schema: unknown, keyword?: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => featuresIn(item, keyword));
  if (schema === null || typeof schema !== 'object') return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (isExcluded(keyword, key)) return [];
    if (key.startsWith('x-')) return [key, ...featuresIn(value, key)];
    if (key === '$ref') return [String(value)];
    const isOption = keyword !== undefined && !NAMING_KEYWORDS.has(keyword) && /^[a-zA-Z]+$/.test(key);
    return [...(isOption ? [`${keyword}.${key}`] : []), ...featuresIn(value)];
  });
}
