import { InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentProblem, shownFileName } from '../../../generator/language/attachment.ts';
import { childBlockReasons } from '../../../generator/language/blockReasons.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { call } from '../../api/client.ts';
import { useProblemText } from '../../api/problemText.ts';
import { upload } from '../../api/transfer.ts';
import { fileKey, type StoredFile } from '../../fields/file/stored.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { errorText } from '../../shell/errorText.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { useRefresh } from '../form/save.ts';
import { useEntity } from '../model.ts';
import { operationStates } from '../operations/states.ts';
import { stateSubject } from '../operations/stateSubject.ts';

const FormModal = lazyChunk(async () => (await import('../form/modal.tsx')).FormModal);

interface Props {
  page: RefObject<HTMLElement | null>;
  parent: Entity;
  row: Row;
}
interface DropProps extends Props {
  child: Child & { drop: string };
}

/** Takes files that are dropped anywhere on a record's page, where a part of it says so (`x-child.drop`). */
export function DroppedFiles(props: Props): ReactNode {
  const child = props.parent.children.find((one): one is DropProps['child'] => one.drop !== undefined);
  return child ? (
    <Suspense fallback={null}>
      <DropTarget {...props} child={child} />
    </Suspense>
  ) : null;
}

/** Each file goes to the server; the form is asked once, for the first, and what is said there holds for all. */
function DropTarget({ page, parent, child, row }: DropProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const text = useProblemText();
  const client = useQueryClient();
  const { message } = App.useApp();
  const { entity } = useEntity(child.entity);
  const refreshParent = useRefresh(parent.name);
  const refresh = useRefresh(entity.name);
  const mayAdd = useMay(entity)('add');
  const [over, setOver] = useState(false);
  const [taken, setTaken] = useState<StoredFile[]>([]);
  const edit = operationStates(row).find(({ name }) => name === 'edit');
  const isBlocked = edit?.parts !== undefined || childBlockReasons(stateSubject(parent, row), child, 'add').length > 0;
  const open = mayAdd && !isBlocked;
  const link = row[entity.fields.find(({ name }) => name === child.via)!.ref!.by];

  useEffect(() => {
    const area = page.current;
    if (!area || !open) return undefined;
    // an input that takes files itself is left alone, and so is what is dragged within the page
    const isOurs = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes('Files') === true &&
      !(event.target instanceof Element && event.target.closest('.kind-upload, [role="dialog"]'));
    const send = async (files: readonly File[]): Promise<void> => {
      const sent: StoredFile[] = [];
      for (const file of files) {
        const problem = attachmentProblem(shownFileName(file.name), file.size);
        if (problem) {
          message.error(`${file.name}: ${text(problem)}`);
          continue;
        }
        try {
          const form = new FormData();
          form.append('file', file);
          const stored = await upload<StoredFile>('/api/files', form);
          client.setQueryData(fileKey(stored.id), stored);
          sent.push(stored);
        } catch (error) {
          message.error(`${file.name}: ${errorText(error, t)}`);
        }
      }
      if (sent.length > 0) setTaken(sent);
    };
    const onOver = (event: DragEvent): void => {
      if (!isOurs(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node && area.contains(event.relatedTarget))) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      void send([...event.dataTransfer!.files]);
    };
    area.addEventListener('dragover', onOver);
    area.addEventListener('dragleave', onLeave);
    area.addEventListener('drop', onDrop);
    return () => {
      area.removeEventListener('dragover', onOver);
      area.removeEventListener('dragleave', onLeave);
      area.removeEventListener('drop', onDrop);
    };
  }, [client, message, open, page, t, text]);

  /** The other files as parts that say what the first one says. */
  const addOthers = async (first: Row): Promise<void> => {
    setTaken([]);
    const said = Object.fromEntries(
      entity.fields
        .filter(({ name, readOnly, compute }) => !readOnly && !compute && name !== child.drop && first[name] != null)
        .map(({ name }) => [name, first[name]]),
    );
    for (const { id, name } of taken.slice(1)) {
      try {
        await call('POST', `/api/${entity.name}`, { body: { ...said, [child.drop]: id } });
      } catch (error) {
        message.error(`${name}: ${errorText(error, t)}`);
      }
    }
    await refreshParent();
    await refresh();
  };

  return (
    <>
      {over && (
        <div className="detail-drop" aria-hidden>
          <span>
            <InboxOutlined /> {t('detail.drop', { entity: label(entity.label) })}
          </span>
        </div>
      )}
      {taken.length > 0 && (
        <FailureBoundary dialog onRetry={() => setTaken([])}>
          <Suspense fallback={null}>
            <FormModal
              entity={entity.name}
              preset={{ [child.via]: link, [child.drop]: taken[0]!.id }}
              onClose={() => setTaken([])}
              onSaved={(saved) => void addOthers(saved)}
            />
          </Suspense>
        </FailureBoundary>
      )}
    </>
  );
}
