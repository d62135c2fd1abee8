import { ImportOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isImportable } from '../../../generator/language/importable.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import type { SavedRows } from './savedRows.ts';

interface Props {
  rows: SavedRows;
  /** the record */
  row: Row;
  size?: 'small' | 'middle';
}

/** Link to the import of child rows, whose address names the record; nothing if the user may not import them. */
export function ImportButton({ rows: { child, entity }, row, size = 'middle' }: Props): ReactNode {
  const { t } = useTranslation();
  const may = useMay(entity);
  const via = entity.fields.find(({ name }) => name === child.via);
  if (!entity.import || !may('import') || !via?.ref || !isImportable(via)) return null;
  const search = new URLSearchParams({ [via.name]: textOf(row[via.ref.by]) });
  return (
    <Link to={{ pathname: `/${entity.area}/${entity.name}/import`, search: String(search) }}>
      <Button size={size} icon={<ImportOutlined aria-hidden />} tabIndex={-1}>
        {t('list.import')}
      </Button>
    </Link>
  );
}
