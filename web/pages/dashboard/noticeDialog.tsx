import { Button, Modal } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../records/list/columns.tsx';
import { fieldOf, useEntity } from '../../records/model.ts';
import { cellOf } from '../../fields/cells.ts';
import { FormattedFrame } from '../../fields/richText/frame.tsx';
import { textOf } from '../../fields/types.ts';
import { useMarkSeen } from './seen.ts';

/** Dialog that shows notices one after another and marks each as opened. */
export function NoticeDialog({ notices, onClose }: { notices: readonly ListRow[]; onClose: () => void }): ReactNode {
  const mark = useMarkSeen('notice');
  const [index, setIndex] = useState(0);
  const notice = notices[index]!;
  useEffect(() => mark(notice.id), [mark, notice.id]);
  return (
    <Modal
      open
      width={720}
      maskClosable={false}
      title={textOf(notice['title'])}
      onCancel={onClose}
      footer={<Steps index={index} count={notices.length} onIndex={setIndex} onClose={onClose} />}
    >
      <Notice notice={notice} />
    </Modal>
  );
}

/** Type, date, issuer and text of a notice. */
function Notice({ notice }: { notice: ListRow }): ReactNode {
  const { entity } = useEntity('notice');
  const type = fieldOf(entity, 'informationType')!;
  const Type = cellOf(type);
  return (
    <>
      <p className="notice-facts">
        {notice['informationType'] ? (
          <Type field={type} value={notice['informationType']} row={notice} entity={entity} />
        ) : null}
        <span>{textOf(notice['issueDate'])}</span>
        {notice['issuer'] ? <span>{textOf(notice['issuer'])}</span> : null}
      </p>
      <div className="notice-text">
        <FormattedFrame html={textOf(notice['content'])} title={textOf(notice['title'])} />
      </div>
    </>
  );
}

interface StepsProps {
  /** position of the shown notice */
  index: number;
  count: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** Buttons to the previous and the next notice; after the last one, to close the dialog. */
function Steps({ index, count, onIndex, onClose }: StepsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {count > 1 ? <span className="notice-place">{t('notice.place', { at: index + 1, count })}</span> : null}
      {index > 0 ? <Button onClick={() => onIndex(index - 1)}>{t('notice.previous')}</Button> : null}
      {index === count - 1 ? (
        <Button key="close" type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      ) : (
        <Button key="next" type="primary" onClick={() => onIndex(index + 1)}>
          {t('notice.next')}
        </Button>
      )}
    </>
  );
}
