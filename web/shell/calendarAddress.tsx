import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton, Space, Typography } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { errorText } from './errorText.ts';

const PATH = '/account/calendar';
const KEY = ['calendar address'];

/** Dialog in which a person makes, copies and ends the secret address of the calendar of deadlines. */
export function CalendarAddressDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const stored = useQuery({ queryKey: KEY, queryFn: () => call<{ since: string | null }>('GET', PATH) });
  const onSuccess = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY });
  const made = useMutation({ mutationFn: () => call<{ address: string }>('POST', PATH), onSuccess });
  const ended = useMutation({
    mutationFn: () => call('DELETE', PATH),
    onSuccess: () => {
      made.reset();
      return onSuccess();
    },
  });
  const since = stored.data?.since ?? null;
  const error = stored.error ?? made.error ?? ended.error;
  return (
    <Modal
      open
      title={t('calendar.title')}
      onCancel={onClose}
      footer={[
        since === null ? null : (
          <Button key="end" danger loading={ended.isPending} onClick={() => ended.mutate()}>
            {t('calendar.end')}
          </Button>
        ),
        <Button key="make" type="primary" loading={made.isPending} onClick={() => made.mutate()}>
          {t(since === null ? 'calendar.make' : 'calendar.makeAgain')}
        </Button>,
      ]}
    >
      <Space direction="vertical" style={{ width: '100%' }}>
        <span>{t('calendar.about')}</span>
        {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : null}
        {stored.isLoading ? <Skeleton active title={false} paragraph={{ rows: 1 }} /> : <Since since={since} />}
        {made.data ? <Address address={made.data.address} /> : null}
      </Space>
    </Modal>
  );
}

function Since({ since }: { since: string | null }): ReactNode {
  const { t } = useTranslation();
  return (
    <span className="meta">
      {since === null ? t('calendar.none') : t('calendar.since', { at: dayjs(since).format('YYYY-MM-DD HH:mm') })}
    </span>
  );
}

/** A new address, which is shown once. */
function Address({ address }: { address: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <Alert
      type="success"
      message={t('calendar.shownOnce')}
      description={
        <Typography.Text code copyable={{ text: address, tooltips: false }} style={{ wordBreak: 'break-all' }}>
          {address}
        </Typography.Text>
      }
    />
  );
}
