import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { DetailFields } from './fields.tsx';

interface Props {
  entity: Entity;
  row: Row;
  fields: readonly string[];
}

/** The fields of a section that have values; the others are shown on request. */
export function FilledFields({ entity, row, fields }: Props): ReactNode {
  const { t } = useTranslation();
  const [isAll, setAll] = useState(false);
  const filled = fields.filter((name) => !isAbsent(row[name]));
  const count = fields.length - filled.length;
  return (
    <>
      {(isAll || filled.length > 0) && <DetailFields entity={entity} row={row} fields={isAll ? fields : filled} />}
      {count > 0 && (
        <Button className="detail-empty-fields" type="link" size="small" onClick={() => setAll(!isAll)}>
          {t(isAll ? 'detail.hideEmpty' : 'detail.showEmpty', { count })}
        </Button>
      )}
    </>
  );
}
