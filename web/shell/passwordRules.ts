import type { FormRule } from 'antd';
import type { TFunction } from 'i18next';

/** Minimum length of a password; the server checks it too. */
export const MIN_PASSWORD_LENGTH = 10;

/** Rules of the form field for a new password. @param missing message without a value */
export const newPasswordRules = (missing: string, t: TFunction): FormRule[] => [
  { required: true, message: missing },
  { min: MIN_PASSWORD_LENGTH, message: t('password.length', { min: MIN_PASSWORD_LENGTH }) },
];

/** Rules of the form field that repeats the password in the field `name`. @param missing message without a value */
export const repeatedPasswordRules = (name: string, missing: string, t: TFunction): FormRule[] => [
  { required: true, message: missing },
  ({ getFieldValue }) => ({
    validator: (_rule, value: string | undefined) =>
      !value || value === getFieldValue(name) ? Promise.resolve() : Promise.reject(new Error(t('password.differs'))),
  }),
];
