import { nearestOrAll } from './nearest.ts';
import { appendKey, type SchemaProblem } from './problem.ts';
import { isRaw, type Raw, type SourceFile, type Sources } from './source.ts';

/** Replaces an unknown label, so that the rest of the file can be checked. */
const UNKNOWN = { en: '…', zh: '…' };

/** Where schema files contain labels, according to the meta-schemas. */
interface LabelPlaces {
  /** keywords and options whose value is a label */
  labels: ReadonlySet<string>;
  /** keywords and options whose value is an object with names of fields as keys */
  maps: ReadonlySet<string>;
}

/** Replaces each label that is a key of `labels.json` by its text. An unknown key is a problem. */
export function withLabels(sources: Sources, problems: SchemaProblem[]): Sources {
  const places = placesOf(sources.meta);
  const expanded = (source: SourceFile): SourceFile => ({
    ...source,
    json: expandFile(source, places, sources.labels, problems),
  });
  const { entities, bodies, machines } = sources;
  return {
    ...sources,
    entities: entities.map(expanded),
    bodies: bodies.map(expanded),
    machines: machines.map(expanded),
  };
}

function expandFile({ file, json }: SourceFile, places: LabelPlaces, labels: Raw, problems: SchemaProblem[]): Raw {
  const expand = (value: unknown, path: string, isMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => expand(item, appendKey(path, index), false));
    if (!isRaw(value)) return value;
    const entries = Object.entries(value).map(([word, part]): [string, unknown] => {
      const at = appendKey(path, word);
      if (typeof part !== 'string' || isMap || !places.labels.has(word))
        return [word, expand(part, at, !isMap && places.maps.has(word))];
      if (!Object.hasOwn(labels, part)) problems.push({ file, path: at, message: unknownLabel(part, labels) });
      return [word, isText(labels[part]) ? labels[part] : UNKNOWN];
    });
    return Object.fromEntries(entries);
  };
  return expand(json, '', false) as Raw;
}

/** Whether an entry of `labels.json` has both texts. An invalid entry is reported in that file. */
const isText = (label: unknown): boolean =>
  isRaw(label) && typeof label['en'] === 'string' && typeof label['zh'] === 'string';

const unknownLabel = (key: string, labels: Raw): string =>
  `there is no label "${key}" in labels.json${nearestOrAll(key, Object.keys(labels), 'there are')}; a text of its own is {"en": …, "zh": …}`;

function placesOf(meta: Sources['meta']): LabelPlaces {
  const labels = new Set<string>();
  const maps = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    if (!isRaw(value)) return;
    for (const [word, schema] of Object.entries(isRaw(value['properties']) ? value['properties'] : {})) {
      if (!isRaw(schema)) continue;
      if (schema['$ref'] === 'terms.json#/$defs/label') labels.add(word);
      if (isRaw(schema['additionalProperties'])) maps.add(word);
    }
    Object.values(value).forEach(collect);
  };
  for (const schema of meta.values()) collect(schema);
  return { labels, maps };
}
