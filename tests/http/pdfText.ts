import { extractText, getDocumentProxy } from 'unpdf';
import type { TestServer } from './server.ts';

/** A document of a record, as its reader sees it. */
export interface ReadDocument {
  status: number;
  /** name of the file */
  name: string;
  type: string | null;
  /** the text of all pages, with single blanks between its parts */
  text: string;
  pages: number;
}

/** Downloads a document of a record, by default as the administrator, and reads its text. */
export async function readDocument(
  server: TestServer,
  path: string,
  language: 'en-US' | 'zh-CN' = 'en-US',
  token = server.token,
): Promise<ReadDocument> {
  const { status, headers, bytes } = await server.download(`${path}?language=${language}`, {
    authorization: `Bearer ${token}`,
  });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${bytes.toString()}`);
  const [, name = ''] = /filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '') ?? [];
  return { status, name: decodeURIComponent(name), type: headers.get('content-type'), ...(await textOfPdf(bytes)) };
}

/** The text of all pages of a PDF, with single blanks between its parts, and the number of pages. */
export async function textOfPdf(bytes: Uint8Array): Promise<Pick<ReadDocument, 'text' | 'pages'>> {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
}
