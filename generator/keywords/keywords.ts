import type { Keyword } from './keyword.ts';
import { access } from './access.ts';
import { action } from './action.ts';
import { approval } from './approval.ts';
import { changeLog } from './changeLog.ts';
import { child } from './child.ts';
import { entity } from './entity.ts';
import { exportKeyword } from './export.ts';
import { form } from './form.ts';
import { gate } from './gate.ts';
import { guard } from './guard.ts';
import { id } from './id.ts';
import { immutable } from './immutable.ts';
import { importKeyword } from './import.ts';
import { include } from './include.ts';
import { indexes } from './indexes.ts';
import { latest } from './latest.ts';
import { list } from './list.ts';
import { lookup } from './lookup.ts';
import { machine } from './machine.ts';
import { maxRows } from './maxRows.ts';
import { noOverlap } from './noOverlap.ts';
import { order } from './order.ts';
import { premium } from './premium.ts';
import { print } from './print.ts';
import { related } from './related.ts';
import { remind } from './remind.ts';
import { requiredAt } from './requiredAt.ts';
import { rule } from './rule.ts';
import { sequence } from './sequence.ts';
import { spec } from './spec.ts';
import { sum } from './sum.ts';
import { unique } from './unique.ts';
import { version } from './version.ts';

/**
 * All keywords of an entity file. Each step of the generator runs them in this order, and the data dictionary lists
 * rules in it. A keyword comes after the keywords whose compiled data it reads.
 */
export const KEYWORDS: readonly Keyword[] = [
  entity,
  id,
  include,
  spec,
  machine,
  unique,
  noOverlap,
  maxRows,
  indexes,
  sequence,
  order,
  sum,
  approval,
  remind,
  related,
  latest,
  version,
  premium,
  changeLog,
  rule,
  immutable,
  requiredAt,
  guard,
  list,
  gate,
  action,
  child,
  lookup,
  access,
  form,
  importKeyword,
  exportKeyword,
  print,
];
