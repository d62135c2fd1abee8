import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Child, ChildLedger } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { cellOf } from '../../fields/cells.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { useIsMet } from '../conditions.ts';
import { RowTitle } from '../rowTitle.tsx';
import { fieldOf, useEntity } from '../model.ts';
import { AddChild, useChildAddress } from './children.tsx';
import { keyboardScrollable } from './keyboardScrollable.ts';
import { type LedgerGroup, ledgerGroups, type LedgerLine, type LedgerTotals, ledgerTotals } from './ledgerLines.ts';
import { ListLink } from './listLink.tsx';
import './ledger.css';

interface Props {
  parent: Entity;
  child: Child;
  ledger: ChildLedger;
  row: Row;
}

/** The rows of a child as a ledger (`x-child.ledger`): by type and currency, with what is settled and outstanding. */
export function Ledger({ parent, child, ledger, row: record }: Props): ReactNode {
  const label = useLabel();
  const { entity } = useEntity(child.entity);
  const isMet = useIsMet(parent, record);
  const columns = columnsOf(entity, ledger);
  const rows = (record[child.entity] as Row[] | undefined) ?? [];
  const groups = columns ? ledgerGroups({ ledger, amount: columns.amount, record, rows, isMet }) : [];
  return (
    <section className="detail-section">
      <h2>
        {label(child.tab ?? entity.label)} <span className="kind-aside">{rows.length}</span>
      </h2>
      <span className="detail-child-links">
        {child.readOnly ? null : <AddChild parent={parent} child={child} entity={entity} row={record} />}
        <ListLink child={child} entity={entity} row={record} />
      </span>
      {columns && groups.length > 0 ? (
        <div className="ledger" ref={keyboardScrollable}>
          <table>
            <Head ledger={ledger} columns={columns} />
            {groups.map((group) => (
              <Group key={group.key} {...{ child, entity, ledger, columns, group }} />
            ))}
            {groups.length > 1 && <Foot groups={groups} columns={columns} />}
          </table>
        </div>
      ) : null}
    </section>
  );
}

/** The fields of a ledger that the user may see. */
interface Columns {
  by: Field | undefined;
  fields: Field[];
  amount: Field;
  base: Field;
  /** the currency of the totals */
  code: string;
  state: Field | undefined;
  /** number of the columns after the totals */
  further: number;
}

function columnsOf(entity: Entity, { by, fields, amount, base, steps = [] }: ChildLedger): Columns | undefined {
  const [amounts, bases] = [fieldOf(entity, amount), fieldOf(entity, base)];
  if (!amounts || !bases) return undefined;
  const [machine] = entity.machines;
  const state = machine && fieldOf(entity, machine.field);
  return {
    by: fieldOf(entity, by),
    fields: fields.flatMap((name) => fieldOf(entity, name) ?? []),
    amount: amounts,
    base: bases,
    code: bases.currency && 'code' in bases.currency ? bases.currency.code : '',
    state,
    further: steps.length,
  };
}

function Head({ ledger, columns }: { ledger: ChildLedger; columns: Columns }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { by, amount, code } = columns;
  return (
    <thead>
      <tr>
        <th scope="col">{by && label(by.label)}</th>
        <th scope="col" className="ledger-amount">
          {label(amount.label)}
        </th>
        <th scope="col" className="ledger-amount">
          {code}
        </th>
        <th scope="col" className="ledger-amount">
          {label(ledger.settled.label)}
        </th>
        <th scope="col" className="ledger-amount">
          {t('ledger.outstanding')}
        </th>
        {ledger.steps?.map((step) => (
          <th key={step.label.en} scope="col">
            {label(step.label)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The totals of all groups. */
function Foot({ groups, columns }: { groups: readonly LedgerGroup[]; columns: Columns }): ReactNode {
  const { t } = useTranslation();
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2}>
          {t('ledger.total', { currency: columns.code })}
        </th>
        <Totals of={ledgerTotals(groups)} columns={columns} />
        {columns.further > 0 && <td colSpan={columns.further} />}
      </tr>
    </tfoot>
  );
}

interface GroupProps {
  child: Child;
  entity: Entity;
  ledger: ChildLedger;
  columns: Columns;
  group: LedgerGroup;
}

/** The lines of one type and currency; several have a total. */
function Group({ child, entity, ledger, columns, group }: GroupProps): ReactNode {
  const { t } = useTranslation();
  const { lines, currency, amount } = group;
  return (
    <tbody>
      {lines.map((line) => (
        <Line key={textOf(line.row['id'])} {...{ child, entity, ledger, columns, line, currency }} />
      ))}
      {lines.length > 1 && (
        <tr className="ledger-subtotal">
          <th scope="row">{t('ledger.subtotal', { count: lines.length })}</th>
          <td className="ledger-amount">
            {amountText(amount, columns.amount, currency)} {currency}
          </td>
          <Totals of={group} columns={columns} />
          {columns.further > 0 && <td colSpan={columns.further} />}
        </tr>
      )}
    </tbody>
  );
}

interface LineProps extends Omit<GroupProps, 'group'> {
  line: LedgerLine;
  currency: string;
}

/** One row: its first cell opens it in the drawer. */
function Line({ child, entity, ledger, columns, line, currency }: LineProps): ReactNode {
  const addressOf = useChildAddress(child, entity);
  const mayOpen = useMay(entity)('query');
  const { row } = line;
  const { by, fields, amount, state } = columns;
  const name =
    by && !isAbsent(row[by.name]) ? (
      <Value entity={entity} field={by} row={row} />
    ) : (
      <RowTitle entity={entity} row={row} />
    );
  return (
    <tr>
      <td>
        {mayOpen ? <Link to={addressOf(row['id'])}>{name}</Link> : name}
        <div className="ledger-about">
          {state && <Value entity={entity} field={state} row={row} />}
          {fields
            .filter((field) => !isAbsent(row[field.name]))
            .map((field) => (
              <Value key={field.name} entity={entity} field={field} row={row} />
            ))}
        </div>
      </td>
      <td className="ledger-amount">
        {amountText(textOf(row[amount.name]), amount, currency)} {currency}
      </td>
      <Totals of={line} columns={columns} />
      {ledger.steps?.map((step, index) => (
        <td key={step.label.en}>
          <Step isDone={line.steps[index] === true} />
        </td>
      ))}
    </tr>
  );
}

function Step({ isDone }: { isDone: boolean }): ReactNode {
  const { t } = useTranslation();
  return isDone ? (
    <CheckCircleFilled className="ledger-done" aria-label={t('checklist.done')} />
  ) : (
    <MinusCircleOutlined className="ledger-missing" aria-label={t('ledger.missing')} title={t('ledger.missing')} />
  );
}

/** The amounts in the currency of the totals. */
function Totals({ of, columns }: { of: LedgerTotals; columns: Columns }): ReactNode {
  return (['base', 'settled', 'outstanding'] as const).map((name) => (
    <td key={name} className="ledger-amount">
      {amountText(of[name], columns.base, columns.code)}
    </td>
  ));
}

function Value({ entity, field, row }: { entity: Entity; field: Field; row: Row }): ReactNode {
  const Cell = cellOf(field);
  return isAbsent(row[field.name]) ? (
    <span className="kind-aside">—</span>
  ) : (
    <Cell field={field} value={row[field.name]} row={row} entity={entity} />
  );
}
