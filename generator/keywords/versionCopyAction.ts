import type { Entity } from '../model/entity.ts';
import type { Field, Label } from '../model/field.ts';
import type { Action } from '../model/operation.ts';
import type { Version } from '../model/version.ts';

const COPY: Label = { en: 'Create version', zh: '新建版本' };
const HELP: Label = { en: 'Makes another version of this one, as a draft', zh: '以本版本为来源新建一个草稿版本' };
const MODE: Label = { en: 'Take over', zh: '复制内容' };
const MODE_HELP: Label = {
  en: 'Basic info: the rows without their amounts and rates, which are calculated again',
  zh: '仅基本信息：复制明细行，但不含金额和费率，由系统重新计算',
};
/** Modes of a copy. Callers of the API send the codes. */
const MODES = [
  { code: 'versionOnly', en: 'Version only', zh: '仅版本' },
  { code: 'withDetail', en: 'With detail', zh: '含明细' },
  { code: 'withBasicInfo', en: 'With basic info', zh: '仅基本信息' },
] as const;

/** Input of the dialog: how much of the version is copied. */
const COPY_MODE: Field = {
  name: 'copyMode',
  kind: 'choice',
  label: MODE,
  help: MODE_HELP,
  id: 'copyMode',
  required: false,
  readOnly: false,
  writeOnly: false,
  sensitive: false,
  maxLength: 50,
  options: [...MODES],
  default: 'withDetail',
  normalize: [],
  state: false,
  spec: ['1§3 Version creation'],
};

/**
 * The action `copy` of `x-version`. Its inputs are the keys that are not kept and the fields of `asks`, as the entity
 * declares them.
 */
export function copyAction({ fields }: Entity, { keys, keeps, asks }: Version): Action {
  const inputs = [...keys.filter((name) => !keeps.includes(name)), ...asks].flatMap((name) =>
    fields.filter((field) => field.name === name),
  );
  const required = inputs.filter(({ name, required: own }) => own || keys.includes(name)).map(({ name }) => name);
  const input = inputs.map(
    ({
      writeOnce: _writeOnce,
      default: _default,
      defaultExpr: _expr,
      compute: _compute,
      number: _number,
      ...field
    }): Field => ({ ...field, required: required.includes(field.name) }),
  );
  return {
    name: 'copy',
    label: COPY,
    help: HELP,
    on: 'row',
    input: { required, fields: [...input, { ...COPY_MODE }] },
    effect: 'version.copy',
    bulk: false,
    visibleRows: true,
    spec: ['1§3 Version creation options', '1§3 Version creation input', '1§5 Versions'],
  };
}
