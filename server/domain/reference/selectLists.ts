import type { Language } from '../../config.ts';
import { notFound, refuseField } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Condition } from '../../kernel/read/conditions.ts';
import { choicesPage, type ListQuery } from '../../kernel/read/list.ts';

/** Source of the choices of a select list: fields of an entity's rows, read with the reader's rights. */
export interface SelectSource {
  entity: string;
  value: string;
  /** the displayed field in each language; if it is empty, the field of the other language is displayed */
  label: { en: string; zh: string };
  /** further fields that a choice contains */
  more?: readonly string[];
  where?: readonly Condition[];
  /** parameters that filter the list: field → type of the comparison */
  params?: Readonly<Record<string, 'equal' | 'array'>>;
  /** required parameters */
  required?: readonly string[];
  sort: string;
  /** name of the source, which the choices of a list with several sources contain */
  group?: string;
  /** language of the labels, if it is not the reader's */
  language?: Language;
}

const COMPANY: SelectSource = {
  entity: 'company',
  value: 'companyCde',
  label: { en: 'companyNameEn', zh: 'companyNameCh' },
  params: { companyType: 'equal', country: 'equal' },
  sort: 'companyCde',
};
const COMPANY_TYPE: SelectSource = {
  entity: 'company-type',
  value: 'compTypeCde',
  label: { en: 'compTypeName', zh: 'compTypeNameCh' },
  sort: 'compTypeCde',
};
const DICTIONARY: SelectSource = {
  entity: 'dictionary',
  value: 'code',
  label: { en: 'nameEn', zh: 'nameCh' },
  more: ['listCde'],
  where: [{ name: 'activeFlag', type: 'equal', value: 'Y' }],
  params: { listCde: 'equal' },
  required: ['listCde'],
  sort: 'listCde,sortNo,code',
};

/**
 * The select lists of the specification (1§7). It does not show the answers, so the content of the lists is assumed. A
 * list whose entity is not in the model answers 404.
 */
export const SELECT_LISTS: Readonly<Record<string, readonly SelectSource[]>> = {
  user: [
    {
      entity: 'person',
      value: 'userCde',
      label: { en: 'userName', zh: 'userName' },
      more: ['companyCde', 'claimFlag'],
      params: { claimFlag: 'equal', companyCde: 'equal', deptCde: 'equal' },
      sort: 'userCde',
    },
  ],
  companyType: [COMPANY_TYPE],
  // roles of a company in a case: 1§6, contact types
  companyRelateType: [
    {
      ...COMPANY_TYPE,
      where: [{ name: 'compTypeCde', type: 'array', value: ['INSURER', 'PICLUB', 'BILLING', 'CAPTIVE'] }],
    },
  ],
  position: [
    {
      entity: 'position',
      value: 'positionCde',
      label: { en: 'positionName', zh: 'positionName' },
      params: { supPositionCde: 'equal' },
      sort: 'positionCde',
    },
  ],
  company: [COMPANY],
  role: [{ entity: 'role', value: 'id', label: { en: 'roleName', zh: 'roleNameCh' }, sort: 'roleName' }],
  config: [DICTIONARY],
  configCn: [{ ...DICTIONARY, language: 'zh-CN' }],
  curr: [
    {
      entity: 'currency',
      value: 'curCde',
      label: { en: 'curNameEn', zh: 'curNameCh' },
      more: ['minorUnits'],
      sort: 'curCde',
    },
  ],
  // choices of several dictionary lists in one call
  getManySelect: [{ ...DICTIONARY, params: { listCde: 'array' } }],
  selectAllCompanyCdeAndName: [{ ...COMPANY, params: {} }],
  selectAllCompanyCdeAndNames: [{ ...COMPANY, params: {}, more: ['companyNameEn', 'companyNameCh'] }],
  // includes deleted companies, with `delFlag` as their status
  selectAllCompanyCdeAndNameWithStatus: [
    { ...COMPANY, where: [{ name: 'delFlag', type: 'array', value: ['Y', 'N'] }], more: ['delFlag'] },
  ],
  getmHsCode: [{ entity: 'hs-code', value: 'hsCode', label: { en: 'name', zh: 'nameCh' }, sort: 'hsCode' }],
  getcompanyName: [{ ...COMPANY, params: {} }],
  getOriginAndUnitSelect: [
    {
      entity: 'country',
      value: 'countryCode',
      label: { en: 'countryNameEn', zh: 'countryNameCh' },
      sort: 'countryCode',
      group: 'origin',
    },
    {
      ...DICTIONARY,
      where: [...DICTIONARY.where!, { name: 'listCde', type: 'equal', value: 'UNIT' }],
      params: {},
      required: [],
      group: 'unit',
    },
  ],
};

