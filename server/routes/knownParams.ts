import { refuseFields } from '../errors.ts';
import type { Http } from './environment.ts';
import { addressQuery } from './listQuery.ts';

/** The parameters of an address that may have only these, the language and `_t`. @throws Refusal (400) for others */
export function knownParams(http: Http, names: readonly string[]): Record<string, unknown> {
  const params = addressQuery(http.req.url);
  for (const name of Object.keys(params))
    if (![...names, '_t', 'language'].includes(name))
      throw refuseFields([{ field: name, key: 'MSG_generic_0013', params: { name } }]);
  return params;
}
