import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { personQuery } from '../api/account.ts';
import { PersonName } from '../shell/person.tsx';
import { useSide } from '../fields/language.ts';
import { useToday } from '../api/today.ts';
import { useModel } from '../records/model.ts';
import { PageTitle } from '../shell/pageTitle.tsx';
import { ByKind } from './claims/byKind.tsx';
import { CLAIMS } from './claims/source.ts';
import { useReadable } from './dashboard/figureSource.ts';
import { Card } from './dashboard/card.tsx';
import { GROUPS } from './dashboard/cards.ts';
import './dashboard/dashboard.css';
import { Figures } from './dashboard/figures.tsx';
import { Groups } from './dashboard/groups.tsx';
import { Mails } from './dashboard/mails.tsx';
import { Notices } from './dashboard/notices.tsx';
import { QuickLinks } from './dashboard/quickLinks.tsx';
import { RecentRecords } from './dashboard/recentRecords.tsx';
import { Todos } from './dashboard/todos.tsx';
import { LatestPremium } from './premium/byKind.tsx';
import { kindsOf, VERSIONS } from './premium/kinds.ts';

/** The first page: key figures, to-dos, charts, notices, mails and links. */
export function WelcomePage(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="page welcome">
      <PageTitle of={t('welcome.title')} />
      <Greeting />
      <Figures />
      <div className="dashboard">
        <Work />
        <News />
      </div>
    </div>
  );
}

function Greeting(): ReactNode {
  const { t, i18n } = useTranslation();
  const { data: person } = useQuery(personQuery);
  const side = useSide();
  const today = useToday();
  const hour = new Date().getHours();
  const greeting = t(hour < 12 ? 'welcome.morning' : hour < 18 ? 'welcome.afternoon' : 'welcome.evening');
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${today}T00:00:00Z`),
  );
  return (
    <div className="page-header">
      <h1>
        {greeting}
        <PersonName before={t('welcome.comma')} />
      </h1>
      <span className="meta">
        {today} {weekday}
        {person?.role ? ` · ${(side === 'zh' ? person.role.roleNameCh : null) ?? person.role.roleName}` : ''}
      </span>
    </div>
  );
}

/** The wide column: to-dos, charts and recent records. */
function Work(): ReactNode {
  const { t } = useTranslation();
  const mayRead = useReadable();
  const model = useModel();
  return (
    <div>
      {mayRead('task') ? (
        <Card title={t('welcome.todos')} more={{ text: t('welcome.allTodos'), to: '/system/task?_preset=mine' }}>
          <Todos />
        </Card>
      ) : null}
      {mayRead(VERSIONS) && kindsOf(model).length > 0 ? <LatestPremium /> : null}
      {mayRead(CLAIMS.entity) ? (
        <Card title={t('claims.byKind')} more={{ text: t('claims.title'), to: '/claims/dashboard' }}>
          <ByKind />
        </Card>
      ) : null}
      <div className="dashboard-groups">
        {GROUPS.filter(({ entity }) => mayRead(entity)).map((card) => (
          <Card key={card.text} title={t(card.text)}>
            <Groups card={card} />
          </Card>
        ))}
      </div>
      <Card title={t('search.recent')}>
        <RecentRecords />
      </Card>
    </div>
  );
}

/** The narrow column: notices, mails and links. */
function News(): ReactNode {
  const { t } = useTranslation();
  const mayRead = useReadable();
  return (
    <div>
      {mayRead('notice') ? (
        <Card title={t('welcome.notices')} more={{ text: t('welcome.allNotices'), to: '/system/notice' }}>
          <Notices />
        </Card>
      ) : null}
      {mayRead('mail') ? (
        <Card title={t('welcome.unreadMails')} more={{ text: t('welcome.allMails'), to: '/system/mail' }}>
          <Mails />
        </Card>
      ) : null}
      <Card title={t('welcome.quickLinks')}>
        <QuickLinks />
      </Card>
    </div>
  );
}
