import { App, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ICONS } from '../shell/icons.tsx';
import { LanguageSwitch } from '../shell/language.tsx';
import { Wordmark } from '../shell/wordmark.tsx';
import { PageTitle } from '../shell/pageTitle.tsx';
import './icons.css';

/** Page for authors of menus with all icons that a menu may use (1§2, /icons). A click copies the name of an icon. */
export function IconsPage(): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const shown = Object.entries(ICONS).filter(([name]) => name.toLowerCase().includes(text.trim().toLowerCase()));

  return (
    <main className="icons-page">
      <PageTitle of={t('icons.title')} />
      <header className="icons-head">
        <Link to="/" className="wordmark-link" aria-label={t('frame.home')}>
          <Wordmark />
        </Link>
        <span className="spacer" />
        <LanguageSwitch />
      </header>
      <div className="page-header">
        <h1>{t('icons.title')}</h1>
        <span className="meta" aria-live="polite">
          {t('icons.count', { count: shown.length })}
        </span>
        <span className="spacer" />
        <Input
          allowClear
          className="icons-search"
          value={text}
          placeholder={t('icons.search')}
          aria-label={t('icons.search')}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <IconList icons={shown} />
      {shown.length === 0 ? <p>{t('menu.nothingFound')}</p> : null}
    </main>
  );
}

type NamedIcon = [name: string, Icon: (typeof ICONS)[string]];

/** Icons with their names, each a button that copies the name. */
function IconList({ icons }: { icons: NamedIcon[] }): ReactNode {
  const { t } = useTranslation();
  const { message } = App.useApp();

  async function copy(name: string): Promise<void> {
    await navigator.clipboard.writeText(name);
    message.success(t('icons.copied', { name }));
  }

  return (
    <ul className="icons-list">
      {icons.map(([name, Icon]) => (
        <li key={name}>
          <button type="button" onClick={() => void copy(name)}>
            <Icon />
            <span>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
