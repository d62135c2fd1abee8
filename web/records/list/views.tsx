import { CloseOutlined, StarOutlined, TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Popover, Space } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { personQuery } from '../../api/account.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { type ListView, type ListViews, useListViews } from './preferences.ts';

/** Menu of named searches: filters, sorting and page size, in the format of the address. */
export function SavedViews({ entity }: { entity: string }): ReactNode {
  const { t } = useTranslation();
  const { data: person } = useQuery(personQuery);
  const views = useListViews(entity, person?.userCde);
  return (
    <Popover trigger="click" placement="bottomRight" content={<Views views={views} />}>
      <Button icon={<StarOutlined />} title={t('views.title')} aria-label={t('views.title')} />
    </Popover>
  );
}

const MAX_NAME_LENGTH = 40;

function Views({ views }: { views: ListViews }): ReactNode {
  const { t } = useTranslation();
  const { own, ofColleagues } = views;
  return (
    <section className="views" aria-label={t('views.title')}>
      <h2>{t('views.title')}</h2>
      {own.length === 0 ? (
        <p>{t('views.empty')}</p>
      ) : (
        <ul>
          {own.map((view) => (
            <li key={view.id}>
              <Link to={{ search: view.query }}>{view.name}</Link>
              <ViewButtons view={view} views={views} />
            </li>
          ))}
        </ul>
      )}
      {ofColleagues.length > 0 && (
        <>
          <h3>{t('views.ofColleagues')}</h3>
          <ul>
            {ofColleagues.map((view) => (
              <li key={view.id}>
                <Link to={{ search: view.query }}>{view.name}</Link>
                <span className="view-author">{view.byName ?? view.by}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <NewView views={views} />
    </section>
  );
}

/** Buttons that share or remove one of the user's own views. */
function ViewButtons({ view, views }: { view: ListView; views: ListViews }): ReactNode {
  const { t } = useTranslation();
  const { failed } = useFeedback();
  return (
    <span className="view-buttons">
      <Button
        type="text"
        size="small"
        icon={<TeamOutlined />}
        className={view.shared ? 'view-shared' : ''}
        aria-pressed={view.shared}
        title={t(view.shared ? 'views.shared' : 'views.share')}
        aria-label={t('views.shareNamed', { name: view.name })}
        onClick={() => void views.share(view, !view.shared).catch(failed)}
      />
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        title={t('action.delete')}
        aria-label={t('views.remove', { name: view.name })}
        onClick={() => void views.remove(view).catch(failed)}
      />
    </span>
  );
}

/** Stores the current search under a name. */
function NewView({ views }: { views: ListViews }): ReactNode {
  const { t } = useTranslation();
  const { failed } = useFeedback();
  const { search } = useLocation();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const store = async (): Promise<void> => {
    if (name.trim() === '' || busy) return;
    setBusy(true);
    try {
      await views.store(name.trim(), search);
      setName('');
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Space.Compact block>
      <Input
        size="small"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        placeholder={t('views.name')}
        aria-label={t('views.name')}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void store()}
      />
      <Button size="small" type="primary" disabled={name.trim() === ''} loading={busy} onClick={() => void store()}>
        {t('views.keep')}
      </Button>
    </Space.Compact>
  );
}
