import type { Channel, PartnerAnswer } from './adapter.ts';

/** Bytes of an answer that are read; the rest is ignored. */
const MAX_READ_BYTES = 64 * 1024;

/** The channel to a partner that is called by HTTP. */
export const httpChannel =
  (address: URL): Channel =>
  (key, content, signal) =>
    call(address, key, content, signal);

/**
 * Calls a partner: HTTP POST of JSON with the message's idempotency key. Never throws: if the partner does not answer,
 * the status is 0 and the text is the reason. Redirections are not followed, because the content is confidential and
 * meant for this address only.
 */
async function call(address: URL, key: string, content: unknown, signal: AbortSignal): Promise<PartnerAnswer> {
  const target = new URL(address);
  const login =
    target.username === ''
      ? undefined
      : `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  target.username = target.password = '';
  try {
    const response = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      signal,
      body: JSON.stringify(content),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': key,
        ...(login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
      },
    });
    const text = await readBeginning(response);
    return { status: response.status, text, body: objectOf(text) };
  } catch (error) {
    return { status: 0, text: reasonOf(error), body: undefined };
  }
}

/** Reads an answer as text, up to `MAX_READ_BYTES`. */
async function readBeginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    size += (chunk as Uint8Array).length;
    if (size >= MAX_READ_BYTES) break;
  }
  // control characters become blanks: PostgreSQL cannot store NUL, and screens cannot display the others
  // oxlint-disable-next-line no-control-regex
  return Buffer.concat(chunks)
    .toString('utf8')
    .slice(0, MAX_READ_BYTES)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .trim();
}

function objectOf(text: string): PartnerAnswer['body'] {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as PartnerAnswer['body'])
      : undefined;
  } catch {
    return undefined;
  }
}

/** The reason why a partner did not answer, such as "connect ECONNREFUSED 10.0.0.1:443". */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no answer in time';
  return cause instanceof Error && cause.message !== ''
    ? cause.message
    : ((cause as { code?: string } | undefined)?.code ?? message);
}
