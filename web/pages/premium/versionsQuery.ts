import { queryOptions } from '@tanstack/react-query';
import type { Row } from '../../fields/types.ts';
import { allRows } from '../../records/list/shownRows.ts';
import { VERSIONS } from './kinds.ts';
import { type Version, versionOf } from './versions.ts';

const versionsOf = (rows: readonly Row[]): Version[] => rows.map(versionOf);

/** Query of all versions of premium, the latest year first, and in a year the one that was changed last. */
export const versionsQuery = queryOptions({ ...allRows(VERSIONS, [], '-policyYear,-updateAt'), select: versionsOf });
