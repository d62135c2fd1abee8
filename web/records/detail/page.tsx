import { Tabs } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { PageTitle } from '../../shell/pageTitle.tsx';
import { useRecordVisit } from '../../shell/visits.ts';
import { WaitingBanner } from '../approval/banner.tsx';
import { useIsMet } from '../conditions.ts';
import type { IsMet } from '../isMet.ts';
import { useRow } from '../form/row.ts';
import { useEntity } from '../model.ts';
import { blockedStep } from '../operations/steps.ts';
import { areAllEmpty, mainTable, useChildGroups } from './childGroups.ts';
import { tableToCalculate, tableToFinish } from './childTotals.ts';
import { Aside } from './aside.tsx';
import { ChildDrawer } from './childDrawer.tsx';
import './detail.css';
import { DroppedFiles } from './droppedFiles.tsx';
import { Figures } from './figures.tsx';
import { RecordHeader } from './header.tsx';
import { HeaderLine } from './headerLine.tsx';
import { QuickKeys } from './quickKeys.tsx';
import { useRunOnOpen } from './runOnOpen.ts';
import { StepLine } from './stepLine.tsx';
import { useTabTitle } from './tabTitle.ts';
import { tabOfChild, useRecordTabs } from './tabs.tsx';

/**
 * The shown tab, and a function that changes it: the last one that was clicked, else that of the child in the address,
 * such as `?tab=agency-detail`, else that of the main table, else the first.
 */
function useTab(
  entity: Entity,
  { isMet, main, tabs }: { isMet: IsMet; main: Child | undefined; tabs: readonly string[] },
): [string, (tab: string) => void] {
  const requested = new URLSearchParams(useLocation().search).get('tab');
  const [clicked, setClicked] = useState<{ tab: string; requested: string | null }>();
  const tabOf = (child: Child | undefined) => child && tabOfChild(entity, isMet, child);
  const chosen =
    clicked?.requested === requested ? clicked.tab : tabOf(entity.children.find((one) => one.entity === requested));
  const preferred = chosen ?? tabOf(main);
  const shown = preferred !== undefined && tabs.includes(preferred) ? preferred : tabs[0]!;
  return [shown, (tab) => setClicked({ tab, requested })];
}

/** The child tables of a record, the main one of them, and what is left to do in them. */
function useTables(entity: Entity, row: Row, isMet: IsMet) {
  const groups = useChildGroups(entity, row, isMet);
  return {
    groups,
    main: mainTable(groups),
    isEmpty: areAllEmpty(groups),
    toCalculate: tableToCalculate(groups),
    toFinish: tableToFinish(groups),
  };
}

/** Page of a record: title, states, operations, key figures and tabs. */
export function DetailPage({ entity: name, id = '' }: { entity: string; id?: string }): ReactNode {
  const label = useLabel();
  const { entity } = useEntity(name);
  const row = useRow(name, id);
  const isMet = useIsMet(entity, row);
  const { groups, main, isEmpty, toCalculate, toFinish } = useTables(entity, row, isMet);
  const page = useRef<HTMLDivElement>(null);
  const titles = titlesOf(entity, row);
  const tabTitle = useTabTitle(entity, row);
  useRunOnOpen(entity, row);
  useRecordVisit(`/${entity.area}/${entity.name}/${id}`, titles, entity.label);
  const items = useRecordTabs(entity, row, id, isMet);
  const tabs = items.map(({ key }) => key);
  const [shown, setTab] = useTab(entity, { isMet, main: main?.child, tabs });
  const isUnready = isEmpty || toFinish !== undefined;
  return (
    <div className="page detail-page" data-compact={entity.form.steps ? true : undefined} ref={page}>
      <PageTitle of={tabTitle} />
      <RecordHeader
        {...{ entity, row, isUnready }}
        blocked={blockedStep(entity, row, isMet)}
        first={toCalculate?.action}
      >
        <QuickKeys page={page} tabs={tabs} tab={shown} onTab={setTab} />
      </RecordHeader>
      <HeaderLine entity={entity} row={row} />
      <WaitingBanner entity={entity} row={row} />
      <Figures entity={entity} row={row} isMet={isMet} groups={groups} />
      <StepLine
        entity={entity}
        row={row}
        isMet={isMet}
        emptyTable={isEmpty && main ? label(main.child.tab ?? main.entity.label) : undefined}
        toCalculate={toCalculate}
        toFinish={toFinish}
      />
      <div className="detail-columns">
        <Tabs className="detail-tabs" activeKey={shown} onChange={setTab} items={items} />
        {entity.form.checklist && <Aside entity={entity} row={row} isMet={isMet} onTab={setTab} />}
      </div>
      <DroppedFiles page={page} parent={entity} row={row} />
      <ChildDrawer parent={entity} row={row} />
    </div>
  );
}
