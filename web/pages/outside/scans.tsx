import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Upload, type UploadFile } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentProblem, shownFileName } from '../../../generator/language/attachment.ts';
import { useProblemText } from '../../api/problemText.ts';
import { ACCEPT } from '../../fields/file/accept.ts';

/** Maximum number of scans in one field. */
const MAX_SCANS = 5;

const NONE: UploadFile[] = [];

interface Props {
  id?: string;
  value?: UploadFile[];
  onChange?: (files: UploadFile[]) => void;
}

/** Input of scans in a form. Scans are checked when they are chosen, and uploaded with the form. */
export function Scans({ id, value = NONE, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const checked = (file: UploadFile): UploadFile => {
    const problem = file.originFileObj && attachmentProblem(shownFileName(file.name), file.size ?? 0);
    return problem ? { ...file, status: 'error', response: problemText(problem) } : file;
  };
  return (
    <Upload
      className="outside-scans"
      accept={ACCEPT}
      multiple
      {...(id !== undefined && { id })}
      fileList={value}
      beforeUpload={() => false}
      showUploadList={{ removeIcon: <DeleteOutlined aria-hidden /> }}
      onChange={({ fileList }) =>
        onChange?.(fileList.slice(0, MAX_SCANS).map((file) => (file.status === undefined ? checked(file) : file)))
      }
    >
      {value.length < MAX_SCANS ? <Button icon={<UploadOutlined aria-hidden />}>{t('kinds.upload')}</Button> : null}
    </Upload>
  );
}
