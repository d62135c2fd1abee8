import { useSuspenseQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '../../kinds/language.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import './help.css';
import { type Carrier, traceQuery } from './source.ts';

/** Which words of the schemas carry each line of the specification, and what rests on other grounds. */
export function RequirementsPage(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { data: { requirements, others } } = useSuspenseQuery(traceQuery);
  const sections = [...Map.groupBy(requirements, ({ section }) => section)];
  return (
    <div className="page help-page">
      <div className="page-header"><PageHeading of={t('help.requirementsTitle')} /></div>
      {sections.map(([section, own]) => (
        <section key={section} className="help-section">
          <h2>{section}</h2>
          <Table
            pagination={false} size="small" scroll={{ x: 900 }} rowKey="topic" dataSource={own}
            columns={[
              { title: t('help.requirement'), dataIndex: 'topic', width: '45%', render: (topic: string, { lines }) => <>{!lines[0]?.startsWith(topic) && <strong lang="en">{topic}</strong>}{lines.map((line) => <div key={line} lang="en">{line}</div>)}</> },
              { title: t('help.carriedBy'), dataIndex: 'carriers', render: (carriers: Carrier[], { code, later }) => <><Carriers of={carriers} />{code && <div>{label(code)}</div>}{later && <div className="help-none">{t('help.later')}</div>}</> },
            ]}
          />
        </section>
      ))}
      <section className="help-section">
        <h2>{t('help.others')}</h2>
        <Table
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }} size="small" scroll={{ x: 900 }} rowKey="reference" dataSource={others}
          columns={[
            { title: t('help.reference'), dataIndex: 'reference', width: '45%' },
            { title: t('help.carriedBy'), dataIndex: 'carriers', render: (carriers: Carrier[]) => <Carriers of={carriers} /> },
          ]}
        />
      </section>
    </div>
  );
}

/** What carries a requirement, an entity a line. */
function Carriers({ of }: { of: readonly Carrier[] }): ReactNode {
  const label = useLabel();
  return [...Map.groupBy(of, ({ entity }) => entity)].map(([entity, own]) => (
    <div key={entity}>
      <Link to={`/help/data?entity=${entity}`}>{label(own[0]!.label)}</Link>
      {own.map(({ part, note }) => (part === undefined && !note ? null : <Fragment key={`${part} ${note}`}>{' '}<span className="help-part">{part !== undefined && <code>{part}</code>}{note && ` (${note})`}</span></Fragment>))}
    </div>
  ));
}
