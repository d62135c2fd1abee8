import { Button, Space, Table, Tag } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { inputOf } from '../../fields/inputs.ts';
import { textOf } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import type { Edits, Said } from './contract.ts';
import { ComplaintRows } from './complaintRows.tsx';
import { type Complaint, complaints, isLeftOut, leaveOut, mend, mended, restore } from './mending.ts';

interface Props {
  entity: Entity;
  summary: Said[];
  headings: string[];
  /** of some of the rows in error, by row number */
  cells: Record<string, string[]>;
  edits: Edits;
  onChange: (edits: Edits) => void;
}

/** What is wrong, like with like: mended for all rows of a complaint at once, or unfolded and mended row by row. */
export function ComplaintTable({ entity, summary, headings, cells, edits, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const found = useMemo(() => complaints(summary), [summary]);
  const rowsOf = (complaint: Complaint): ReactNode => (
    <ComplaintRows
      rows={complaint.rows}
      headings={headings}
      cells={cells}
      mendOf={(rows) => <Mend entity={entity} complaint={complaint} rows={rows} edits={edits} onChange={onChange} />}
    />
  );
  return (
    <Table<Complaint>
      size="small"
      rowKey="id"
      dataSource={found}
      pagination={found.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      expandable={{ columnTitle: <span className="unseen">{t('import.rows')}</span>, expandedRowRender: rowsOf }}
      columns={[
        {
          key: 'field',
          title: t('import.field'),
          width: 136,
          render: (_, { field }) =>
            field ? label(fieldOf(entity, field)?.label ?? { en: field, zh: field }) : t('import.wholeRow'),
        },
        {
          key: 'value',
          title: t('import.inFile'),
          width: 144,
          ellipsis: true,
          render: (_, { value }) => textOf(value) || <span className="meta">{t('import.blank')}</span>,
        },
        {
          key: 'message',
          title: t('import.problem'),
          render: (_, { message, level }) => (
            <>
              {level === 'warning' ? <Tag color="warning">{t('import.warning')}</Tag> : null}
              {message}
            </>
          ),
        },
        {
          key: 'rows',
          title: t('import.rows'),
          width: 96,
          render: (_, { rows }) =>
            rows.length === 1 ? t('import.row', { row: rows[0] }) : t('import.rowCount', { count: rows.length }),
        },
        {
          key: 'mend',
          title: t('import.mend'),
          width: 344,
          render: (_, complaint) => (
            <Mend entity={entity} complaint={complaint} rows={complaint.rows} edits={edits} onChange={onChange} />
          ),
        },
      ]}
    />
  );
}

interface MendProps {
  entity: Entity;
  complaint: Complaint;
  rows: number[];
  edits: Edits;
  onChange: (edits: Edits) => void;
}

/** A new value for some rows of a complaint, or leaving them out; either can be taken back. */
function Mend({ entity, complaint, rows, edits, onChange }: MendProps): ReactNode {
  const { t } = useTranslation();
  const field = complaint.field ? fieldOf(entity, complaint.field) : undefined;
  if (rows.every((row) => isLeftOut(edits, row))) {
    return (
      <Space>
        <span className="meta">{t('import.leftOut')}</span>
        <Button size="small" onClick={() => onChange(restore(edits, rows))}>
          {t('import.takeBack')}
        </Button>
      </Space>
    );
  }
  return (
    <div className="import-mend">
      {field ? (
        <MendInput
          field={field}
          value={commonValue(edits, rows, field.name)}
          label={t('import.mendRows', { count: rows.length })}
          onChange={(value) => onChange(mend(edits, rows, field.name, value))}
        />
      ) : null}
      <Button size="small" onClick={() => onChange(leaveOut(edits, rows))}>
        {t(rows.length > 1 ? 'import.leaveRowsOut' : 'import.leaveRowOut')}
      </Button>
    </div>
  );
}

function MendInput({
  field,
  value,
  label,
  onChange,
}: {
  field: Field;
  value: string | null | undefined;
  label: string;
  onChange: (value: string | null) => void;
}): ReactNode {
  const Input = inputOf(field);
  return (
    <Input
      field={field}
      value={value ?? null}
      aria-label={label}
      onChange={(changed) => onChange(textOf(changed) || null)}
    />
  );
}

/** What all of the rows were mended to; undefined where they differ. */
function commonValue(edits: Edits, rows: number[], field: string): string | null | undefined {
  const values = rows.map((row) => mended(edits, row, field));
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
