import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, App, Modal, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { call } from '../../api/client.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { errorText } from '../../shell/errorText.ts';
import { conditionsOf } from '../list/filter.ts';
import { SearchForm } from '../list/searchForm.tsx';
import { type Membership, placeMembers, placesOf, tellingFields } from '../members.ts';
import { fieldOf } from '../model.ts';
import { MovesDialog } from './movesDialog.tsx';
import '../list/list.css';

interface Props {
  membership: Membership;
  /** the child that binds a member to its whole */
  entity: Entity;
  /** the entity whose rows may be members */
  target: Entity;
  /** the target's field by which a member is named */
  by: string;
  whole: string;
  wholeTitle: string;
  onDone: () => Promise<void>;
  onClose: () => void;
}

interface Page {
  records: Row[];
  total: number;
}

const PAGE = 10;

/**
 * Chooses members from their own list: search, several at once, and where each belongs now. Who belongs elsewhere is
 * moved only when that is confirmed.
 */
export function MemberPicker({ membership, entity, target, by, whole, wholeTitle, onDone, onClose }: Props): ReactNode {
  useReturnFocus();
  const { t } = useTranslation();
  const label = useLabel();
  const { message } = App.useApp();
  const [filters, setFilters] = useState<Record<string, string>>({});
  const [unfolded, setUnfolded] = useState(false);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<Row[]>([]);
  const [working, setWorking] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [asking, setAsking] = useState(false);

  const where = conditionsOf(target, filters);
  const { data, error, isFetching } = useQuery({
    queryKey: ['picker', target.name, 'page', where, page],
    queryFn: ({ signal }) =>
      call<Page>('GET', `/api/${target.name}/choices`, {
        query: { current: page, pageSize: PAGE, ...(where.length > 0 && { where: JSON.stringify(where) }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const codeOfRow = (row: Row): string => textOf(row[by]);
  const codes = [...new Set([...(data?.records ?? []), ...chosen].map(codeOfRow))];
  const places = useQuery({
    queryKey: ['picker', entity.name, 'places', codes],
    queryFn: ({ signal }) => placesOf(membership, codes, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const wholeField = fieldOf(entity, membership.via)!;
  const WholeCell = cellOf(wholeField);
  const moved = chosen.filter((row) => places.data?.has(codeOfRow(row)));

  async function run(): Promise<void> {
    setAsking(false);
    setWorking(true);
    setRefusals([]);
    try {
      const placed = await placeMembers(membership, chosen.map(codeOfRow), whole, places.data ?? new Map());
      const refused = placed.filter(({ refusal }) => refusal !== undefined);
      await onDone();
      if (refused.length === 0) {
        message.success(t('members.added', { count: placed.length }));
        onClose();
        return;
      }
      setRefusals(refused.map(({ code, refusal }) => `${code}: ${refusal}`));
      setChosen(chosen.filter((row) => refused.some(({ code }) => code === codeOfRow(row))));
      await places.refetch();
    } catch (failure) {
      setRefusals([errorText(failure, t)]);
    } finally {
      setWorking(false);
    }
  }

  return (
    <Modal
      open
      centered
      width={960}
      maskClosable={false}
      title={t('members.choose', { whole: wholeTitle })}
      confirmLoading={working}
      okText={t('members.addCount', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 || !places.data }}
      cancelText={t('action.cancel')}
      onOk={() => (moved.length > 0 ? setAsking(true) : run())}
      onCancel={onClose}
    >
      {refusals.map((sentence) => (
        <Alert key={sentence} className="form-alert" type="error" showIcon message={sentence} />
      ))}
      <SearchForm
        entity={target}
        filters={filters}
        unfolded={unfolded}
        onFold={setUnfolded}
        onSearch={(next) => {
          setFilters(next);
          setPage(1);
        }}
      />
      {error ? <Alert className="form-alert" type="error" showIcon message={errorText(error, t)} /> : null}
      <Table<Row>
        size="small"
        rowKey={codeOfRow}
        dataSource={data?.records ?? []}
        loading={{ spinning: isFetching, delay: 300 }}
        scroll={{ x: 'max-content', y: 380 }}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: data?.total ?? 0,
          showSizeChanger: false,
          onChange: setPage,
          size: 'small',
        }}
        rowSelection={{
          preserveSelectedRowKeys: true,
          selectedRowKeys: chosen.map(codeOfRow),
          onChange: (_, rows) => setChosen(rows),
          getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }) as object,
          getCheckboxProps: (row) =>
            ({
              disabled: places.data?.get(codeOfRow(row))?.whole === whole,
              'aria-label': label(titlesOf(target, row)),
            }) as object,
        }}
        columns={[
          ...tellingFields(target).map((field) => {
            const Cell = cellOf(field);
            return {
              key: field.name,
              title: label(field.label),
              render: (_: unknown, row: Row) => (
                <Cell field={field} value={row[field.name]} row={row} entity={target} />
              ),
            };
          }),
          {
            key: 'place',
            fixed: 'right' as const,
            title: t('members.now', { whole: label(wholeField.label) }),
            render: (_: unknown, row: Row) => {
              const place = places.data?.get(codeOfRow(row));
              return place ? <WholeCell field={wholeField} value={place.whole} row={row} entity={entity} /> : null;
            },
          },
        ]}
      />
      {asking && (
        <MovesDialog
          to={wholeTitle}
          field={wholeField}
          entity={entity}
          onOk={() => void run()}
          onCancel={() => setAsking(false)}
          moves={moved.map((row) => ({
            title: label(titlesOf(target, row)),
            from: places.data!.get(codeOfRow(row))!.whole,
          }))}
        />
      )}
    </Modal>
  );
}
