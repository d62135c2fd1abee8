import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Alert, Select, Skeleton, Table, Tabs, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Label } from '../../../generator/model/field.ts';
import type { Machine } from '../../../generator/model/operation.ts';
import { StateDiagram } from '../../records/detail/stateDiagram.tsx';
import { useLabel } from '../../fields/language.ts';
import { OPERATIONS } from '../../rights/matrix/operations.ts';
import { errorText } from '../../shell/errorText.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import './help.css';
import { describedQuery, type Description, descriptionQuery } from './source.ts';

/** The data dictionary: describes fields, rules, state machines, actions and rights of an entity. */
export function DataDictionary(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { data: entities } = useSuspenseQuery(describedQuery);
  const [search, setSearch] = useSearchParams();
  const chosen = entities.find(({ name }) => name === search.get('entity')) ?? entities[0];
  const groups = [...Map.groupBy(entities, ({ area }) => label(area))].map(([area, own]) => ({
    label: area,
    options: own.map((one) => ({ value: one.name, label: label(one.label) })),
  }));
  return (
    <div className="page help-page">
      <div className="page-header">
        <PageHeading of={t('help.title')} />
        <span className="spacer" />
        <Select
          className="help-choice"
          showSearch
          optionFilterProp="label"
          aria-label={t('help.choose')}
          value={chosen?.name ?? null}
          options={groups}
          onChange={(entity: string) => setSearch({ entity })}
        />
      </div>
      {chosen && <Entity key={chosen.name} name={chosen.name} />}
    </div>
  );
}

function Entity({ name }: { name: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { data, error } = useQuery(descriptionQuery(name));
  if (error) return <Alert type="error" showIcon message={errorText(error, t)} />;
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const labelOf = (field: string): string =>
    label(data.fields.find((one) => one.name === field)?.label ?? { en: field, zh: field });
  return (
    <>
      <About of={data} labelOf={labelOf} />
      <Tabs
        items={[
          { key: 'fields', label: t('help.fields'), children: <Fields of={data} /> },
          { key: 'rules', label: t('help.rules'), children: <Rules of={data} /> },
          ...(data.machines.length === 0
            ? []
            : [
                {
                  key: 'states',
                  label: t('help.states'),
                  children: data.machines.map((machine) => (
                    <MachineSection key={machine.field} machine={machine} name={labelOf(machine.field)} />
                  )),
                },
              ]),
          ...(data.actions.length === 0
            ? []
            : [{ key: 'actions', label: t('help.actions'), children: <Actions of={data} /> }]),
          { key: 'rights', label: t('help.rights'), children: <Rights of={data} /> },
        ]}
      />
    </>
  );
}

/** Names, table and key of an entity, and the lines of the specification that it meets. */
function About({ of, labelOf }: { of: Description; labelOf: (field: string) => string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <p className="help-about">
      <strong>{label(of.label)}</strong>
      <code>{of.name}</code>
      <span>{t('help.table', { table: of.table })}</span>
      <span>{t('help.key', { key: of.key.map(labelOf).join(' + ') })}</span>
      {of.spec.map((reference) => (
        <Tag key={reference}>{reference}</Tag>
      ))}
    </p>
  );
}

const TABLE = { pagination: false, size: 'small', scroll: { x: 900 } } as const;
const specificationCell = (references: string[]): ReactNode =>
  references.map((one) => (
    <div key={one} className="help-spec">
      {one}
    </div>
  ));

function Fields({ of }: { of: Description }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Table
      {...TABLE}
      rowKey="name"
      dataSource={of.fields}
      columns={[
        {
          title: t('help.label'),
          dataIndex: 'label',
          width: 180,
          render: (text: Label, { help }) => (
            <>
              {label(text)}
              {help && <div className="help-spec">{label(help)}</div>}
            </>
          ),
        },
        { title: t('help.code'), dataIndex: 'name', width: 170, render: (name: string) => <code>{name}</code> },
        { title: t('help.kind'), dataIndex: 'kind', width: 110 },
        {
          title: t('help.rules'),
          dataIndex: 'rules',
          render: (rules: Label[]) => rules.map((rule) => <div key={rule.en}>{label(rule)}</div>),
        },
        { title: t('help.spec'), dataIndex: 'spec', width: 220, render: specificationCell },
      ]}
    />
  );
}