/** One choice, with the further fields of its list. */
export interface Choice {
  value: string;
  label: string;
  [more: string]: unknown;
}

/** Limit of the choices of a list; callers narrow a longer list by `keyword`. */
const MAX_CHOICES = 10_000;

/** A search in a list (1§7, the user-list query): conditions and page. */
export type Search = Partial<Pick<ListQuery, 'where' | 'current' | 'pageSize'>>;

/**
 * Reads the choices of a select list in the reader's language, without rows that the reader may not see. `params` are
 * the parameters that the list declares, and `keyword`, a text in the code or name. A list of several sources has no
 * `search`.
 *
 * @throws Refusal 404 for an unknown list, 403 without the right to read its entity, 400 for an unknown parameter
 */
export async function selectChoices(
  kernel: Kernel,
  name: string,
  { params, search = {} }: { params: Record<string, unknown>; search?: Search },
  context: Context,
): Promise<Choice[]> {
  const sources = Object.hasOwn(SELECT_LISTS, name) ? SELECT_LISTS[name]! : undefined;
  if (!sources) throw notFound();
  const permitted = new Set(['keyword', ...sources.flatMap((source) => Object.keys(source.params ?? {}))]);
  for (const param of Object.keys(params))
    if (!permitted.has(param)) throw refuseField(param, 'MSG_generic_0013', { name: param });
  if (sources.length > 1 && Object.keys(search).length > 0)
    throw refuseField('searchCondition', 'MSG_generic_0013', { name: 'searchCondition' });
  const lists: Choice[][] = [];
  for (const source of sources) lists.push(await choicesOf(kernel, source, { params, search }, context));
  return lists.flat();
}

async function choicesOf(
  kernel: Kernel,
  source: SelectSource,
  {
    params,
    search: { where: searched = [], current = 1, pageSize = MAX_CHOICES },
  }: { params: Record<string, unknown>; search: Search },
  context: Context,
): Promise<Choice[]> {
  const runtime = entityNamed(kernel, source.entity);
  const filters = Object.entries(source.params ?? {}).filter(([name]) => isPresent(params[name]));
  for (const name of source.required ?? []) {
    const label = runtime.fields.get(name)!.label;
    if (!isPresent(params[name])) throw refuseField(name, 'MSG_generic_0100', { label });
  }
  const where = [
    ...(source.where ?? []),
    ...filters.map(([name, type]) => ({ name, type, value: params[name] })),
    ...keywordConditions(source, params['keyword']),
    ...searched,
  ];
  const { records } = await choicesPage(kernel, runtime, { where, sort: source.sort, current, pageSize }, context);
  return (JSON.parse(records) as Record<string, unknown>[]).map((row) =>
    choiceOf(source, row, source.language ?? context.language),
  );
}

function choiceOf(
  { value, label, more = [], group }: SelectSource,
  row: Record<string, unknown>,
  language: Language,
): Choice {
  const [first, second] = language === 'zh-CN' ? [label.zh, label.en] : [label.en, label.zh];
  const name = row[first] ?? row[second] ?? row[value];
  return {
    value: String(row[value]),
    label: String(name),
    ...Object.fromEntries(more.map((field) => [field, row[field] ?? null])),
    ...(group === undefined ? {} : { group }),
  };
}

/** Condition that the code or a name contains the keyword. Ids are not compared, because staff do not know them. */
function keywordConditions({ value, label }: SelectSource, keyword: unknown): unknown[] {
  if (!isPresent(keyword)) return [];
  const names = [...new Set([value, label.en, label.zh])].filter((name) => name !== 'id');
  return [{ or: names.map((name) => [{ name, type: 'like', value: keyword }]) }];
}

const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
