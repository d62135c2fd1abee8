import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EVERY, type Grants, isGrantedAction, type Line, type Mark, markOf } from './grants.ts';
import { OPERATIONS } from './operations.ts';

interface Props {
  /** permission id of an entity, an area or everything */
  id: string;
  name: string;
  /** everything, area, entity */
  level: 0 | 1 | 2;
  /** actions of this line */
  actions: readonly string[];
  grants: Grants;
  lines: readonly Line[];
  actionLabel: (action: string) => string;
  onToggle: ((id: string, action: string) => void) | undefined;
}

/** A line of the matrix: a checkbox for each action, and one for all actions. */
export function MatrixLine({ id, name, level, actions, grants, lines, actionLabel, onToggle }: Props): ReactNode {
  const { t } = useTranslation();
  const ownActions = actions.filter((action) => action !== EVERY && !OPERATIONS.includes(action));
  const lacksQuery =
    level === 2 &&
    !isGrantedAction(grants, id, 'query') &&
    actions.some((action) => action !== 'add' && isGrantedAction(grants, id, action));
  const cellOf = (action: string, text: string, hasText = false): ReactNode => (
    <Cell
      mark={markOf(grants, lines, id, action)}
      text={`${name}: ${text}`}
      onToggle={onToggle && (() => onToggle(id, action))}
    >
      {hasText ? text : null}
    </Cell>
  );
  return (
    <tr data-level={level}>
      <th scope="row">
        <span>{name}</span>
        {level === 2 && <code>{id}</code>}
        {lacksQuery && <small role="note">{t('rights.blind')}</small>}
      </th>
      <td>{cellOf(EVERY, t('rights.all'))}</td>
      {OPERATIONS.map((action) => (
        <td key={action}>{actions.includes(action) ? cellOf(action, actionLabel(action)) : null}</td>
      ))}
      <td className="matrix-own">
        {ownActions.map((action) => (
          <span key={action}>{cellOf(action, actionLabel(action), true)}</span>
        ))}
      </td>
    </tr>
  );
}

interface CellProps {
  mark: Mark;
  text: string;
  onToggle: (() => void) | undefined;
  children: ReactNode;
}

/** A checkbox, or a sign in a read-only matrix. */
function Cell({ mark, text, onToggle, children }: CellProps): ReactNode {
  const { t } = useTranslation();
  if (onToggle)
    return (
      <Checkbox aria-label={text} checked={mark === 'all'} indeterminate={mark === 'some'} onChange={onToggle}>
        {children}
      </Checkbox>
    );
  if (mark === 'none')
    return children === null ? null : (
      <span className="matrix-sign" data-mark={mark}>
        {children}
      </span>
    );
  const Sign = mark === 'all' ? CheckOutlined : MinusOutlined;
  return (
    <span className="matrix-sign" data-mark={mark}>
      <Sign aria-label={t(mark === 'all' ? 'rights.given' : 'rights.givenPartly')} />
      {children}
    </span>
  );
}
