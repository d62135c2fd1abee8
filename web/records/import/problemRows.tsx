import { Table, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** all rows of the problem, in the order of the file; only rows with `cells` are shown */
  rows: number[];
  headings: string[];
  /** cells of rows by row number, in the order of the headings */
  cells: Record<string, string[]>;
  /** the input that corrects the given rows */
  correctionOf: (rows: number[]) => ReactNode;
}

interface FileRow {
  row: number;
  cells: string[];
}

/** Maximum number of values of a filter; a column with more different values has no filter. */
const MAX_FILTER_VALUES = 60;

/**
 * The rows of one problem as they are in the file. Columns have filters, and the rows that match the filters can be
 * corrected together.
 */
export function ProblemRows({ rows, headings, cells, correctionOf }: Props): ReactNode {
  const { t } = useTranslation();
  const all = rows.flatMap((row): FileRow[] => (cells[row] ? [{ row, cells: cells[row] }] : []));
  const [shown, setShown] = useState(() => all.map(({ row }) => row));
  return (
    <div className="import-rows">
      {all.length < rows.length ? (
        <p className="meta">{t('import.rowsListed', { listed: all.length, count: rows.length })}</p>
      ) : null}
      {shown.length > 1 ? (
        <div className="import-rows-together">
          <span>{t('import.together', { count: shown.length })}</span>
          {correctionOf(shown)}
        </div>
      ) : null}
      <Table<FileRow>
        size="small"
        rowKey="row"
        dataSource={all}
        scroll={{ x: 'max-content' }}
        pagination={all.length > 20 ? { pageSize: 20, showSizeChanger: false, size: 'small' } : false}
        onChange={(_pagination, _filters, _sorter, { currentDataSource }) =>
          setShown(currentDataSource.map(({ row }) => row))
        }
        columns={[
          { key: 'row', dataIndex: 'row', title: t('import.rowNumber'), width: 72, fixed: 'left' },
          {
            key: 'correction',
            title: t('import.fix'),
            width: 344,
            fixed: 'left',
            render: (_, { row }) => correctionOf([row]),
          },
          ...headings.map((heading, index) => cellColumn(all, heading, index)),
        ]}
      />
    </div>
  );
}

function cellColumn(rows: FileRow[], heading: string, index: number): TableColumnType<FileRow> {
  const values = [...new Set(rows.map(({ cells }) => cells[index] ?? ''))].sort();
  const hasFilter = values.length > 1 && values.length <= MAX_FILTER_VALUES;
  return {
    key: String(index),
    title: heading,
    render: (_, { cells }) => cells[index],
    ...(hasFilter
      ? {
          filters: values.map((value) => ({ text: value === '' ? '–' : value, value })),
          filterSearch: true,
          onFilter: (value, { cells }) => (cells[index] ?? '') === value,
        }
      : {}),
  };
}
