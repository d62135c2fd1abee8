import { KEYWORDS } from '../keywords/keywords.ts';
import { listOf, rawOf, type Raw } from './source.ts';

/**
 * Adds inherited fields, required fields and keywords to a file. Its own values have precedence; a keyword whose module
 * has `inherit` combines both values.
 */
export function mergeInherited(inherited: Raw, own: Raw): Raw {
  const json: Raw = { ...inherited, ...own };
  for (const { word, inherit } of KEYWORDS)
    if (inherit && word in json) json[word] = inherit(inherited[word], own[word]);
  json['required'] = [...new Set([...listOf<string>(inherited['required']), ...listOf<string>(own['required'])])];
  json['properties'] = { ...rawOf(inherited['properties']), ...rawOf(own['properties']) };
  return json;
}
