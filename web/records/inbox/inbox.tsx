import { Alert, Empty, Skeleton } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { errorText } from '../../shell/errorText.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { ShortcutHelp, type ShortcutLine } from '../../shell/shortcuts/help.tsx';
import { useShortcuts } from '../../shell/shortcuts/keys.ts';
import '../detail/detail.css';
import { TodoCard } from './card.tsx';
import './inbox.css';
import { TodoList } from './list.tsx';
import { afterDecision, neighbourOf, idsOf, keyOf, type InboxKey, type TaskEntity } from './todos.ts';
import { useTodos } from './useTodos.ts';

const HELP: readonly ShortcutLine[] = [
  [['j', 'k'], 'inbox.key.besides'],
  [['a'], 'inbox.key.approve'],
  [['r'], 'inbox.key.reject'],
  [['Enter'], 'inbox.key.open'],
  [['?'], 'quickKeys.help'],
];

interface Props {
  entity: TaskEntity;
  /** the presets of the list with all to-dos of the user, and with rejected ones */
  presets: { mine: string; returned: string };
}

/** The to-dos of the user: a list at the left, the chosen one with its decision at the right. */
export function Inbox({ entity, presets }: Props): ReactNode {
  const { t } = useTranslation();
  const { groups, isPending, isFetching, error } = useTodos(entity, presets);
  const ids = idsOf(groups);
  const { id, choose } = useChosen(ids);
  const page = useRef<HTMLDivElement>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [remarks, setRemarks] = useState<Readonly<Record<string, string>>>({});
  const order = useLastOrder(isFetching ? undefined : ids, id);
  useInboxKeys({ page, ids, id, choose, onHelp: () => setIsHelpOpen(true) });
  const decided = (done: string): void => {
    setRemarks(({ [done]: _sent, ...others }) => others);
    choose(afterDecision(order.current, done));
  };
  return (
    <div className="page inbox-page" ref={page}>
      <Header entity={entity} isHelpOpen={isHelpOpen} onHelp={setIsHelpOpen} />
      {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : null}
      {isPending && !error ? <Skeleton active /> : null}
      <div className="inbox" data-empty={ids.length === 0 || undefined}>
        {ids.length > 0 && <TodoList entity={entity} groups={groups} chosen={id} />}
        {id === undefined ? (
          !isPending && (
            <Empty className="inbox-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('inbox.empty')} />
          )
        ) : (
          <TodoCard
            key={id}
            entity={entity}
            id={id}
            remark={remarks[id] ?? ''}
            onRemark={(text) => setRemarks((before) => ({ ...before, [id]: text }))}
            onDecided={() => decided(id)}
          />
        )}
      </div>
    </div>
  );
}

interface HeaderProps {
  entity: TaskEntity;
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
}

/** Title of the page, with the list of all to-dos and the shortcuts. */
function Header({ entity, isHelpOpen, onHelp }: HeaderProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="page-header">
      <PageHeading of={{ en: t('inbox.title', { lng: 'en-US' }), zh: t('inbox.title', { lng: 'zh-CN' }) }} />
      <span className="page-actions">
        <Link to={`/${entity.area}/${entity.name}`}>{t('inbox.allTodos')}</Link>
        <ShortcutHelp lines={HELP} isOpen={isHelpOpen} onOpen={onHelp} />
      </span>
    </div>
  );
}

/** The to-do in the address, else the first, and a function that chooses another one. */
function useChosen(ids: readonly string[]) {
  const [search, setSearch] = useSearchParams();
  const id = search.get('todo') ?? ids[0];
  const choose = (to: string | undefined): void => setSearch(to === undefined ? {} : { todo: to }, { replace: true });
  return { id, choose };
}

/**
 * The latest order of the to-dos that contained the chosen one, which leaves the list when it is decided.
 *
 * @param ids undefined while they are being read
 */
function useLastOrder(ids: readonly string[] | undefined, id: string | undefined) {
  const order = useRef<readonly string[]>([]);
  useEffect(() => {
    if (ids && (id === undefined || ids.includes(id))) order.current = ids;
  }, [ids, id]);
  return order;
}

interface KeyProps {
  page: React.RefObject<HTMLElement | null>;
  ids: readonly string[];
  id: string | undefined;
  choose: (id: string | undefined) => void;
  onHelp: () => void;
}

/** Shortcuts that choose the next or previous to-do, focus a button of its decision, or open its record. */
function useInboxKeys({ page, ids, id, choose, onHelp }: KeyProps): void {
  const navigate = useNavigate();
  const find = (mark: string): HTMLElement | null | undefined =>
    page.current?.querySelector<HTMLElement>(`[data-inbox="${mark}"]`);
  const move = (by: 1 | -1): boolean => {
    const to = neighbourOf(ids, id, by);
    if (to === undefined) return false;
    choose(to);
    page.current?.querySelector<HTMLElement>(`[data-todo="${to}"]`)?.focus();
    return true;
  };
  const open = (event: KeyboardEvent): boolean => {
    const link = find('record')?.getAttribute('href');
    if (link == null || isOtherControl(event.target, id)) return false;
    void navigate(link);
    return true;
  };
  const press: Record<InboxKey, (event: KeyboardEvent) => boolean> = {
    next: () => move(1),
    previous: () => move(-1),
    approve: () => focus(find('approve')),
    reject: () => focus(find('reject')),
    open,
    help: () => {
      onHelp();
      return true;
    },
  };
  useShortcuts((event) => {
    const key = keyOf(event.key);
    return key !== undefined && press[key](event);
  });
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return element != null;
}

/**
 * Whether Enter has an effect of its own on an element: on each link and button except the chosen to-do in the list.
 */
const isOtherControl = (target: EventTarget | null, id: string | undefined): boolean =>
  target instanceof Element &&
  target.closest('a, button, summary') !== null &&
  target.closest<HTMLElement>('[data-todo]')?.dataset['todo'] !== id;
