import type { Channel, PartnerAnswer } from './adapter.ts';

/** Of a longer answer only the beginning is read. */
const LONGEST_READ = 64 * 1024;

/** The way to a partner that is called by HTTP. */
export const httpChannel =
  (address: URL): Channel =>
  (key, content, signal) =>
    call(address, key, content, signal);

/**
 * One call to a partner: HTTP POST of JSON under the message's key. Never throws: where no answer came, its status is 0
 * and its text says why. Redirections are not followed, for what is sent is for this address only.
 */
export async function call(address: URL, key: string, content: unknown, signal: AbortSignal): Promise<PartnerAnswer> {
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
    const text = await beginningOf(response);
    return { status: response.status, text, body: objectOf(text) };
  } catch (error) {
    return { status: 0, text: reasonOf(error), body: undefined };
  }
}

async function beginningOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).length;
    if (size >= LONGEST_READ) break;
  }
  // what PostgreSQL cannot keep, and what would disturb a screen, becomes a blank
  // oxlint-disable-next-line no-control-regex
  return Buffer.concat(parts)
    .toString('utf8')
    .slice(0, LONGEST_READ)
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

/** What the network said, such as "connect ECONNREFUSED 10.0.0.1:443". */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no answer in time';
  return cause instanceof Error && cause.message !== ''
    ? cause.message
    : ((cause as { code?: string } | undefined)?.code ?? message);
}
