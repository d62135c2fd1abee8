import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CanAccess } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, type CheckboxProps, Table } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
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
import { type Membership, membershipOf, tellingFields } from '../members.ts';
import { fieldOf, useEntity } from '../model.ts';

const MemberPicker = lazyChunk(async () => (await import('./memberPicker.tsx')).MemberPicker);

interface Props {
  parent: Entity;
  child: Child;
  row: Row;
}

/**
 * The members of a record (`x-child.members`): who they are, with ways to add some and to take some out, each at once.
 */
export function Members({ parent, child, row }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { modal, message } = App.useApp();
  const { failed } = useFeedback();
  const membership = membershipOf(child) as Membership;
  const { entity } = useEntity(child.entity);
  const ref = fieldOf(entity, membership.member)!.ref!;
  const target = useEntity(ref.entity).entity;
  const may = useMay(entity);
  const mayOpen = useMay(target)('query');
  const refreshMembers = useRefresh(child.entity);
  const refreshParent = useRefresh(parent.name);
  const [adding, setAdding] = useState(false);
  const [selected, setSelected] = useState<string[]>([]);

  const links = (row[child.entity] as Row[] | undefined) ?? [];
  const codes = links.map((link) => textOf(link[membership.member]));
  const { data: people, error } = useQuery({
    queryKey: ['picker', ref.entity, 'members', codes],
    queryFn: async () =>
      new Map((codes.length === 0 ? [] : await rowsBy(ref, codes)).map((one) => [textOf(one[ref.by]), one])),
    placeholderData: (before) => before,
  });
  const refresh = async (): Promise<void> => {
    await Promise.all([refreshMembers(), refreshParent()]);
  };

  async function remove(): Promise<void> {
    const items = links.filter((link) => selected.includes(textOf(link['id']))).map(({ id, rev }) => ({ id, rev }));
    try {
      const outcomes = await call<{ ok: boolean; message: string | null }[]>(
        'POST',
        `/api/${child.entity}/bulk/delete`,
        { body: { items } },
      );
      const kept = outcomes.filter(({ ok }) => !ok);
      if (kept.length === 0) message.success(t('members.removed', { count: outcomes.length }));
      else message.error([...new Set(kept.map((one) => one.message))].join(' '));
    } catch (failure) {
      failed(failure);
    }
    setSelected([]);
    await refresh();
  }

  const askRemove = (): void => {
    modal.confirm({
      title: t('members.confirmRemove', { count: selected.length, whole: label(titlesOf(parent, row)) }),
      maskClosable: false,
      okText: t('members.remove'),
      okButtonProps: { danger: true },
      cancelText: t('action.cancel'),
      onOk: remove,
    });
  };

  return (
    <section className="detail-section detail-members">
      <div className="page-header">
        <h2>
          {label(child.tab ?? entity.label)} <span className="kind-aside">{links.length}</span>
        </h2>
        <CanAccess resource={entity.name} action="add">
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {t('members.add')}
          </Button>
        </CanAccess>
        <CanAccess resource={entity.name} action="delete">
          <Button
            size="small"
            danger
            icon={<DeleteOutlined aria-hidden />}
            disabled={selected.length === 0}
            onClick={askRemove}
          >
            {t('members.remove')}
          </Button>
        </CanAccess>
      </div>
      {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : null}
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
            onChange: (keys: React.Key[]) => setSelected(keys.map(String)),
            getCheckboxProps: (link: Row) => ({ 'aria-label': textOf(link[membership.member]) }) as CheckboxProps,
            getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }) as CheckboxProps,
          },
        })}
        columns={tellingFields(target).map((field) => {
          const Cell = cellOf(field);
          return {
            key: field.name,
            title: label(field.label),
            render: (_: unknown, link: Row) => {
              const code = textOf(link[membership.member]);
              const person = people?.get(code);
              if (!person) return field.name === ref.by ? code : null;
              const cell = <Cell field={field} value={person[field.name]} row={person} entity={target} />;
              return field.name === ref.by && mayOpen ? (
                <Link to={`/${target.area}/${target.name}/${textOf(person['id'])}`}>{cell}</Link>
              ) : (
                cell
              );
            },
          };
        })}
      />
      {adding && (
        <FailureBoundary dialog onRetry={() => setAdding(false)}>
          <Suspense fallback={null}>
            <MemberPicker
              membership={membership}
              entity={entity}
              target={target}
              by={ref.by}
              whole={textOf(row['id'])}
              wholeTitle={label(titlesOf(parent, row))}
              onDone={refresh}
              onClose={() => setAdding(false)}
            />
          </Suspense>
        </FailureBoundary>
      )}
    </section>
  );
}
