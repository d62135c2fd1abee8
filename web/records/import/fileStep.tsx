import { FileExcelOutlined } from '@ant-design/icons';
import { Alert, Button, Upload } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { download } from '../../api/transfer.ts';
import { useLabel } from '../../fields/language.ts';
import { errorText } from '../../shell/errorText.ts';
import { useOnPageClose } from '../../shell/keep/page.ts';
import { previewFile } from './calls.ts';
import type { Preview } from './contract.ts';
import { Waiting } from './waiting.tsx';

interface Props {
  entity: Entity;
  onRead: (file: File, preview: Preview) => void;
}

/** Step that chooses a file and sends it to the server, which returns its headings and first rows. */
export function FileStep({ entity, onRead }: Props): ReactNode {
  const { t } = useTranslation();
  const [share, setShare] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useOnPageClose(() => abort.current?.abort());

  async function read(file: File): Promise<void> {
    abort.current = new AbortController();
    setShare(0);
    setRefusal(undefined);
    try {
      onRead(file, await previewFile(entity.name, file, setShare, abort.current.signal));
    } catch (error) {
      if (abort.current.signal.aborted) return;
      setRefusal(errorText(error, t));
      setShare(undefined);
    }
  }

  if (share !== undefined) return <Waiting share={share} after={t('import.reading')} />;
  return (
    <div className="import-file">
      {refusal ? <Alert type="error" showIcon message={t('import.fileRefused')} description={refusal} /> : null}
      <Upload.Dragger
        accept={entity.import?.formats ? '.xlsx,.csv,.xml,.sta,.940,.txt' : '.xlsx,.csv'}
        maxCount={1}
        showUploadList={false}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <FileExcelOutlined className="import-file-icon" aria-hidden />
        <p>{t('import.dropFile')}</p>
        <p className="meta">{limitText(entity, t)}</p>
      </Upload.Dragger>
      <Templates entity={entity} />
    </div>
  );
}

/** Links that download the templates of the entity. */
function Templates({ entity }: { entity: Entity }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <p>
      {t('import.templateHint')}{' '}
      <Button type="link" size="small" onClick={() => void download(`/api/${entity.name}/template`)}>
        {t('list.template')}
      </Button>
      {entity.import?.layouts?.map(({ id, label: name }) => (
        <Button
          key={id}
          type="link"
          size="small"
          onClick={() => void download(`/api/${entity.name}/template?layout=${id}`)}
        >
          {t('list.layoutTemplate', { layout: label(name) })}
        </Button>
      ))}
    </p>
  );
}

/** Which files are read, and how many rows. A format with a layout is a table. */
function limitText({ import: settings }: Entity, t: TFunction): string | null {
  if (!settings) return null;
  const { max, formats = [], layouts = [] } = settings;
  const others = formats
    .map((name) => name.split('.').at(-1)!)
    .filter((name) => !layouts.some(({ id }) => id === name));
  return others.length === 0
    ? t('import.limit', { max })
    : t('import.limitWithFormats', { max, formats: others.join(' / ') });
}
