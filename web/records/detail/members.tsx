import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CanAccess } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, type CheckboxProps, Table } from 'antd';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Ref } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import { useLabel } from '../../fields/language.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import { cellOf } from '../../fields/cells.ts';
import { rowsBy } from '../../fields/ref/target.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { errorText } from '../../shell/errorText.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { useFeedback } from '../../shell/feedback.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { useRefresh } from '../form/save.ts';
import { type Membership, membershipOf, identifyingFields } from '../members.ts';
import { fieldOf, useEntity } from '../model.ts';

const MemberPicker = lazyChunk(async () => (await import('./memberPicker.tsx')).MemberPicker);

interface Props {
  parent: Entity;
  child: Child;
  row: Row;
}

/**
 * The members of a record (`x-child.members`), with buttons to add and remove members; each change is saved at once.
 */
export function Members({ parent, child, row }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { membership, entity, field, ref, target } = useMembership(child);
  const refresh = useRefreshBoth(child.entity, parent.name);
  const [isAdding, setAdding] = useState(false);
  const [selected, setSelected] = useState<string[]>([]);
  const links = (row[child.entity] as Row[] | undefined) ?? [];
  const codes = links.map((link) => textOf(link[membership.member]));
  const { data: members, error } = useMembers(ref, codes);
  const parentTitle = label(titlesOf(parent, row));
  const askRemove = useRemove(child, parentTitle, async () => {
    setSelected([]);
    await refresh();
  });
  return (
    <section className="detail-section detail-members">
      <div className="page-header">
        <h2>
          {label(child.tab ?? entity.label)} <span className="kind-aside">{links.length}</span>
        </h2>
        <AddAndRemove
          entity={entity}
          canRemove={selected.length > 0}
          onAdd={() => setAdding(true)}
          onRemove={() => askRemove(links.filter((link) => selected.includes(textOf(link['id']))))}
        />
      </div>
      {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : null}
      <MemberTable {...{ entity, target, links, field, members, selected }} onSelect={setSelected} />
      {isAdding && (
        <AddDialog
          {...{ membership, entity, target, parentTitle }}
          by={ref.by}
          parent={textOf(row['id'])}
          onDone={refresh}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

/** The dialog that adds members, loaded when it is first opened. */
const AddDialog = (props: ComponentProps<typeof MemberPicker>): ReactNode => (
  <FailureBoundary dialog onRetry={props.onClose}>
    <Suspense fallback={null}>
      <MemberPicker {...props} />
    </Suspense>
  </FailureBoundary>
);

/** The entities and the reference of a membership: `entity` has the child rows, `target` the members. */
function useMembership(child: Child) {
  const membership = membershipOf(child) as Membership;
  const { entity } = useEntity(child.entity);
  const field = fieldOf(entity, membership.member)!;
  const ref = field.ref!;
  const target = useEntity(ref.entity).entity;
  return { membership, entity, field, ref, target };
}

/** Returns a function that reloads the rows of a child and of its parent. */
function useRefreshBoth(child: string, parent: string): () => Promise<void> {
  const refreshChild = useRefresh(child);
  const refreshParent = useRefresh(parent);
  return async () => {
    await Promise.all([refreshChild(), refreshParent()]);
  };
}

interface ButtonProps {
  entity: Entity;
  canRemove: boolean;
  onAdd: () => void;
  onRemove: () => void;
}

function AddAndRemove({ entity, canRemove, onAdd, onRemove }: ButtonProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <CanAccess resource={entity.name} action="add">
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
          {t('members.add')}
        </Button>
      </CanAccess>
      <CanAccess resource={entity.name} action="delete">
        <Button size="small" danger icon={<DeleteOutlined aria-hidden />} disabled={!canRemove} onClick={onRemove}>
          {t('members.remove')}
        </Button>
      </CanAccess>
    </>
  );
}

/** Loads the members by their codes. */
const useMembers = (ref: Ref, codes: readonly string[]) =>
  useQuery({
    queryKey: ['picker', ref.entity, 'members', codes],
    queryFn: async () =>
      new Map((codes.length === 0 ? [] : await rowsBy(ref, codes)).map((one) => [textOf(one[ref.by]), one])),
    placeholderData: (before) => before,
  });

/** Returns a function that removes members after a confirmation. `onDone` is called after a failure too. */
function useRemove(child: Child, parentTitle: string, onDone: () => Promise<void>): (links: readonly Row[]) => void {
  const { t } = useTranslation();
  const { modal, message } = App.useApp();
  const { failed } = useFeedback();

  async function remove(links: readonly Row[]): Promise<void> {
    try {
      const outcomes = await call<{ ok: boolean; message: string | null }[]>(
        'POST',
        `/api/${child.entity}/bulk/delete`,
        { body: { items: links.map(({ id, rev }) => ({ id, rev })) } },
      );
      const refused = outcomes.filter(({ ok }) => !ok);
      if (refused.length === 0) message.success(t('members.removed', { count: outcomes.length }));
      else message.error([...new Set(refused.map((one) => one.message))].join(' '));
    } catch (failure) {
      failed(failure);
    }
    await onDone();
  }

  return (links) => {
    modal.confirm({
      title: t('members.confirmRemove', { count: links.length, parent: parentTitle }),
      maskClosable: false,
      okText: t('members.remove'),
      okButtonProps: { danger: true },
      cancelText: t('action.cancel'),
      onOk: () => remove(links),
    });
  };
}

interface TableProps {
  entity: Entity;
  target: Entity;
  /** the child rows, each with the code of a member */
  links: Row[];
  /** the child's reference to the member */
  field: Field;
  /** the members by code, once they are loaded */
  members: ReadonlyMap<string, Row> | undefined;
  selected: string[];
  onSelect: (ids: string[]) => void;
}

function MemberTable({ entity, target, links, field, members, selected, onSelect }: TableProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  return (
    <Table<Row>
      size="small"
      rowKey={(link) => textOf(link['id'])}
      dataSource={links}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('detail.noChildren') }}
      pagination={links.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      {...(may('delete') && {
        rowSelection: {
          selectedRowKeys: selected,
          onChange: (keys: React.Key[]) => onSelect(keys.map(String)),
          getCheckboxProps: (link: Row) => ({ 'aria-label': textOf(link[field.name]) }) as CheckboxProps,
          getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }) as CheckboxProps,
        },
      })}
      columns={identifyingFields(target).map((column) => ({
        key: column.name,
        title: label(column.label),
        render: (_: unknown, link: Row) => {
          const code = textOf(link[field.name]);
          const isKey = column.name === field.ref!.by;
          const member = members?.get(code);
          if (member) return <MemberCell {...{ target, column, member, isKey }} />;
          return isKey ? code : null;
        },
      }))}
    />
  );
}

interface CellProps {
  target: Entity;
  column: Field;
  member: Row;
  /** whether the column identifies the member, and links to it */
  isKey: boolean;
}

function MemberCell({ target, column, member, isKey }: CellProps): ReactNode {
  const mayOpen = useMay(target)('query');
  const Cell = cellOf(column);
  const cell = <Cell field={column} value={member[column.name]} row={member} entity={target} />;
  return isKey && mayOpen ? <Link to={`/${target.area}/${target.name}/${textOf(member['id'])}`}>{cell}</Link> : cell;
}
