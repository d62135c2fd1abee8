import { Button, Space, Table, type TableColumnType, Tag } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { inputOf } from '../../fields/inputs.ts';
import { textOf } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import type { Edits, ProblemGroup } from './contract.ts';
import { ProblemRows } from './problemRows.tsx';
import {
  type ImportProblem,
  problemsOf,
  isOmitted,
  omitRows,
  correctRows,
  correctedValue,
  restore,
} from './corrections.ts';

interface Props {
  entity: Entity;
  summary: ProblemGroup[];
  headings: string[];
  /** cells of some of the rows in error, by row number */
  cells: Record<string, string[]>;
  edits: Edits;
  onChange: (edits: Edits) => void;
}

/** Table of the problems. Each is corrected for all its rows at once or, in its expanded line, row by row. */
export function ProblemTable({ entity, summary, headings, cells, edits, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const problems = useMemo(() => problemsOf(summary), [summary]);
  const correctionOf = (problem: ImportProblem, rows: number[]): ReactNode => (
    <Correction entity={entity} problem={problem} rows={rows} edits={edits} onChange={onChange} />
  );
  const columns = useColumns(entity, (problem) => correctionOf(problem, problem.rows));
  const rowsOf = (problem: ImportProblem): ReactNode => (
    <ProblemRows
      rows={problem.rows}
      headings={headings}
      cells={cells}
      correctionOf={(rows) => correctionOf(problem, rows)}
    />
  );
  return (
    <Table<ImportProblem>
      size="small"
      rowKey="id"
      dataSource={problems}
      pagination={problems.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      expandable={{ columnTitle: <span className="unseen">{t('import.rows')}</span>, expandedRowRender: rowsOf }}
      columns={columns}
    />
  );
}

/** The columns of the table; the last column has the correction of all rows of a problem. */
function useColumns(
  entity: Entity,
  correctionOf: (problem: ImportProblem) => ReactNode,
): TableColumnType<ImportProblem>[] {
  const { t } = useTranslation();
  const label = useLabel();
  return [
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
    { key: 'correction', title: t('import.fix'), width: 344, render: (_, problem) => correctionOf(problem) },
  ];
}

interface CorrectionProps {
  entity: Entity;
  problem: ImportProblem;
  rows: number[];
  edits: Edits;
  onChange: (edits: Edits) => void;
}

/** A new value for some rows of a problem, or their omission; either can be undone. */
function Correction({ entity, problem, rows, edits, onChange }: CorrectionProps): ReactNode {
  const { t } = useTranslation();
  const field = problem.field ? fieldOf(entity, problem.field) : undefined;
  if (rows.every((row) => isOmitted(edits, row))) {
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
    <div className="import-correction">
      {field ? (
        <CorrectionInput
          field={field}
          value={commonValue(edits, rows, field.name)}
          label={t('import.fixRows', { count: rows.length })}
          onChange={(value) => onChange(correctRows(edits, rows, field.name, value))}
        />
      ) : null}
      <Button size="small" onClick={() => onChange(omitRows(edits, rows))}>
        {t(rows.length > 1 ? 'import.leaveRowsOut' : 'import.leaveRowOut')}
      </Button>
    </div>
  );
}

function CorrectionInput({
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

/** The common corrected value of the rows; undefined where they differ. */
function commonValue(edits: Edits, rows: number[], field: string): string | null | undefined {
  const values = rows.map((row) => correctedValue(edits, row, field));
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
