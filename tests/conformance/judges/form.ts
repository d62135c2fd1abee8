import { entityModule } from '../../../generator/emit/validators.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import { rulesOf, type RuleSource } from '../../../web/records/form/compiledRules.ts';
import type { Rules } from '../../../web/records/form/rules.ts';
import type { Case } from '../case.ts';
import type { Row, Sample } from '../sample.ts';
import { PERSON } from '../caller.ts';
import { readsWhatWas } from '../neededRows.ts';
import { complaintText } from './api.ts';

const modules = (code: string): Promise<object> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);

/** The rules of an entity as a form runs them, made of the modules that the browser is served. */
export async function formRules(entity: Entity, model: Model): Promise<Rules> {
  const { code, rules } = entityModule(entity, model);
  const source = { ...(await modules(code)), ...(await modules(rules)) } as RuleSource;
  return rulesOf(entity.name, new Map([[entity.name, source]]), { person: PERSON, timeZone: 'Asia/Shanghai' });
}

/**
 * Whether a form can judge a case: it does not know another parent's rules, nor what the whole of a new part holds
 * before that part sets it.
 */
export const isForms = ({ parents, rules }: Entity, { sample, change, expected, old, ofParts }: Case): boolean =>
  !ofParts &&
  !parents.some(({ via }) => via in change) &&
  !(
    sample.parent &&
    !old &&
    rules.some(
      (rule) =>
        expected.some(({ key }) => key === rule.key) && readsWhatWas(sample.entity, sample.parent!.entity, rule),
    )
  );

/** What the form says of a case, each complaint at its field, in one order. */
export function askForm(rules: Rules, { sample, change, old }: Case): string[] {
  // a form knows of each kind of part that there are none
  const none = sample.entity.children.map((child): [string, Row[]] => [child.entity, []]);
  const children = Object.fromEntries([
    ...none,
    ...Object.entries((old ?? sample).children).map(([name, rows]): [string, Row[]] => [
      name,
      rows.map(({ whole }: Sample) => whole),
    ]),
  ]);
  // a form asks anew for what it looks up when the field by which it is found changes
  const asked = (name: string): boolean =>
    sample.entity.lookups.some(
      (lookup) =>
        lookup.name === name &&
        lookup.by.some(({ expr }) =>
          Object.keys(change).some((field) => new RegExp(`\\bself\\.${field}\\b`).test(expr)),
        ),
    );
  const lookups =
    sample.lookups &&
    Object.fromEntries(
      Object.entries(sample.lookups)
        .filter(([name]) => !asked(name))
        .map(([name, { whole }]) => [name, whole]),
    );
  const around = {
    old: old?.whole,
    parent: sample.parent?.whole,
    lookups,
    ...(Object.keys(children).length > 0 ? { children } : {}),
  };
  const entered = { ...old?.whole, ...sample.row, ...change };
  const row = old ? rules.compute(entered, around) : rules.defaults(entered, around);
  return [...rules.validate(row, around)]
    .flatMap(([field, problems]) =>
      problems.map(({ key, level }) => complaintText({ field, key, ...(level ? { level } : {}) })),
    )
    .sort();
}
