import { useQuery } from '@tanstack/react-query';
import { Alert, App, Modal, Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MovesDialog } from '../../records/detail/movesDialog.tsx';
import { useRefresh } from '../../records/form/save.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import { assignMembers, parentLinksOf } from '../../records/members.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { inputOf } from '../../fields/inputs.ts';
import { useTitle } from '../../fields/ref/titles.ts';
import { textOf } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { personTitle, ROLE_OF_PERSON } from './people.ts';

interface Props {
  people: readonly ListRow[];
  onClose: (changed: boolean) => void;
}

/**
 * Dialog that assigns a role to people. A person has one role: for those with another one it asks for a confirmation
 * first (1§5 Roles).
 */
export function AssignRole({ people, onClose }: Props): ReactNode {
  useReturnFocus();
  const { t } = useTranslation();
  const { message } = App.useApp();
  const label = useLabel();
  const { entity } = useEntity(ROLE_OF_PERSON.entity);
  const field = fieldOf(entity, ROLE_OF_PERSON.via)!;
  const refreshRoles = useRefresh(field.ref!.entity);
  const refreshLinks = useRefresh(ROLE_OF_PERSON.entity);
  const [role, setRole] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const codes = people.map((person) => textOf(person['userCde']));
  const links = useQuery({
    queryKey: ['picker', entity.name, 'parents', codes],
    queryFn: ({ signal }) => parentLinksOf(ROLE_OF_PERSON, codes, signal),
    staleTime: 0,
  });
  const roleName = useTitle(field.ref, role ?? '') ?? '';
  const Input = inputOf(field);
  const Cell = cellOf(field);
  const present = (person: ListRow): string | undefined => links.data?.get(textOf(person['userCde']))?.parent;
  const moved = people.filter((person) => present(person) !== undefined && present(person) !== role);

  async function run(): Promise<void> {
    if (role === null || !links.data) return;
    setAsking(false);
    setWorking(true);
    setRefusals([]);
    try {
      const results = await assignMembers(ROLE_OF_PERSON, codes, role, links.data);
      await Promise.all([refreshRoles(), refreshLinks(), links.refetch()]);
      const refused = results.flatMap(({ code, refusal }) => (refusal === undefined ? [] : [`${code}: ${refusal}`]));
      if (refused.length > 0) return setRefusals(refused);
      message.success(t('people.roleAssigned'));
      onClose(true);
    } catch (error) {
      setRefusals([errorText(error, t)]);
    } finally {
      setWorking(false);
    }
  }

  return (
    <Modal
      open
      centered
      maskClosable={false}
      width={560}
      title={t('people.assignRole')}
      confirmLoading={working}
      okText={t('people.assign')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: role === null || !links.data }}
      onOk={() => (moved.length > 0 ? setAsking(true) : run())}
      onCancel={() => onClose(false)}
    >
      {[...refusals, ...(links.error ? [errorText(links.error, t)] : [])].map((sentence) => (
        <Alert key={sentence} className="form-alert" type="error" showIcon message={sentence} />
      ))}
      <label className="people-role">
        <span>{label(field.label)}</span>
        <Input
          field={field}
          value={role}
          row={{}}
          entity={entity}
          aria-label={label(field.label)}
          onChange={(value) => setRole(value === null ? null : textOf(value))}
        />
      </label>
      <Table<ListRow>
        size="small"
        rowKey="id"
        dataSource={[...people]}
        pagination={people.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        columns={[
          {
            key: 'person',
            title: label(fieldOf(entity, ROLE_OF_PERSON.member)!.label),
            render: (_, person) => personTitle(person),
          },
          {
            key: 'now',
            title: t('members.now', { whole: label(field.label) }),
            render: (_, person) => <Cell field={field} value={present(person) ?? null} row={{}} entity={entity} />,
          },
        ]}
      />
      {asking && (
        <MovesDialog
          to={roleName}
          field={field}
          entity={entity}
          moves={moved.map((person) => ({ title: personTitle(person), from: present(person)! }))}
          onOk={() => void run()}
          onCancel={() => setAsking(false)}
        />
      )}
    </Modal>
  );
}
