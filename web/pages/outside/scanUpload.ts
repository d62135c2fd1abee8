import type { UploadFile } from 'antd';
import { useRef } from 'react';
import { ApiError } from '../../api/error.ts';
import { sendScan } from '../../api/outsiders.ts';

/** Fields of the company's information that contain scans. */
export const SCAN_FIELDS = ['businessLicence', 'invoiceInfo'] as const;
/** Name of a field with scans. */
export type ScanField = (typeof SCAN_FIELDS)[number];

/** The server refused a scan; the reason is in the file's `response`. */
export class ScanRefused extends Error {}

interface ScanValues extends Partial<Record<ScanField, UploadFile[]>> {
  mail: string;
  mailCode: string;
}

/**
 * Returns a function that uploads the scans of a field and returns their ids. A scan that was already uploaded with the
 * same mail address is not uploaded again. @throws ScanRefused, ApiError
 *
 * @param show sets the files of a field with their progress and result
 */
export function useScanUpload(
  show: (field: ScanField, files: UploadFile[]) => void,
): (values: ScanValues, field: ScanField) => Promise<string[]> {
  const uploaded = useRef({ mail: '', ids: new Map<string, string>() });
  return async (values, field) => {
    const mail = values.mail.trim();
    const mailCode = values.mailCode.trim();
    if (uploaded.current.mail !== mail) uploaded.current = { mail, ids: new Map() };
    const { ids } = uploaded.current;
    let files = values[field] ?? [];
    const change = (uid: string, changed: (file: UploadFile) => UploadFile): void => {
      files = files.map((file) => (file.uid === uid ? changed(file) : file));
      show(field, files);
    };
    for (const { uid, originFileObj } of files) {
      if (ids.has(uid) || !originFileObj) continue;
      change(uid, (file) => ({ ...file, status: 'uploading', percent: 0 }));
      try {
        const onProgress = (share: number): void => change(uid, (file) => ({ ...file, percent: share * 100 }));
        ids.set(uid, await sendScan(originFileObj, mail, mailCode, onProgress));
        change(uid, (file) => ({ ...file, status: 'done' }));
      } catch (error) {
        const problem = error instanceof ApiError ? error.problems.find((one) => one.field === 'file') : undefined;
        change(uid, (file) => withoutUpload(file, problem?.message));
        throw problem ? new ScanRefused() : error;
      }
    }
    return files.map(({ uid }) => ids.get(uid)!);
  };
}

/** Removes the upload state of a file, and adds the reason if the file was refused. */
function withoutUpload(
  { status: _status, percent: _percent, ...file }: UploadFile,
  reason: string | undefined,
): UploadFile {
  return reason === undefined ? file : { ...file, status: 'error', response: reason };
}
