import { call, callWithMessage, type Answer } from './client.ts';
import { upload } from './transfer.ts';

/** What a code that comes by mail is good for. */
export type CodePurpose = 'register' | 'reset' | 'submission';

/** What a form of somebody without an account sends. */
export type Sent = Record<string, unknown>;

/** Asks for a code by mail; the server's sentence does not tell whether the address is known. @throws ApiError */
export const sendCode = (mail: string, purpose: CodePurpose): Promise<Answer<unknown>> =>
  callWithMessage('POST', '/account/verificationCode', { body: { mail, purpose } });

/** Asks for an account. @throws ApiError */
export const register = (body: Sent): Promise<Answer<unknown>> =>
  callWithMessage('POST', '/account/register', { body });

/** Sets a new password. @throws ApiError */
export const resetPassword = (body: Sent): Promise<Answer<unknown>> =>
  callWithMessage('POST', '/account/resetPassword', { body });

/** Hands a company's information in for review. @throws ApiError */
export const submitCompany = (body: Sent): Promise<Answer<unknown>> =>
  callWithMessage('POST', '/account/companySubmission', { body });

/** Sends one scan for `submitCompany` to name, and answers its id. @throws ApiError at `file`, `mail` or `mailCode` */
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

/** How people may log in here. @throws ApiError */
export const loginOptions = (): Promise<{ oidc: boolean }> => call('GET', '/account/loginOptions');
