import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel, useNumberText } from '../../fields/language.ts';
import { countOf } from '../../records/list/group.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { useFigureSource } from './figureSource.ts';
import { totalOf } from './sums.ts';

/** The open cases that tiles count. */
export interface OpenCases {
  entity: string;
  /** preset of the open cases */
  open: string;
  /** field by which the server groups them */
  group: string;
  /** their amounts, all in one currency */
  amounts: readonly string[];
  currency: string;
}

/** Tiles with the number and the amounts of open cases. */
export function OpenCaseTiles({ of }: { of: OpenCases }): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const label = useLabel();
  const { entity } = useEntity(of.entity);
  const { where, address } = useFigureSource(entity, { entity: of.entity, preset: of.open });
  const { data } = useQuery(shownGroups(of.entity, of.group, where, of.amounts));
  return (
    <>
      <Link className="figure-tile" to={address()}>
        <strong>{data ? numberText(countOf(data)) : '–'}</strong>
        <span>{t('claims.open')}</span>
      </Link>
      {of.amounts.map((name) => {
        const field = fieldOf(entity, name)!;
        return (
          <Link key={name} className="figure-tile" to={address()}>
            <strong>{data ? amountText(totalOf(data, name), field, of.currency) : '–'}</strong>
            <span>{label(field.label)}</span>
          </Link>
        );
      })}
    </>
  );
}

/** What a tile of days counts: open cases whose `day` lies in a period, written as in the filters of a list. */
interface DayTileProps {
  of: OpenCases;
  text: string;
  day: string;
  period: string;
}

/** Tile with the number of open cases with a day in a period. */
export function DayTile({ of, text, day, period }: DayTileProps): ReactNode {
  const numberText = useNumberText();
  const { entity } = useEntity(of.entity);
  const { where, address } = useFigureSource(entity, {
    entity: of.entity,
    preset: of.open,
    filters: () => ({ [day]: period }),
  });
  const { data } = useQuery(shownGroups(of.entity, of.group, where, of.amounts));
  const count = data && countOf(data);
  return (
    <Link className="figure-tile" to={address()} data-urgent={count !== undefined && count > 0}>
      <strong>{count === undefined ? '–' : numberText(count)}</strong>
      <span>{text}</span>
    </Link>
  );
}
