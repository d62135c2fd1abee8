import { readSources } from '../../generator/compile/source.ts';

/** An entity file, as far as the selection reads it. */
interface EntityFile {
  name: string;
  features: ReadonlySet<string>;
  /** number of fields: how much its tests cost */
  fields: number;
}

/**
 * Selects the entities whose rules `npm test` checks with generated rows; `npm run conformance` checks all. Together
 * they have every keyword, every option of a keyword and every field kind of the schemas, as often as it takes few
 * fields to cover them. The selection depends only on the files.
 *
 * @param roots folders of schemas
 */
export function selectEntities(roots: readonly string[]): Set<string> {
  const files = readEntityFiles(roots);
  const selected = new Set<string>();
  const covered = new Set<string>();
  for (;;) {
    const best = mostUseful(files, covered);
    if (best === undefined) return selected;
    selected.add(best.name);
    for (const feature of best.features) covered.add(feature);
  }
}

/** The features that the writable entities have, and those that the selected ones have. */
export function featuresOf(
  roots: readonly string[],
  selected: ReadonlySet<string>,
): Record<'all' | 'selected', string[]> {
  const files = readEntityFiles(roots);
  const features = (some: readonly EntityFile[]): string[] =>
    [...new Set(some.flatMap((file) => [...file.features]))].sort();
  return { all: features(files), selected: features(files.filter(({ name }) => selected.has(name))) };
}

/** The file with the most missing features for its size; undefined if nothing is missing. */
function mostUseful(files: readonly EntityFile[], covered: ReadonlySet<string>): EntityFile | undefined {
  let best: EntityFile | undefined;
  let bestScore = 0;
  for (const file of files) {
    const score = [...file.features].filter((feature) => !covered.has(feature)).length / Math.sqrt(file.fields + 1);
    if (score > bestScore) [best, bestScore] = [file, score];
  }
  return best;
}

/** The files of entities that callers may write. */
function readEntityFiles(roots: readonly string[]): EntityFile[] {
  return readSources(roots, [])
    .entities.filter(({ json }) => (json['x-entity'] as { readOnly?: boolean } | undefined)?.readOnly !== true)
    .map(({ name, json }) => ({
      name,
      features: new Set(featuresIn(json)),
      fields: Object.keys((json['properties'] ?? {}) as object).length,
    }));
}

/** Keywords (`x-child`), their options (`x-child.grid`) and field kinds (`kinds.json#/$defs/money`) in a schema. */
function featuresIn(schema: unknown, keyword?: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => featuresIn(item, keyword));
  if (schema === null || typeof schema !== 'object') return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key.startsWith('x-')) return [key, ...featuresIn(value, key)];
    if (key === '$ref') return [String(value)];
    const isOption = keyword !== undefined && /^[a-zA-Z]+$/.test(key);
    return [...(isOption ? [`${keyword}.${key}`] : []), ...featuresIn(value)];
  });
}