function Rules({ of }: { of: Description }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Table
      {...TABLE}
      rowKey={({ word, id }) => `${word} ${id}`}
      dataSource={of.rules}
      columns={[
        {
          title: t('help.rule'),
          dataIndex: 'id',
          width: 190,
          render: (id: string, { word }) => (
            <>
              <code>{id}</code>
              <div className="help-spec">{word}</div>
            </>
          ),
        },
        { title: t('help.says'), dataIndex: 'says', render: (says: Label) => label(says) },
        {
          title: t('help.message'),
          dataIndex: 'message',
          width: 280,
          render: (message: Label | null) => message && label(message),
        },
        { title: t('help.spec'), dataIndex: 'spec', width: 220, render: specificationCell },
      ]}
    />
  );
}

function MachineSection({ machine, name }: { machine: Machine; name: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const stateOf = (code: string): string =>
    label(machine.states.find((state) => state.code === code)?.label ?? { en: code, zh: code });
  return (
    <section className="help-life">
      <h2>{name}</h2>
      <StateDiagram machine={machine} current={machine.initial} isPossible={() => true} />
      <Table
        {...TABLE}
        rowKey={({ action, to, from }) => `${action} ${from.join()} ${to}`}
        dataSource={machine.transitions}
        columns={[
          { title: t('help.action'), dataIndex: 'label', width: 200, render: (text: Label) => label(text) },
          { title: t('help.from'), dataIndex: 'from', render: (from: string[]) => from.map(stateOf).join(' · ') },
          { title: t('help.to'), dataIndex: 'to', width: 180, render: stateOf },
          {
            title: t('help.actor'),
            dataIndex: 'actor',
            width: 220,
            render: (actor?: string) => actor && t(`steps.actor.${actor}`),
          },
          { title: t('help.guard'), dataIndex: 'guard', render: (guard?: string) => guard && <code>{guard}</code> },
        ]}
      />
    </section>
  );
}

interface CodeProps {
  /** absent: only the text */
  code: string | null | undefined;
  isAside?: boolean;
  children: ReactNode;
}

/** A text with code on the line below. */
const WithCode = ({ code, isAside = false, children }: CodeProps): ReactNode => (
  <>
    {children}
    {code && (
      <div className={isAside ? 'help-spec' : undefined}>
        <code>{code}</code>
      </div>
    )}
  </>
);

/** The actions of an entity: where they are allowed, and their input. */
function Actions({ of }: { of: Description }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Table
      {...TABLE}
      rowKey="name"
      dataSource={of.actions}
      columns={[
        {
          title: t('help.action'),
          dataIndex: 'label',
          width: 200,
          render: (text: Label, { name }) => (
            <WithCode code={name} isAside>
              {label(text)}
            </WithCode>
          ),
        },
        {
          title: t('help.allowed'),
          dataIndex: 'from',
          render: (from: Record<string, string[]>, { on, guard }) => (
            <WithCode code={guard}>
              {on === 'list' ? t('help.onList') : Object.values(from).flat().join(' · ')}
            </WithCode>
          ),
        },
        {
          title: t('help.input'),
          dataIndex: 'input',
          render: (input: Description['actions'][number]['input']) =>
            input.map((field) => (
              <div key={field.name}>
                {label(field.label)}
                {field.required ? ' *' : ''} {field.when && <code>{field.when}</code>}
              </div>
            )),
        },
        { title: t('help.spec'), dataIndex: 'spec', width: 220, render: specificationCell },
      ]}
    />
  );
}

/** The rights of each role, or the user's own rights if they may not see the roles. */
function Rights({ of }: { of: Description }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const named = new Map([
    ...of.machines.flatMap(({ transitions }) => transitions.map((step) => [step.action, step.label] as const)),
    ...of.actions.map((action) => [action.name, action.label] as const),
  ]);
  const nameOf = (action: string): string => {
    const own = named.get(action);
    return own ? label(own) : OPERATIONS.includes(action) ? t(`rights.${action}`) : action;
  };
  const roles: readonly { role: Label | null; actions: string[] }[] = of.roles ?? [
    { role: null, actions: of.permissions },
  ];
  return (
    <Table
      {...TABLE}
      rowKey={({ role }) => role?.en ?? ''}
      dataSource={roles}
      columns={[
        {
          title: t('help.role'),
          dataIndex: 'role',
          width: 260,
          render: (role: Label | null) => (role ? label(role) : t('help.yours')),
        },
        {
          title: t('help.actions'),
          dataIndex: 'actions',
          render: (actions: string[]) => actions.map((action) => <Tag key={action}>{nameOf(action)}</Tag>),
        },
      ]}
    />
  );
}
