import { compileModel } from '../../../generator/compile/compile.ts';
import { entityModule } from '../../../generator/emit/validators.ts';
import { type RuleSource, rulesOf } from '../../../web/records/form/compiledRules.ts';
import type { Rules } from '../../../web/records/form/rules.ts';

const MODEL = compileModel(['schemas', 'tests/fixtures/schemas']);

const modules = (code: string): Promise<object> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);

/** The rules of a fixture entity, from the modules that the server sends to the browser. */
export async function fixtureRules(name: string): Promise<Rules> {
  const wanted = [name, ...MODEL.entities[name]!.children.map((child) => child.entity)];
  const sources = await Promise.all(
    wanted.map(async (one): Promise<[string, RuleSource]> => {
      const { code, rules } = entityModule(MODEL.entities[one]!, MODEL);
      return [one, { ...(await modules(code)), ...(await modules(rules)) } as RuleSource];
    }),
  );
  return rulesOf(name, new Map(sources), {
    person: { userCde: 'clerk', userName: 'A clerk' },
    timeZone: 'Asia/Shanghai',
  });
}
