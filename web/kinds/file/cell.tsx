import { Button } from 'antd';
import { download } from '../../api/transfer.ts';
import type { CellProps } from '../types.ts';
import { storedFiles } from './stored.ts';

/** The files, each to be fetched with a click. A download carries the session's token, so it is no plain link. */
export const Cell = ({ value }: CellProps) => (
  <>
    {storedFiles(value).map((file) => (
      <Button key={file.id} type="link" size="small" className="kind-file" onClick={() => download(`/api/files/${file.id}`)}>{file.name}</Button>
    ))}
  </>
);
