import type { TableColumnType } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '../../fields/language.ts';
import { useMay } from '../../rights/store.ts';
import type { ListRow } from '../list/columns.tsx';
import { useModel } from '../model.ts';
import { textWidth } from './contentWidth.ts';
import { isAdded, type SavedRows } from './savedRows.ts';

/** Distance between two links, in CSS pixels. */
const GAP = 12;

/** A column and its width in CSS pixels. */
export interface FixedColumn {
  column: TableColumnType<ListRow>;
  width: number;
}

/**
 * The column with links to the children of each row, which are edited on the page of the row; undefined for rows
 * without children that the user may see.
 */
export function useChildLinks({ entity }: SavedRows): FixedColumn | undefined {
  const { t } = useTranslation();
  const label = useLabel();
  const model = useModel();
  const mayOpen = useMay(entity)('query');
  return useMemo(() => {
    const links = entity.children.flatMap((child) => {
      const known = model.find(({ name }) => name === child.entity);
      return mayOpen && known ? [{ child: child.entity, text: label(child.tab ?? known.label) }] : [];
    });
    if (links.length === 0) return undefined;
    const width = textWidth(links.map(({ text }) => text).join('')) + (links.length - 1) * GAP;
    return {
      width,
      column: {
        key: 'children',
        title: t('grid.details'),
        width,
        fixed: 'right',
        render: (_, { id }) =>
          isAdded(id) ? null : (
            <span className="grid-links">
              {links.map(({ child, text }) => (
                <Link key={child} to={`/${entity.area}/${entity.name}/${id}?tab=${child}`}>
                  {text}
                </Link>
              ))}
            </span>
          ),
      },
    };
  }, [entity, label, model, mayOpen, t]);
}
