import { Alert, Modal, Table, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MovesDialog } from '../../records/detail/movesDialog.tsx';
import type { ListRow } from '../../records/list/columns.tsx';
import { fieldOf, useEntity } from '../../records/model.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { inputOf } from '../../fields/inputs.ts';
import { useTitle } from '../../fields/ref/titles.ts';
import { textOf } from '../../fields/types.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { personTitle, ROLE_OF_PERSON } from './people.ts';
import { useRoleAssignment } from './roleAssignment.ts';

interface Props {
  people: readonly ListRow[];
  onClose: (changed: boolean) => void;
}

const PAGE_SIZE = 10;

/**
 * Dialog that assigns a role to people. A person has only one role, so it asks for confirmation before it replaces a
 * role (1§5 Roles).
 */
export function AssignRole({ people, onClose }: Props): ReactNode {
  useReturnFocus();
  const { t } = useTranslation();
  const { entity } = useEntity(ROLE_OF_PERSON.entity);
  const field = fieldOf(entity, ROLE_OF_PERSON.via)!;
  const [role, setRole] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const roleName = useTitle(field.ref, role ?? '') ?? '';
  const { isLoaded, working, refusals, roleOf, assign } = useRoleAssignment(people, field, () => onClose(true));
  const moved = people.filter((person) => {
    const current = roleOf(person);
    return current !== undefined && current !== role;
  });
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
      okButtonProps={{ disabled: role === null || !isLoaded }}
      onOk={() => (moved.length > 0 ? setConfirming(true) : assign(role))}
      onCancel={() => onClose(false)}
    >
      {refusals.map((sentence) => (
        <Alert key={sentence} className="form-alert" type="error" showIcon message={sentence} />
      ))}
      <RoleChoice role={role} onChange={setRole} />
      <PeopleTable people={people} roleOf={roleOf} />
      {confirming && (
        <MovesDialog
          to={roleName}
          field={field}
          entity={entity}
          moves={moved.map((person) => ({ title: personTitle(person), from: roleOf(person)! }))}
          onOk={() => {
            setConfirming(false);
            void assign(role);
          }}
          onCancel={() => setConfirming(false)}
        />
      )}
    </Modal>
  );
}

function RoleChoice({ role, onChange }: { role: string | null; onChange: (role: string | null) => void }): ReactNode {
  const label = useLabel();
  const { entity } = useEntity(ROLE_OF_PERSON.entity);
  const field = fieldOf(entity, ROLE_OF_PERSON.via)!;
  const Input = inputOf(field);
  return (
    <label className="people-role">
      <span>{label(field.label)}</span>
      <Input
        field={field}
        value={role}
        row={{}}
        entity={entity}
        aria-label={label(field.label)}
        onChange={(value) => onChange(value === null ? null : textOf(value))}
      />
    </label>
  );
}

interface PeopleProps {
  people: readonly ListRow[];
  roleOf: (person: ListRow) => string | undefined;
}

/** The people with their current roles. */
function PeopleTable({ people, roleOf }: PeopleProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(ROLE_OF_PERSON.entity);
  const field = fieldOf(entity, ROLE_OF_PERSON.via)!;
  const Cell = cellOf(field);
  const columns: TableColumnType<ListRow>[] = [
    {
      key: 'person',
      title: label(fieldOf(entity, ROLE_OF_PERSON.member)!.label),
      render: (_, person) => personTitle(person),
    },
    {
      key: 'now',
      title: t('members.now', { parent: label(field.label) }),
      render: (_, person) => <Cell field={field} value={roleOf(person) ?? null} row={{}} entity={entity} />,
    },
  ];
  return (
    <Table<ListRow>
      size="small"
      rowKey="id"
      dataSource={[...people]}
      pagination={people.length > PAGE_SIZE ? { pageSize: PAGE_SIZE, showSizeChanger: false } : false}
      columns={columns}
    />
  );
}
