import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Alert, App, Modal, Table, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Label } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { errorText } from '../../shell/errorText.ts';
import { conditionsOf } from '../list/filter.ts';
import { SearchForm } from '../list/searchForm.tsx';
import { type Membership, type ParentLink, assignMembers, parentLinksOf, identifyingFields } from '../members.ts';
import { fieldOf } from '../model.ts';
import { type RowPages, useRowPages } from '../rowPages.ts';
import { MovesDialog } from './movesDialog.tsx';
import '../list/list.css';

interface Props {
  membership: Membership;
  /** the child entity, whose rows link members to their parent */
  entity: Entity;
  /** the entity whose rows can be members */
  target: Entity;
  /** the field of the target that identifies a member */
  by: string;
  /** id of the parent */
  parent: string;
  parentTitle: string;
  onDone: () => Promise<void>;
  onClose: () => void;
}

const PAGE_SIZE = 10;

/**
 * Dialog to choose one or several members from their list, with the current parent of each. A member of another parent
 * is moved only after a confirmation.
 */
export function MemberPicker(props: Props): ReactNode {
  useReturnFocus();
  const { membership, entity, target, parentTitle, onClose } = props;
  const { t } = useTranslation();
  const label = useLabel();
  const search = useSearch(target);
  const choice = useChoice(props, search.pages.rows);
  const { chosen, parentOf } = choice;
  const field = fieldOf(entity, membership.via)!;
  const moved = chosen.filter((row) => parentOf(row) !== undefined);
  const [isConfirming, setConfirming] = useState(false);
  const assign = async (): Promise<void> => {
    setConfirming(false);
    await choice.assign();
  };
  return (
    <Modal
      open
      centered
      width={960}
      maskClosable={false}
      title={t('members.choose', { parent: parentTitle })}
      confirmLoading={choice.working}
      okText={t('members.addCount', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 || !choice.areParentsKnown }}
      cancelText={t('action.cancel')}
      onOk={() => (moved.length > 0 ? setConfirming(true) : assign())}
      onCancel={onClose}
    >
      {choice.refusals.map((sentence) => (
        <Alert key={sentence} className="form-alert" type="error" showIcon message={sentence} />
      ))}
      <SearchForm entity={target} {...search.form} />
      {search.pages.error ? <ErrorAlert error={search.pages.error} onRetry={search.pages.retry} /> : null}
      <Candidates pages={search.pages} target={target} choice={choice} parentColumn={{ entity, field }} />
      {isConfirming && (
        <MovesDialog
          to={parentTitle}
          field={field}
          entity={entity}
          onOk={() => void assign()}
          onCancel={() => setConfirming(false)}
          moves={moved.map((row) => ({ title: label(titlesOf(target, row)), from: parentOf(row)! }))}
        />
      )}
    </Modal>
  );
}

type Choice = ReturnType<typeof useChoice>;

/**
 * The chosen candidates, the current parents of the shown candidates, and the function that assigns the chosen
 * candidates.
 */
function useChoice({ membership, by, parent, onDone, onClose }: Props, candidates: readonly Row[]) {
  const [chosen, setChosen] = useState<Row[]>([]);
  const codeOf = (row: Row): string => textOf(row[by]);
  const links = useParentLinks(membership, [...candidates, ...chosen].map(codeOf));
  const { working, refusals, assign } = useAssign({ membership, parent, links, onDone, onClose });
  const parentOf = (row: Row): string | undefined => links.data?.get(codeOf(row))?.parent;
  return {
    chosen,
    setChosen,
    codeOf,
    areParentsKnown: links.data !== undefined,
    parentOf,
    isMember: (row: Row): boolean => parentOf(row) === parent,
    working,
    refusals,
    /** assigns the chosen candidates; refused candidates stay chosen */
    assign: async (): Promise<void> => {
      const refused = await assign(chosen.map(codeOf));
      setChosen(chosen.filter((row) => refused.has(codeOf(row))));
    },
  };
}

