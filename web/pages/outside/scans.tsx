import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Upload, type UploadFile } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ATTACHMENT, attachmentProblem, shownFileName } from '../../../generator/language/attachment.ts';
import { useProblemText } from '../../api/problemText.ts';

/** As many scans of one kind as a submission takes. */
const MOST = 5;
const ACCEPT = ATTACHMENT.extensions.map((extension) => `.${extension}`).join(',');

const NONE: UploadFile[] = [];

interface Props {
  id?: string;
  value?: UploadFile[];
  onChange?: (files: UploadFile[]) => void;
}

/** Scans as the input of a form item: judged when they are chosen, sent with the form. */
export function Scans({ id, value = NONE, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const text = useProblemText();
  const judged = (file: UploadFile): UploadFile => {
    const problem = file.originFileObj && attachmentProblem(shownFileName(file.name), file.size ?? 0);
    return problem ? { ...file, status: 'error', response: text(problem) } : file;
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
        onChange?.(fileList.slice(0, MOST).map((file) => (file.status === undefined ? judged(file) : file)))
      }
    >
      {value.length < MOST ? <Button icon={<UploadOutlined aria-hidden />}>{t('kinds.upload')}</Button> : null}
    </Upload>
  );
}
