import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import { useCatalogue } from './catalogue.ts';
import { ALL, actionsUnder, areaId, areaOf, type Grants, grant, markOf, revoke } from './grants.ts';
import { MatrixLine } from './matrixLine.tsx';
import { OPERATIONS } from './operations.ts';
import './matrix.css';

interface Props {
  value: Grants;
  /** absent if the matrix is read-only */
  onChange?: (value: Grants) => void;
}

/** Rights of a role: a line for everything, for each area and each of its entities; a column for each operation. */
export function PermissionMatrix({ value, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const [text, setText] = useState('');
  const { areas, lines, labels } = useCatalogue(value);
  const wanted = text.trim().toLowerCase();
  const found = lines.filter((line) =>
    [line.label.en, line.label.zh, line.permissionId].some((one) => one.toLowerCase().includes(wanted)),
  );
  const toggle =
    onChange &&
    ((id: string, action: string): void => {
      const all = markOf(value, lines, id, action) === 'all';
      onChange(
        all
          ? revoke(
              value,
              lines,
              areas.map(({ area }) => area),
              id,
              action,
            )
          : grant(value, id, action),
      );
    });
  const actionLabel = (action: string): string => {
    const own = labels.get(action);
    return own ? label(own) : OPERATIONS.includes(action) ? t(`rights.${action}`) : action;
  };
  const lineOf = (id: string, name: string, level: 0 | 1 | 2): ReactNode => {
    // An area's line has the actions that several of its entities share, and those granted to the area.
    const inside = level === 1 ? lines.filter((line) => areaId(line.area) === id) : [];
    const shared = actionsUnder(inside, id).filter(
      (action) => inside.filter((line) => line.actions.includes(action)).length > 1,
    );
    const actions =
      level === 2 ? actionsUnder(lines, id) : [...new Set([...OPERATIONS, ...shared, ...(value.get(id) ?? [])])];
    return (
      <MatrixLine
        key={id}
        id={id}
        name={name}
        level={level}
        actions={actions}
        grants={value}
        lines={lines}
        actionLabel={actionLabel}
        onToggle={toggle}
      />
    );
  };
  return (
    <div className="matrix">
      <Input
        className="matrix-search"
        allowClear
        size="small"
        prefix={<SearchOutlined aria-hidden />}
        value={text}
        placeholder={t('rights.search')}
        aria-label={t('rights.search')}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="matrix-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('rights.entity')}</th>
              <th scope="col">{t('rights.all')}</th>
              {OPERATIONS.map((action) => (
                <th key={action} scope="col">
                  {t(`rights.${action}`)}
                </th>
              ))}
              <th scope="col" className="matrix-own">
                {t('rights.own')}
              </th>
            </tr>
          </thead>
          <tbody>
            {wanted === '' && lineOf(ALL, t('rights.everything'), 0)}
            {areas.flatMap(({ area, label: name }) => {
              const inside = found.filter((line) => line.area === area);
              if (inside.length === 0 && (wanted !== '' || ![...value.keys()].some((id) => areaOf(id) === area)))
                return [];
              return [
                lineOf(areaId(area), label(name), 1),
                ...inside.map((line) => lineOf(line.permissionId, label(line.label), 2)),
              ];
            })}
          </tbody>
        </table>
        {found.length === 0 && wanted !== '' ? <p className="matrix-empty">{t('kinds.nothingFound')}</p> : null}
      </div>
    </div>
  );
}
