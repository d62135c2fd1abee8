import { Badge, Tabs } from 'antd';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useLabel } from '../../fields/language.ts';
import { FormTable } from '../childTable/formTable.tsx';
import { ChildMatrixForm } from './childMatrixForm.tsx';
import type { Draft } from './draft.ts';
import { DraftContext } from './draftHooks.ts';
import { formLayout, type LayoutTab } from './layout.ts';
import { FormSection } from './section.tsx';

interface Props {
  draft: Draft;
  onSubmit: () => void;
  /** the tab to show, if the form has several */
  tab: number;
  onTab: (tab: number) => void;
}

/** All fields and child tables of a draft, in the tabs and sections of `x-form`. */
export function FormBody({ draft, onSubmit, tab, onTab }: Props): ReactNode {
  const tabs = useTabs(draft);
  const label = useLabel();
  return (
    <DraftContext value={draft}>
      {tabs.length === 1 ? (
        <TabBody draft={draft} tab={tabs[0]!} onSubmit={onSubmit} />
      ) : (
        <Tabs
          activeKey={String(tab)}
          onChange={(key) => onTab(Number(key))}
          items={tabs.map((one, index) => ({
            key: String(index),
            label: <TabLabel draft={draft} tab={one} text={label(one.label ?? draft.entity.label)} />,
            children: <TabBody draft={draft} tab={one} onSubmit={onSubmit} />,
          }))}
        />
      )}
    </DraftContext>
  );
}

/** The tabs of a form, with the children that the record can have. */
function useTabs(draft: Draft): LayoutTab[] {
  const possible = useSyncExternalStore(draft.subscribe, () => [...draft.children.keys()].filter(draft.mayHave).join());
  return useMemo(() => formLayout(draft.entity, (child) => possible.split(',').includes(child)), [draft, possible]);
}

/** The index of the tab with a field; `child[0].field` is on the tab of the child's table. */
export const tabOf = (draft: Draft, field: string): number =>
  Math.max(
    0,
    formLayout(draft.entity, draft.mayHave).findIndex((tab) => isIn(tab, field)),
  );

const isIn = (tab: LayoutTab, field: string): boolean =>
  tab.sections.some((section) => section.fields.includes(field)) ||
  tab.children.some((child) => field === child.entity || field.startsWith(`${child.entity}[`));

function TabBody({ draft, tab, onSubmit }: { draft: Draft; tab: LayoutTab; onSubmit: () => void }): ReactNode {
  const label = useLabel();
  return (
    <>
      {tab.sections.map((section) => (
        <section key={section.fields[0]} className="form-section">
          {section.label && <h2>{label(section.label)}</h2>}
          <FormSection fields={section.fields} columns={draft.entity.form.columns} onSubmit={onSubmit} />
        </section>
      ))}
      {tab.children.map((child) =>
        child.matrix ? (
          <ChildMatrixForm key={child.entity} draft={draft} name={child.entity} matrix={child.matrix} />
        ) : (
          <FormTable key={child.entity} draft={draft} name={child.entity} />
        ),
      )}
    </>
  );
}

/** A tab's name, with the number of its fields that show errors. */
function TabLabel({ draft, tab, text }: { draft: Draft; tab: LayoutTab; text: string }): ReactNode {
  const errors = useSyncExternalStore(
    draft.subscribe,
    () => draft.shownErrors().filter((field) => isIn(tab, field)).length,
  );
  return (
    <Badge count={errors} size="small" offset={[8, 0]}>
      {text}
    </Badge>
  );
}
