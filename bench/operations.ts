import { booking, cargoes, day, dayCount, port, scatter, stages } from './rows.ts';

/** A request to either server. */
export interface Request {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: string;
}

/** An operation that both servers run with the same requests. */
export interface Operation {
  name: string;
  /** min ratio to the requests per second of the bare handler; absent: for information */
  minRatio?: number;
  /** @param number unique among all requests */
  request(number: number): Request;
}

const pageSize = 20;

const list = (where: unknown[], current: number): Request => ({
  method: 'GET',
  path: `/api/booking?current=${current}&pageSize=${pageSize}&where=${encodeURIComponent(JSON.stringify(where))}`,
});

const filter = (number: number) => [
  { name: 'loadPort', type: 'equal', value: port(scatter(number)) },
  { name: 'stage', type: 'equal', value: stages[scatter(number + 1) % stages.length] },
];

/** Operations on a table with the ids from 1 to `rowCount`. Each row is updated at most once. */
export const operations = (rowCount: number): Operation[] => [
  {
    name: 'filtered list with total',
    minRatio: 0.9,
    // the third condition makes each filter unique, so that no total is cached
    request: (number) => list([...filter(number), { name: 'bookingNo', type: 'ne', value: `N${number}` }], 1),
  },
  { name: 'next page of a list (total known)', request: (number) => list(filter(number % 20), 1 + (number % 5)) },
  { name: 'text search with date range', minRatio: 0.9, request: searchText },
  {
    name: 'read by id',
    minRatio: 0.9,
    request: (number) => ({ method: 'GET', path: `/api/booking/${1 + (scatter(number) % rowCount)}` }),
  },
  {
    name: 'create with audit',
    minRatio: 0.8,
    request: (number) => ({ method: 'POST', path: '/api/booking', body: JSON.stringify(booking(number, 'C')) }),
  },
  { name: 'update one field with audit', minRatio: 0.9, request: (number) => updateRemark(number, rowCount) },
];

function searchText(number: number): Request {
  const from = scatter(number) % (dayCount - 90);
  const cargo = cargoes[scatter(number + 7) % cargoes.length] ?? '';
  return list(
    [
      { name: 'cargo', type: 'like', value: `${cargo} lot ${scatter(number + 9) % 100}` },
      { name: 'departure', type: 'dateRange', value: `${day(from)}|${day(from + 90)}` },
    ],
    1,
  );
}

/** Updates the rows in turn: each has the revision of the update before. */
function updateRemark(number: number, rowCount: number): Request {
  return {
    method: 'PATCH',
    // 7,919 is coprime to the table sizes used here, so all rows are updated before one repeats
    path: `/api/booking/${1 + ((number * 7_919) % rowCount)}`,
    body: JSON.stringify({ rev: 1 + Math.floor(number / rowCount), remark: `Changed by request ${number}` }),
  };
}
