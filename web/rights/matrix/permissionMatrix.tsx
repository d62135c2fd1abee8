import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import { type Catalogue, type CatalogueLine, useCatalogue } from './catalogue.ts';
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
  const [text, setText] = useState('');
  const catalogue = useCatalogue(value);
  const { areas, lines } = catalogue;
  const pattern = text.trim().toLowerCase();
  const found = lines.filter(({ label, permissionId }) =>
    [label.en, label.zh, permissionId].some((name) => name.toLowerCase().includes(pattern)),
  );
  const toggle = (id: string, action: string): void =>
    onChange?.(
      markOf(value, lines, id, action) === 'all'
        ? revoke(value, { lines, areas: areas.map(({ area }) => area) }, id, action)
        : grant(value, id, action),
    );
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
          <Heading />
          <Body
            catalogue={catalogue}
            grants={value}
            found={found}
            filtered={pattern !== ''}
            onToggle={onChange && toggle}
          />
        </table>
        {found.length === 0 && pattern !== '' ? <p className="matrix-empty">{t('kinds.nothingFound')}</p> : null}
      </div>
    </div>
  );
}

function Heading(): ReactNode {
  const { t } = useTranslation();
  return (
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
  );
}

interface BodyProps {
  catalogue: Catalogue;
  grants: Grants;
  /** the lines that match the search */
  found: readonly CatalogueLine[];
  /** a search is active: areas without matching lines are omitted, and the line for everything too */
  filtered: boolean;
  onToggle: ((id: string, action: string) => void) | undefined;
}

function Body({ catalogue: { areas, lines, labels }, grants, found, filtered, onToggle }: BodyProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const actionLabel = (action: string): string => {
    const own = labels.get(action);
    return own ? label(own) : OPERATIONS.includes(action) ? t(`rights.${action}`) : action;
  };
  const common = { grants, lines, actionLabel, onToggle };
  const groupLine = (id: string, name: string, level: 0 | 1): ReactNode => (
    <MatrixLine key={id} id={id} name={name} level={level} actions={groupActions(id, lines, grants)} {...common} />
  );
  return (
    <tbody>
      {!filtered && groupLine(ALL, t('rights.everything'), 0)}
      {areas.flatMap(({ area, label: name }) => {
        const inside = found.filter((line) => line.area === area);
        const isEmpty = inside.length === 0 && (filtered || ![...grants.keys()].some((id) => areaOf(id) === area));
        if (isEmpty) return [];
        return [
          groupLine(areaId(area), label(name), 1),
          ...inside.map(({ permissionId: id, label: own }) => (
            <MatrixLine key={id} id={id} name={label(own)} level={2} actions={actionsUnder(lines, id)} {...common} />
          )),
        ];
      })}
    </tbody>
  );
}

/**
 * Actions of the line for everything or an area: the operations of every entity, actions that several entities of the
 * area share, and actions that the line itself is granted.
 */
function groupActions(id: string, lines: readonly CatalogueLine[], grants: Grants): string[] {
  const inside = lines.filter((line) => areaId(line.area) === id);
  const shared = actionsUnder(inside, id).filter(
    (action) => inside.filter((line) => line.actions.includes(action)).length > 1,
  );
  return [...new Set([...OPERATIONS, ...shared, ...(grants.get(id) ?? [])])];
}
