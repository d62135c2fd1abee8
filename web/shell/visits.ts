import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Label } from '../../generator/model/field.ts';
import { personQuery } from '../api/account.ts';

/** A record that was opened. */
export interface Visited {
  path: string;
  title: Label;
  kind: Label;
}

interface Visits {
  /** number of visits by the screen's address in the menu */
  screens: Record<string, number>;
  /** the records opened last, the latest first */
  records: Visited[];
}

const MAX_RECORDS = 8;
/** Maximum count. When a count exceeds it, all counts are halved, so that recent visits count more than old ones. */
const MAX_COUNT = 50;

const keyOf = (userCde: string): string => `visits.${userCde}`;

/** The visits of a person in this browser. */
export function visitsOf(userCde: string): Visits {
  const text = localStorage.getItem(keyOf(userCde));
  return text ? (JSON.parse(text) as Visits) : { screens: {}, records: [] };
}

const keep = (userCde: string, visits: Visits): void => localStorage.setItem(keyOf(userCde), JSON.stringify(visits));

/** Code of the person whose visits are counted; '' until it is loaded. */
export function useVisitor(): string {
  const { data: person } = useQuery(personQuery);
  return person?.userCde ?? '';
}

/** Stores that the record at `path` was opened. */
export function useRecordVisit(path: string, { en, zh }: Label, kind: Label): void {
  const userCde = useVisitor();
  useEffect(() => {
    if (userCde === '') return;
    const visits = visitsOf(userCde);
    keep(userCde, {
      ...visits,
      records: [
        { path, title: { en, zh }, kind: { en: kind.en, zh: kind.zh } },
        ...visits.records.filter((one) => one.path !== path),
      ].slice(0, MAX_RECORDS),
    });
  }, [userCde, path, en, zh, kind.en, kind.zh]);
}

/** Counts a visit of the screen at `path`; does nothing if `path` is undefined. */
export function useScreenVisit(path: string | undefined): void {
  const userCde = useVisitor();
  useEffect(() => {
    if (userCde === '' || path === undefined) return;
    const visits = visitsOf(userCde);
    const screens = { ...visits.screens, [path]: (visits.screens[path] ?? 0) + 1 };
    const isOverMax = screens[path]! > MAX_COUNT;
    keep(userCde, {
      ...visits,
      screens: isOverMax
        ? Object.fromEntries(
            Object.entries(screens).flatMap(([one, count]) => (count > 1 ? [[one, Math.floor(count / 2)]] : [])),
          )
        : screens,
    });
  }, [userCde, path]);
}
