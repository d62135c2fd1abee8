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
  const { t } = useTranslation();
  const { entity } = useEntity('notice');
  const mark = useMarkSeen('notice');
  const [index, setIndex] = useState(0);
  const notice = notices[index]!;
  const type = fieldOf(entity, 'informationType')!;
  const Type = cellOf(type);
  useEffect(() => mark(notice.id), [mark, notice.id]);
  const last = index === notices.length - 1;
  return (
    <Modal
      open
      width={720}
      maskClosable={false}
      title={textOf(notice['title'])}
      onCancel={onClose}
      footer={[
        notices.length > 1 ? (
          <span key="at" className="notice-place">
            {t('notice.place', { at: index + 1, count: notices.length })}
          </span>
        ) : null,
        index > 0 ? (
          <Button key="back" onClick={() => setIndex(index - 1)}>
            {t('notice.previous')}
          </Button>
        ) : null,
        last ? (
          <Button key="close" type="primary" onClick={onClose}>
            {t('action.close')}
          </Button>
        ) : (
          <Button key="next" type="primary" onClick={() => setIndex(index + 1)}>
            {t('notice.next')}
          </Button>
        ),
      ]}
    >
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
    </Modal>
  );
}
