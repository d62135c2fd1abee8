import {
  address,
  noteResponse,
  callHeaders,
  getAddress,
  openEnvelope,
  type Query,
  reportUnreachable,
} from './client.ts';
import { ApiError } from './error.ts';
import { sessionToken } from './session.ts';

/** Downloads a file with the session's token. */
export async function download(path: string, query: Query = {}): Promise<void> {
  const { bytes, name } = await fetchFile(path, query);
  saveFile(bytes, name ?? path.slice(path.lastIndexOf('/') + 1));
}

/** Saves a file on the user's computer. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the object URL after this task, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Fetches a file and its name, without a time limit.
 *
 * @throws ApiError, or the error of `fetch` when `signal` aborts
 */
export async function fetchFile(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<{ bytes: Blob; name: string | undefined }> {
  const token = sessionToken();
  try {
    const response = await fetch(getAddress(path, query), { headers: callHeaders(), ...(signal && { signal }) });
    noteResponse(response.headers.get('access_token'), token);
    if (!response.ok) openEnvelope(response.status, await response.text(), token);
    return { bytes: await response.blob(), name: fileName(response.headers.get('Content-Disposition')) };
  } catch (error) {
    throw error instanceof ApiError || signal?.aborted ? error : reportUnreachable();
  }
}

/** Options of an upload. */
export interface UploadOptions {
  query?: Query;
  /** called with the share of the bytes sent, from 0 to 1 */
  onProgress?: (share: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Posts a form and returns the envelope's `result`. It uses XMLHttpRequest, because fetch does not report upload
 * progress.
 */
export function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const token = sessionToken();
    const request = new XMLHttpRequest();
    request.open('POST', address(path, options.query));
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      noteResponse(request.getResponseHeader('access_token'), token);
      try {
        resolve(openEnvelope<T>(request.status, request.responseText, token).result);
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(reportUnreachable());
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** File name of a response (RFC 6266); the UTF-8 form has precedence. */
function fileName(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return disposition?.match(/filename="([^"]+)"/i)?.[1];
}
