import { ExportOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton, Tabs } from 'antd';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { useIsMet } from '../conditions.ts';
import { rowQuery, useRow } from '../form/row.ts';
import { useRefresh } from '../form/save.ts';
import { useEntity } from '../model.ts';
import { RecordHeader } from './header.tsx';
import { type OpenChild, openChildOf, searchWith } from './openChild.ts';
import { useRunOnOpen } from './runOnOpen.ts';
import { useRecordTabs } from './tabs.tsx';

/** The form needs the rules, so it is loaded only when the user edits. */
const DrawerForm = lazyChunk(async () => (await import('../form/drawerForm.tsx')).DrawerForm);

/** The child row that the address names, in a drawer beside its parent (`x-child.opens`). */
export function ChildDrawer({ parent, row }: { parent: Entity; row: Row }): ReactNode {
  const { search } = useLocation();
  const open = openChildOf(parent.children, row, search);
  return open ? (
    <Suspense fallback={null}>
      <OpenDrawer key={`${open.child.entity}/${open.id}`} parent={parent} open={open} />
    </Suspense>
  ) : null;
}

function OpenDrawer({ parent, open }: { parent: Entity; open: OpenChild }): ReactNode {
  useReturnFocus();
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(open.child.entity);
  const mayQuery = useMay(entity)('query');
  const refreshParent = useRefresh(parent.name);
  useRefreshAfterChange(entity, open.id, refreshParent);
  const show = useShow(open);
  useEscape(() => show('nothing'));
  if (!mayQuery) return null;
  return (
    <Drawer
      open
      rootClassName="child-drawer"
      width="min(880px, 62vw)"
      title={label(entity.label)}
      extra={
        <Link to={`/${entity.area}/${entity.name}/${open.id}`}>
          <Button type="text" icon={<ExportOutlined aria-hidden />}>
            {t('detail.ownPage')}
          </Button>
        </Link>
      }
      onClose={() => show('nothing')}
    >
      <FailureBoundary onRetry={() => show('nothing')}>
        <Suspense fallback={<Skeleton active />}>
          {open.isEdited ? (
            <DrawerForm entity={entity.name} id={open.id} onSaved={() => show('row')} onClose={() => show('row')} />
          ) : (
            <ChildRecord entity={entity} id={open.id} onShow={show} onDeleted={refreshParent} />
          )}
        </Suspense>
      </FailureBoundary>
    </Drawer>
  );
}

/** What floats over the page and handles its own keys. */
const OVERLAYS = '.ant-drawer, .ant-modal-root, .ant-select-dropdown, .ant-dropdown, .ant-popover';
/** Before a dialog handles the key, which moves the focus out of it. */
const CAPTURE = true;

/**
 * Closes the drawer with Escape also while the page behind it has the focus, which goes there when the button of an
 * operation disappears. While something in the drawer has the focus, it closes itself; a dialog over it closes first.
 */
function useEscape(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const closeFromPage = ({ key }: KeyboardEvent): void => {
      const isDialogOpen = [...document.querySelectorAll('.ant-modal-wrap')].some((dialog) => dialog.checkVisibility());
      if (key === 'Escape' && !isDialogOpen && !document.activeElement?.closest(OVERLAYS)) latest.current();
    };
    document.addEventListener('keydown', closeFromPage, CAPTURE);
    return () => document.removeEventListener('keydown', closeFromPage, CAPTURE);
  }, []);
}

/** Returns a function that shows the row, its form or nothing in the drawer, by the address of the page. */
function useShow({ child, id }: OpenChild): (what: 'row' | 'form' | 'nothing') => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (what) => {
    const open = what === 'nothing' ? undefined : { entity: child.entity, id, isEdited: what === 'form' };
    void navigate({ pathname, search: searchWith(search, open) }, { replace: true });
  };
}

interface RecordProps {
  entity: Entity;
  id: string;
  onShow: (what: 'form' | 'nothing') => void;
  onDeleted: () => Promise<void>;
}

/** Title, states, operations and tabs of a child row. */
function ChildRecord({ entity, id, onShow, onDeleted }: RecordProps): ReactNode {
  const row = useRow(entity.name, id);
  const [tab, setTab] = useState<string>();
  const isMet = useIsMet(entity, row);
  useRunOnOpen(entity, row);
  const items = useRecordTabs(entity, row, id, isMet);
  return (
    <>
      <RecordHeader
        entity={entity}
        row={row}
        isUnready={false}
        inDrawer={{
          onEdit: () => onShow('form'),
          onDeleted: () => {
            onShow('nothing');
            void onDeleted();
          },
        }}
      />
      <Tabs className="detail-tabs" items={items} onChange={setTab} {...(tab !== undefined && { activeKey: tab })} />
    </>
  );
}

/** Reads the parent again whenever the child row is read again, because a save or an operation can change both. */
function useRefreshAfterChange(entity: Entity, id: string, refreshParent: () => Promise<void>): void {
  const { dataUpdatedAt } = useQuery({ ...rowQuery(entity.name, id), enabled: false });
  const seen = useRef(dataUpdatedAt);
  useEffect(() => {
    const isFirst = seen.current === 0;
    if (seen.current === dataUpdatedAt) return;
    seen.current = dataUpdatedAt;
    if (!isFirst) void refreshParent();
  }, [dataUpdatedAt, refreshParent]);
}
