import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AppearanceSwitch } from '../../shell/appearanceSwitch.tsx';
import { LanguageSwitch } from '../../shell/language.tsx';
import { PageTitle } from '../../shell/pageTitle.tsx';
import { Wordmark } from '../../shell/wordmark.tsx';
import { Chart } from './chart.tsx';
import './outside.css';

interface Props {
  title: string;
  about: ReactNode;
  children: ReactNode;
  /** further links; by default a link to log-in */
  footer?: ReactNode;
  wide?: boolean;
}

/** A page without a session: a form, beside a nautical chart in a wide window. */
export function OutsideCard({ title, about, children, footer, wide = false }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="outside" data-wide={wide}>
      <PageTitle of={title} />
      <aside className="outside-chart" aria-hidden>
        <Chart />
      </aside>
      <main className="outside-pane">
        <header className="outside-header">
          <Link to="/login" className="wordmark-link" aria-label={`Bordereau · ${t('login.title')}`}>
            <Wordmark />
          </Link>
          <span className="outside-switches">
            <LanguageSwitch />
            <AppearanceSwitch />
          </span>
        </header>
        <section className="outside-card login-card">
          <h1>{title}</h1>
          <p className="outside-about">{about}</p>
          {children}
          <nav className="outside-footer">{footer ?? <Link to="/login">{t('outside.toLogin')}</Link>}</nav>
        </section>
      </main>
    </div>
  );
}

/** The page after a successful submission: the server's message and what happens next. */
export function OutsideDone({ title, message, next }: { title: string; message: string; next: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <OutsideCard title={title} about={next} footer={<Link to="/login">{t('outside.toLogin')}</Link>}>
      <p className="outside-done" role="status">
        {message}
      </p>
    </OutsideCard>
  );
}
