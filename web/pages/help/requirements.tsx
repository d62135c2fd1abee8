import { useSuspenseQuery } from '@tanstack/react-query';
import { Segmented, Table } from 'antd';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '../../fields/language.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import './help.css';
import { type Assumption, type Carrier, type Trace, type TracedLine, traceQuery } from './source.ts';

/** Filters of the lines. */
const SHOWN = {
  all: () => true,
  words: ({ byWords }) => byWords,
  product: ({ byWords, code }) => !byWords && code !== undefined,
  later: ({ later }) => later === true,
  assumed: ({ assumed }) => assumed.length > 0,
} satisfies Record<string, (line: TracedLine) => boolean>;
type Shown = keyof typeof SHOWN;

/**
 * Lists for each line of the specification the parts of the schemas that implement it and the assumptions about it, and
 * then the parts of the schemas that are based on other sources.
 */
export function RequirementsPage(): ReactNode {
  const { t } = useTranslation();
  const {
    data: { requirements, others },
  } = useSuspenseQuery(traceQuery);
  const [shown, setShown] = useState<Shown>('all');
  const lines = requirements.flatMap((one) => one.lines);
  const sections = [...Map.groupBy(requirements, ({ section }) => section)].map(([section, own]) => ({
    section,
    rows: own.flatMap((heading) => rowsOf(heading, SHOWN[shown])),
  }));
  return (
    <div className="page help-page">
      <div className="page-header">
        <PageHeading of={t('help.requirementsTitle')} />
      </div>
      <Segmented<Shown>
        className="help-shown"
        aria-label={t('help.shown')}
        value={shown}
        onChange={setShown}
        options={(Object.keys(SHOWN) as Shown[]).map((value) => ({
          value,
          label: t(`help.lines.${value}`, { count: lines.filter(SHOWN[value]).length }),
        }))}
      />
      {sections
        .filter(({ rows }) => rows.length > 0)
        .map(({ section, rows }) => (
          <Section key={section} name={section} rows={rows} />
        ))}
      {shown === 'all' && <Others of={others} />}
    </div>
  );
}

/** A row of the table: a heading of the specification, or a line below it. */
interface TraceRow {
  key: string;
  topic?: string;
  line?: TracedLine;
  /** whether the line is below a heading */
  isBelowHeading?: boolean;
}

function rowsOf({ topic, lines }: Trace['requirements'][number], isShown: (line: TracedLine) => boolean): TraceRow[] {
  // A topic of a single sentence has no heading.
  const hasHeading = !lines[0]?.text.startsWith(topic);
  const rows = lines.flatMap((line, index): TraceRow[] =>
    isShown(line) ? [{ key: `${topic} ${index}`, line, isBelowHeading: hasHeading }] : [],
  );
  return hasHeading && rows.length > 0 ? [{ key: topic, topic }, ...rows] : rows;
}

function Section({ name, rows }: { name: string; rows: TraceRow[] }): ReactNode {
  const { t } = useTranslation();
  const overHeading = ({ topic }: TraceRow) => (topic === undefined ? {} : { colSpan: 0 });
  return (
    <section className="help-section">
      <h2>{name}</h2>
      <Table
        pagination={false}
        size="small"
        scroll={{ x: 900 }}
        rowKey="key"
        dataSource={rows}
        columns={[
          {
            title: t('help.requirement'),
            dataIndex: 'line',
            width: '40%',
            onCell: ({ topic }) => (topic === undefined ? {} : { colSpan: 3 }),
            render: (line: TracedLine | undefined, { topic, isBelowHeading }) =>
              line ? (
                <div lang="en" className={isBelowHeading ? 'help-line' : undefined}>
                  {line.text}
                </div>
              ) : (
                <strong lang="en">{topic}</strong>
              ),
          },
          {
            title: t('help.carriedBy'),
            dataIndex: 'line',
            onCell: overHeading,
            render: (line?: TracedLine) => line && <Carried line={line} />,
          },
          {
            title: t('help.assumed'),
            dataIndex: 'line',
            width: '22%',
            onCell: overHeading,
            render: (line?: TracedLine) =>
              line?.assumed.map((one) => <Assumed key={`${one.entity} ${one.part}`} of={one} />),
          },
        ]}
      />
    </section>
  );
}

function Carried({ line: { carriers, renamed, code, later, byWords } }: { line: TracedLine }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <>
      <Carriers of={carriers} />
      {renamed.map(({ said, fields }) => (
        <div key={said}>
          <span lang="en">{said}</span>
          {' → '}
          {fields.map((field) => (
            <Fragment key={field}>
              <code>{field}</code>{' '}
            </Fragment>
          ))}
        </div>
      ))}
      {code && <div>{label(code)}</div>}
      {later && <div className="help-none">{t('help.later')}</div>}
      {byWords && carriers.length === 0 && <div className="help-none">{t('help.unseen')}</div>}
    </>
  );
}

function Assumed({ of: { label: entity, part, says } }: { of: Assumption }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <div>
      {label(entity)} {part !== undefined && <code>{part}</code>}
      {says.map((text) => (
        <div key={text} className="help-spec">
          {text ? <span lang="en">{text}</span> : t('help.assumed')}
        </div>
      ))}
    </div>
  );
}

/** The parts of the schemas that implement a line, one row for each entity. */
function Carriers({ of }: { of: readonly Carrier[] }): ReactNode {
  const label = useLabel();
  return [...Map.groupBy(of, ({ entity }) => entity)].map(([entity, own]) => (
    <div key={entity}>
      <Link to={`/help/data?entity=${entity}`}>{label(own[0]!.label)}</Link>
      {own.map(
        ({ part }) =>
          part !== undefined && (
            <Fragment key={part}>
              {' '}
              <code className="help-part">{part}</code>
            </Fragment>
          ),
      )}
    </div>
  ));
}

/** The parts of the schemas that are based on other paragraphs, on the design or on assumptions. */
function Others({ of }: { of: Trace['others'] }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className="help-section">
      <h2>{t('help.others')}</h2>
      <Table
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        size="small"
        scroll={{ x: 900 }}
        rowKey="reference"
        dataSource={of}
        columns={[
          {
            title: t('help.reference'),
            dataIndex: 'reference',
            width: '45%',
            render: (reference: string) => <span lang="en">{reference}</span>,
          },
          {
            title: t('help.carriedBy'),
            dataIndex: 'carriers',
            render: (carriers: Carrier[]) => <Carriers of={carriers} />,
          },
        ]}
      />
    </section>
  );
}
