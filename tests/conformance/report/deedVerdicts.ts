import { childName } from '../../../generator/language/expression/scope.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { MOST_DRAWN, type Deed, type DeedGround } from '../deeds/deed.ts';
import { DEED_SORTS } from '../deeds/deeds.ts';
import { deedMutantsOf } from '../mutants/deedMutants.ts';
import { judged, type Verdict } from './verdict.ts';
import type { Court } from './court.ts';

/** What is told of a word that shows in no record that was drawn: nobody judged it. */
export const NOT_TRIED = 'no record was drawn in which it shows';

/**
 * What the words of an entity make of its records, sort by sort: each deed is a case of every word that shows in it.
 */
export function deedVerdicts(
  entity: Entity,
  { sampler, store, wants = () => true }: Pick<Court, 'sampler' | 'store' | 'wants'>,
  verdicts: Verdict[],
): { title: string; ask(): Promise<void> }[] {
  const ground: DeedGround = { sampler, store, turns: MOST_DRAWN };
  const tried = new Set<string>();
  const refused: Deed[] = [];
  const sorts = DEED_SORTS.map(({ title, deeds }) => ({
    title,
    ask: async (): Promise<void> => {
      for (const deed of await deeds(entity, ground)) {
        if (deed.isRefused) {
          refused.push(deed);
          continue;
        }
        for (const rule of deed.rules) tried.add(rule);
        if (deed.rules.some((rule) => wants(toldAs(rule))))
          verdicts.push(...(await verdictsOfDeed(entity, deed)).filter(({ rule }) => wants(rule)));
      }
    },
  }));
  const untried = async (): Promise<void> => {
    for (const deed of refused) {
      const rules = deed.rules.filter((rule) => !tried.has(rule) && wants(toldAs(rule)));
      if (rules.length > 0) verdicts.push(...(await verdictsOfDeed(entity, { ...deed, rules })));
      for (const rule of rules) tried.add(rule);
    }
    for (const { name } of deedMutantsOf(entity, sampler.model))
      if (!tried.has(name) && wants(name))
        verdicts.push({
          entity: entity.name,
          rule: name,
          title: NOT_TRIED,
          expected: saidBy(entity, name),
          opinions: {},
        });
  };
  return [...sorts, { title: 'words without a record', ask: untried }];
}

/** A rule that other cases try as well stands in their line. */
const toldAs = (rule: string): string => rule.replace(/^x-(rule|order) /, '');

/** A deed as a case of each of its words: what it found amiss of a field is the fault of that field's words alone. */
export async function verdictsOfDeed(entity: Entity, { title, rules, ask }: Deed): Promise<Verdict[]> {
  const seen = new Map<string, Set<string>>();
  const {
    opinions: { api },
  } = await judged({ entity: entity.name, rule: '', title, expected: '' }, async () => {
    const wrong = await ask((field, value, row) =>
      seen.set(field, (seen.get(field) ?? new Set()).add(`${JSON.stringify(value)}${operandsOf(entity, field, row)}`)),
    );
    return { api: { right: wrong.length === 0, says: wrong.join('\n') } };
  });
  const lines = api!.says.split('\n').filter(Boolean);
  const subjectOf = (rule: string): string => rule.split(' ').at(-1)!;
  const isOf = (line: string, rule: string): boolean => line.startsWith(`${subjectOf(rule)} `);
  // what is amiss of a formula that shows in another deed is that formula's fault here too, and ends what is done
  const computed = entity.fields
    .filter(({ name, compute }) => compute !== undefined && !rules.some((rule) => subjectOf(rule) === name))
    .map(({ name }) => `x-compute ${name}`);
  const others = computed.filter((rule) => lines.some((line) => isOf(line, rule)));
  return [...rules, ...others].map((rule): Verdict => {
    const own = lines.filter((line) => isOf(line, rule) || ![...rules, ...others].some((other) => isOf(line, other)));
    if (own.length === 0 && others.length > 0)
      return { entity: entity.name, rule: toldAs(rule), title, expected: saidBy(entity, rule), opinions: {} };
    const expected = saidBy(entity, rule);
    const held = [...(seen.get(subjectOf(rule)) ?? [])].join(', ');
    return {
      entity: entity.name,
      rule: toldAs(rule),
      title,
      expected,
      opinions: {
        api:
          own.length > 0
            ? { right: false, says: own.join('; ') }
            : { right: true, says: held === '' ? 'as the schema says' : `${subjectOf(rule)} is ${held}` },
      },
    };
  });
}

/**
 * From what of a record its formula gave a field, for whoever reads the line to judge: ` of hours "2.5", price
 * "10.00"`.
 */
function operandsOf({ fields }: Entity, name: string, row: Json): string {
  const expr = fields.find((field) => field.name === name)?.compute?.expr;
  if (expr === undefined) return '';
  const own = fields
    .filter((field) => new RegExp(`\\bself\\.${field.name}\\b`).test(expr))
    .map((field) => `${field.name} ${JSON.stringify(row[field.name] ?? null)}`);
  const ofParts = Object.entries(row).flatMap(([part, rows]) =>
    !Array.isArray(rows) || !new RegExp(`\\bchildren\\.${childName(part)}\\b`).test(expr)
      ? []
      : [
          `${rows.length} ${part}${
            rows.length === 0
              ? ''
              : ` (${rows
                  .map((one: Json) =>
                    Object.keys(one)
                      .filter((key) => new RegExp(`(?<!self)\\.${key}\\b`).test(expr))
                      .map((key) => `${key} ${JSON.stringify(one[key] ?? null)}`)
                      .join(' '),
                  )
                  .join(', ')})`
          }`,
        ],
  );
  const all = [...own, ...ofParts];
  return all.length === 0 ? '' : ` of ${all.join(', ')}`;
}

/** What a word of an entity says of its records, as far as a line has room for it. */
function saidBy({ fields }: Entity, rule: string): string {
  const [word = ''] = rule.split(' ');
  const field = fields.find(({ name }) => name === rule.split(' ').at(-1));
  return (field && SAID[word]?.(field)) ?? 'as the schema says';
}

const formulaOf = ({ name, compute }: Field): string => `${name} = ${compute?.expr}`;

const SAID: Readonly<Record<string, (field: Field) => string>> = {
  readOnly: ({ name }) => `${name} is refused`,
  'x-compute': formulaOf,
  'x-normalize': ({ name }) => `${name} in capitals`,
  'x-number': ({ name, number }) => `${name} counts on as ${number?.pattern}`,
  default: ({ name, default: constant, defaultExpr }) =>
    `${name} = ${constant === undefined ? defaultExpr : JSON.stringify(constant)}`,
};
