import { address, answered, callHeaders, getAddress, openEnvelope, type Query, unreachable } from './client.ts';
import { ApiError } from './error.ts';
import { sessionToken } from './session.ts';

/** Fetches a file with the session's token and hands it to the browser's downloads. */
export async function download(path: string, query: Query = {}): Promise<void> {
  const { bytes, name } = await fetchFile(path, query);
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? path.slice(path.lastIndexOf('/') + 1);
  link.click();
  // The browser reads the object only after this task; it is freed when it surely has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * The bytes of a file and the name that the server gives it, however long they take. @throws ApiError, or what `fetch`
 * throws when `signal` aborts it
 */
export async function fetchFile(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<{ bytes: Blob; name: string | undefined }> {
  const token = sessionToken();
  try {
    const response = await fetch(getAddress(path, query), { headers: callHeaders(), ...(signal && { signal }) });
    answered(response.headers.get('access_token'), token);
    if (!response.ok) openEnvelope(response.status, await response.text(), token);
    return { bytes: await response.blob(), name: fileName(response.headers.get('Content-Disposition')) };
  } catch (error) {
    throw error instanceof ApiError || signal?.aborted ? error : unreachable();
  }
}

export interface UploadOptions {
  query?: Query;
  /** share of the bytes sent, 0 … 1 */
  onProgress?: (share: number) => void;
  signal?: AbortSignal | undefined;
}

/** Posts a form and answers the envelope's `result`. XMLHttpRequest, because fetch cannot tell how much is sent. */
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
      answered(request.getResponseHeader('access_token'), token);
      try {
        resolve(openEnvelope<T>(request.status, request.responseText, token).result);
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** The name that the server gives a file: RFC 6266, the UTF-8 form first. */
function fileName(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return disposition?.match(/filename="([^"]+)"/i)?.[1];
}
