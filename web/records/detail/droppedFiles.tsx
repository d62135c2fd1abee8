import { InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useState } from 'react';
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
import { childPreset } from '../form/childPreset.ts';
import { useRefresh } from '../form/save.ts';
import { useEntity } from '../model.ts';
import { operationStates, possibleChildren } from '../operations/states.ts';
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

/** Accepts files that are dropped anywhere on a record's page, for the child that takes them (`x-child.drop`). */
export function DroppedFiles(props: Props): ReactNode {
  const child = possibleChildren(props.parent.children, props.row).find(
    (one): one is DropProps['child'] => one.drop !== undefined,
  );
  return child ? (
    <Suspense fallback={null}>
      <DropTarget {...props} child={child} />
    </Suspense>
  ) : null;
}

/** Uploads the files and opens the form for the first one; the other files become children with the same values. */
function DropTarget({ page, parent, child, row }: DropProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(child.entity);
  const mayAdd = useMay(entity)('add');
  const [files, setFiles] = useState<StoredFile[]>([]);
  const edit = operationStates(row).find(({ name }) => name === 'edit');
  const isBlocked = edit?.parts !== undefined || childBlockReasons(stateSubject(parent, row), child, 'add').length > 0;
  const send = useSendFiles(setFiles);
  const isOver = useDrop(page, mayAdd && !isBlocked, send);
  const addOthers = useAddOthers(parent, entity, child);
  return (
    <>
      {isOver && (
        <div className="detail-drop" aria-hidden>
          <span>
            <InboxOutlined /> {t('detail.drop', { entity: label(entity.label) })}
          </span>
        </div>
      )}
      {files.length > 0 && (
        <FailureBoundary dialog onRetry={() => setFiles([])}>
          <Suspense fallback={null}>
            <FormModal
              entity={entity.name}
              preset={{ ...childPreset(child, entity, row), [child.drop]: files[0]!.id }}
              onClose={() => setFiles([])}
              onSaved={(saved) => {
                setFiles([]);
                void addOthers(saved, files.slice(1));
              }}
            />
          </Suspense>
        </FailureBoundary>
      )}
    </>
  );
}

/** Returns a function that uploads files one after the other; `onSent` receives the files that the server accepted. */
function useSendFiles(onSent: (files: StoredFile[]) => void): (files: readonly File[]) => Promise<void> {
  const { t } = useTranslation();
  const text = useProblemText();
  const client = useQueryClient();
  const { message } = App.useApp();
  return useCallback(
    async (files) => {
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
      if (sent.length > 0) onSent(sent);
    },
    [client, message, onSent, t, text],
  );
}

/** Calls `onFiles` when files are dropped on an element. @returns whether files are over the element */
function useDrop(
  target: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onFiles: (files: readonly File[]) => Promise<void>,
): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (!element || !isEnabled) return undefined;
    const onOver = (event: DragEvent): void => {
      if (!isFileDrop(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) setIsOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setIsOver(false);
      if (!isFileDrop(event)) return;
      event.preventDefault();
      void onFiles([...event.dataTransfer!.files]);
    };
    element.addEventListener('dragover', onOver);
    element.addEventListener('dragleave', onLeave);
    element.addEventListener('drop', onDrop);
    return () => {
      element.removeEventListener('dragover', onOver);
      element.removeEventListener('dragleave', onLeave);
      element.removeEventListener('drop', onDrop);
    };
  }, [isEnabled, onFiles, target]);
  return isOver;
}

/** Whether files are dragged over the page, and not over a dialog or an input that takes files itself. */
const isFileDrop = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') === true &&
  !(event.target instanceof Element && event.target.closest('.kind-upload, [role="dialog"]'));

/** Returns a function that adds further files as children with the values of the first one. */
function useAddOthers(
  parent: Entity,
  entity: Entity,
  child: DropProps['child'],
): (first: Row, files: readonly StoredFile[]) => Promise<void> {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const refreshParent = useRefresh(parent.name);
  const refresh = useRefresh(entity.name);
  return async (first, files) => {
    const values = Object.fromEntries(
      entity.fields
        .filter(({ name, readOnly, compute }) => !readOnly && !compute && name !== child.drop && first[name] != null)
        .map(({ name }) => [name, first[name]]),
    );
    for (const { id, name } of files) {
      try {
        await call('POST', `/api/${entity.name}`, { body: { ...values, [child.drop]: id } });
      } catch (error) {
        message.error(`${name}: ${errorText(error, t)}`);
      }
    }
    await refreshParent();
    await refresh();
  };
}
