import type { Entity } from '../../../generator/model/entity.ts';
import type { Lookup } from '../../../generator/model/lookup.ts';
import { concreteEntity } from '../neededRows.ts';
import { rowRules } from '../rowRules.ts';
import type { Row, Sample } from '../sample.ts';
import { rowByCode, type SamplerContext } from './samplerContext.ts';

/**
 * Whether rows exist for a key, in the order in which keys are first looked up: rules also say what happens without
 * one. A formula often reads two lookups, as a rate and its opposite, of which each may be absent.
 */
const EXISTING = [true, false, false, true, false, false, true, true];
/** Candidates for such a row: no row may have the key, as a rate from a currency to itself. */
const TRIES = 50;

/**
 * The rows that lookups by day find (`x-lookup.latest`), such as rates. A key has a row on every day or on none, as a
 * lookup also finds the rows of the days before, which other generated rows need.
 */
export class DayRows {
  readonly #sampler: SamplerContext;
  /** a row with the key on any day, by entity and key; undefined if there is none on any day */
  readonly #patterns = new Map<string, Sample | undefined>();
  /** the row of a day, by entity, key and day */
  readonly #rows = new Map<string, Sample>();

  constructor(sampler: SamplerContext) {
    this.#sampler = sampler;
  }

  /** The row that a lookup by day finds: one of that day; undefined if there is none, or if its rules limit its day. */
  find({ entity, latest }: Lookup, key: Row): Sample | undefined {
    if (!isFree(this.#sampler.model.entities[entity]!, latest!.field)) return undefined;
    const { [latest!.field]: day, ...others } = key;
    const pattern = this.#pattern(entity, others);
    if (!pattern || pattern.full[latest!.field] === day) return pattern;
    const text = `${entity} ${JSON.stringify(key)}`;
    const known = this.#rows.get(text) ?? this.#sampler.known.find(entity, key) ?? onDay(pattern, latest!.field, day);
    this.#rows.set(text, known);
    return known;
  }

  #pattern(entity: string, key: Row): Sample | undefined {
    const text = `${entity} ${JSON.stringify(key)}`;
    if (this.#patterns.has(text)) return this.#patterns.get(text);
    // other rows may have been generated with the key
    const pattern =
      this.#sampler.known.find(entity, key) ??
      (EXISTING[this.#patterns.size % EXISTING.length] ? this.#created(entity, key) : undefined);
    this.#patterns.set(text, pattern);
    return pattern;
  }

  #created(name: string, key: Row): Sample | undefined {
    const { model, find } = this.#sampler;
    const linked: Record<string, Sample> = {};
    const fixed: Row = {};
    for (const [field, value] of Object.entries(key)) {
      const { ref } = model.entities[name]!.fields.find((one) => one.name === field)!;
      const target =
        ref && ref.by !== 'id'
          ? rowByCode(this.#sampler, concreteEntity(model, ref.entity), ref.by, String(value))
          : undefined;
      if (target) linked[field] = target;
      else fixed[field] = value;
    }
    return find(name, { fields: 'all', linked, fixed, tries: TRIES });
  }
}

/** Whether a row keeps its rules on every day. */
const isFree = (entity: Entity, day: string): boolean =>
  entity.children.length === 0 &&
  rowRules(entity).every(({ fields }) => !fields.includes(day)) &&
  entity.noOverlap.length === 0;

/** The same row on another day. */
const onDay = (pattern: Sample, field: string, day: unknown): Sample => ({
  ...pattern,
  row: { ...pattern.row, [field]: day },
  full: { ...pattern.full, id: `${pattern.full['id']} ${day}`, [field]: day },
});