/** Filters and pages of the candidates. */
function useSearch(target: Entity) {
  const [filters, setFilters] = useState<Record<string, string>>({});
  const [unfolded, setUnfolded] = useState(false);
  const pages = useRowPages(target.name, { where: conditionsOf(target, filters), pageSize: PAGE_SIZE, choices: true });
  const onSearch = (next: Record<string, string>): void => {
    setFilters(next);
    pages.toFirstPage();
  };
  return { pages, form: { filters, unfolded, onFold: setUnfolded, onSearch } };
}

type ParentLinks = UseQueryResult<ReadonlyMap<string, ParentLink>>;

/** Loads the current parents of the members with these codes. */
function useParentLinks(membership: Membership, memberCodes: readonly string[]): ParentLinks {
  const codes = [...new Set(memberCodes)];
  return useQuery({
    queryKey: ['picker', membership.entity, 'parents', codes],
    queryFn: ({ signal }) => parentLinksOf(membership, codes, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

interface Assignment extends Pick<Props, 'membership' | 'parent' | 'onDone' | 'onClose'> {
  links: ParentLinks;
}

interface Assign {
  working: boolean;
  /** messages of members that were refused */
  refusals: readonly string[];
  /** @returns the codes of refused members; empty if all were added */
  assign: (codes: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Adds members to the parent and closes the dialog if none is refused. */
function useAssign({ membership, parent, links, onDone, onClose }: Assignment): Assign {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [working, setWorking] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);

  async function assign(codes: readonly string[]): Promise<ReadonlySet<string>> {
    setWorking(true);
    setRefusals([]);
    try {
      const results = await assignMembers(membership, codes, parent, links.data ?? new Map());
      const refused = results.filter(({ refusal }) => refusal !== undefined);
      await onDone();
      if (refused.length === 0) {
        message.success(t('members.added', { count: results.length }));
        onClose();
        return new Set();
      }
      setRefusals(refused.map(({ code, refusal }) => `${code}: ${refusal}`));
      await links.refetch();
      return new Set(refused.map(({ code }) => code));
    } catch (error) {
      setRefusals([errorText(error, t)]);
      return new Set(codes);
    } finally {
      setWorking(false);
    }
  }

  return { working, refusals, assign };
}

interface CandidatesProps {
  pages: RowPages;
  target: Entity;
  choice: Choice;
  /** the child and its reference to the parent */
  parentColumn: { entity: Entity; field: Field };
}

/** Table of the candidates, with their current parents. */
function Candidates({ pages, target, choice, parentColumn: { entity, field } }: CandidatesProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { chosen, codeOf, isMember, parentOf } = choice;
  const ParentCell = cellOf(field);
  return (
    <Table<Row>
      {...pages.table}
      size="small"
      rowKey={codeOf}
      scroll={{ x: 'max-content', y: 380 }}
      rowSelection={{
        preserveSelectedRowKeys: true,
        selectedRowKeys: chosen.map(codeOf),
        onChange: (_, rows) => choice.setChosen(rows),
        getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }) as object,
        getCheckboxProps: (row) => ({ disabled: isMember(row), 'aria-label': label(titlesOf(target, row)) }) as object,
      }}
      columns={[
        ...fieldColumns(target, label),
        {
          key: 'parent',
          fixed: 'right' as const,
          title: t('members.now', { parent: label(field.label) }),
          render: (_: unknown, row: Row) => {
            const parent = parentOf(row);
            return parent === undefined ? null : <ParentCell field={field} value={parent} row={row} entity={entity} />;
          },
        },
      ]}
    />
  );
}

/** Columns of the fields that identify a candidate. */
const fieldColumns = (target: Entity, label: (label: Label) => string): TableColumnType<Row>[] =>
  identifyingFields(target).map((field) => {
    const Cell = cellOf(field);
    return {
      key: field.name,
      title: label(field.label),
      render: (_: unknown, row: Row) => <Cell field={field} value={row[field.name]} row={row} entity={target} />,
    };
  });
