import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Refusal } from '../errors.ts';
import type { Language } from '../config.ts';
import { STATUS } from '../errors.ts';
import { translate, violationRows, violationText } from '../messages.ts';
import type { Http } from './environment.ts';

const JSON_HEADERS = { 'content-type': 'application/json; charset=UTF-8' };

/** Answers with the envelope `{"code": 0, "message": …, "result": …}`. @param result JSON text */
export const succeed = (http: Http, result: string, status: 200 | 201 = 200, key = 'MSG_generic_0002'): Response =>
  http.body(`${opening(http.get('language'), key)}${result}}`, status, JSON_HEADERS);

/** Answers as `succeed`, with a message that has parameters. */
export const succeedWith = (
  http: Http,
  result: string,
  { key, params }: { key: string; params: Record<string, unknown> },
): Response =>
  http.body(
    `{"code":0,"message":${JSON.stringify(translate(http.get('language'), key, params))},"result":${result}}`,
    200,
    JSON_HEADERS,
  );

const openings = new Map<string, string>();

/** The text of a success envelope up to its result. It is cached, because its message has no parameters. */
function opening(language: Language, key: string): string {
  const name = `${language} ${key}`;
  let text = openings.get(name);
  if (text === undefined)
    openings.set(name, (text = `{"code":0,"message":${JSON.stringify(translate(language, key))},"result":`));
  return text;
}

/** Answers as `succeed`, with a value as result; undefined becomes null. */
export const answer = (http: Http, result: unknown, status: 200 | 201 = 200, key?: string): Response =>
  succeed(http, JSON.stringify(result ?? null), status, key);

/** Answers with the envelope of a refusal, in the language of the request. */
export function refuse(http: Http, refusal: Refusal): Response {
  const language = http.get('language');
  const errors = refusal.violations.map((violation) => ({
    field: violation.field,
    key: violation.key,
    message: violationText(language, violation),
    params: violation.params,
    ...(violation.level ? { level: violation.level } : {}),
    ...violationRows(language, violation),
  }));
  const message = errors.length > 0 ? errors[0]!.message : translate(language, refusal.key, refusal.params);
  const body = {
    code: refusal.family === 'unauthorized' ? 401 : 1,
    message,
    key: refusal.key,
    ...(errors.length > 0 ? { errors } : {}),
    requestId: http.get('requestId'),
    result: null,
  };
  if (refusal.retryAfter !== undefined) http.header('retry-after', String(refusal.retryAfter));
  return http.body(JSON.stringify(body), STATUS[refusal.family] as ContentfulStatusCode, JSON_HEADERS);
}
