import { call, callWithMessage, type Answer } from './client.ts';
import { upload } from './transfer.ts';

/** Purpose of a code sent by mail. */
export type CodePurpose = 'register' | 'reset' | 'submission';

/** Payload of a form of a person without an account. */
export type Payload = Record<string, unknown>;

/** Requests a code by mail. The server's message does not reveal whether the address is known. @throws ApiError */
export const sendCode = (mail: string, purpose: CodePurpose): Promise<Answer<unknown>> =>
  callWithMessage('POST', '/account/verificationCode', { body: { mail, purpose } });

/** Registers an account. @throws ApiError */
export const register = (body: Payload): Promise<Answer<unknown>> =>
  callWithMessage('POST', '/account/register', { body });

/** Sets a new password. @throws ApiError */
export const resetPassword = (body: Payload): Promise<Answer<unknown>> =>
  callWithMessage('POST', '/account/resetPassword', { body });

/** Submits a company's information for review. @throws ApiError */
export const submitCompany = (body: Payload): Promise<Answer<unknown>> =>
  callWithMessage('POST', '/account/companySubmission', { body });

/** Uploads one scan for `submitCompany` and returns its id. @throws ApiError at `file`, `mail` or `mailCode` */
export async function sendScan(
  file: File,
  mail: string,
  mailCode: string,
  onProgress: (share: number) => void,
): Promise<string> {
  const form = new FormData();
  form.set('mail', mail);
  form.set('mailCode', mailCode);
  form.set('file', file);
  return (await upload<{ id: string }>('/account/companySubmission/file', form, { onProgress })).id;
}

/** Loads whether single sign-on is available (`oidc`). @throws ApiError */
export const loadLoginOptions = (): Promise<{ oidc: boolean }> => call('GET', '/account/loginOptions');
