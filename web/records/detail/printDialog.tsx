import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Segmented, Skeleton } from 'antd';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintedDocument } from '../../../generator/model/print.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Language } from '../../api/language.ts';
import { fetchFile, saveFile } from '../../api/transfer.ts';
import { useObjectUrl } from '../../fields/file/objectUrl.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';

interface Props {
  entity: Entity;
  row: Row;
  /** the documents that the record has */
  documents: readonly PrintedDocument[];
  onClose: () => void;
}

/** Dialog that shows a document of a record in the chosen language, prints it and downloads it. */
export function PrintDialog({ entity, row, documents, onClose }: Props): ReactNode {
  useReturnFocus();
  const { t, i18n } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const [name, setName] = useState(documents[0]!.name);
  const [language, setLanguage] = useState(i18n.language as Language);
  const { data: file, error } = useQuery({
    queryKey: ['printed', entity.name, row['id'], row['rev'], name, language],
    queryFn: ({ signal }) =>
      fetchFile(`/api/${entity.name}/${textOf(row['id'])}/documents/${name}`, { language }, signal),
    gcTime: 0,
    retry: false,
  });
  const url = useObjectUrl(file?.bytes);
  const canShow = navigator.pdfViewerEnabled;
  return (
    <Modal
      open
      width={960}
      maskClosable={false}
      title={t('print.title')}
      onCancel={onClose}
      footer={
        <Buttons
          canPrint={canShow}
          disabled={!file || url === undefined}
          onPrint={() => frame.current?.contentWindow?.print()}
          onDownload={() => file && saveFile(file.bytes, file.name ?? `${name}.pdf`)}
        />
      }
    >
      <Choice {...{ documents, name, language }} onName={setName} onLanguage={setLanguage} />
      {error ? (
        <Alert type="error" showIcon message={errorText(error, t)} />
      ) : url === undefined ? (
        <Skeleton active />
      ) : (
        <Preview {...{ frame, url, canShow }} title={file?.name ?? t('print.title')} />
      )}
    </Modal>
  );
}

interface PreviewProps {
  frame: RefObject<HTMLIFrameElement | null>;
  url: string;
  /** whether the browser has a viewer */
  canShow: boolean;
  title: string;
}

function Preview({ frame, url, canShow, title }: PreviewProps): ReactNode {
  const { t } = useTranslation();
  return canShow ? (
    // a sandboxed frame has no viewer; the server answers with a PDF that it has made itself
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe ref={frame} className="kind-document" src={url} title={title} />
  ) : (
    <Alert type="info" showIcon message={t('kinds.noPreview')} />
  );
}

interface ChoiceProps {
  documents: readonly PrintedDocument[];
  name: string;
  language: Language;
  onName: (name: string) => void;
  onLanguage: (language: Language) => void;
}

/** The choice of the document, if there are several, and of its language. */
function Choice({ documents, name, language, onName, onLanguage }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <div className="detail-print-choice">
      {documents.length > 1 && (
        <Segmented
          value={name}
          onChange={onName}
          options={documents.map((document) => ({ value: document.name, label: label(document.label) }))}
          aria-label={t('print.document')}
        />
      )}
      <Segmented<Language>
        value={language}
        onChange={onLanguage}
        options={[
          { value: 'zh-CN', label: '中文' },
          { value: 'en-US', label: 'English' },
        ]}
        aria-label={t('print.language')}
      />
    </div>
  );
}

interface ButtonsProps {
  canPrint: boolean;
  disabled: boolean;
  onPrint: () => void;
  onDownload: () => void;
}

function Buttons({ canPrint, disabled, onPrint, onDownload }: ButtonsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} disabled={disabled} onClick={onDownload}>
        {t('print.download')}
      </Button>
      {canPrint && (
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} disabled={disabled} onClick={onPrint}>
          {t('print.print')}
        </Button>
      )}
    </>
  );
}
