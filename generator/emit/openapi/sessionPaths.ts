import { envelope, type Json, json, TEXT } from './json.ts';

/** A call with a JSON body. @param open whether it needs no session */
const sessionCall = (summary: string, properties: Json = {}, open = false): Json => ({
  tags: ['session'],
  summary,
  ...(open ? { security: [] } : {}),
  ...(Object.keys(properties).length > 0
    ? { requestBody: { required: true, content: json({ type: 'object', properties }) } }
    : {}),
  responses: {
    200: { description: 'Done', content: json(envelope({})) },
    default: { $ref: '#/components/responses/Refused' },
  },
});

const IDS: Json = { type: 'array', items: TEXT };

/** Calls of the session. */
export const SESSION: Json = {
  '/account/login': { post: sessionCall('Log in', { username: TEXT, password: TEXT }, true) },
  '/account/loginOptions': { get: sessionCall('Whether single sign-on is available', undefined, true) },
  '/account/logout': { get: sessionCall('Log out: the token becomes invalid') },
  '/account/getUserInfo': { post: sessionCall('The logged-in person') },
  '/account/changePassword': {
    post: sessionCall('Change the password: all tokens of the person become invalid, and the answer has a new one', {
      oldPassword: TEXT,
      newPassword: TEXT,
    }),
  },
  '/account/preferences': {
    post: sessionCall('Store language and theme of the person', {
      language: { enum: ['zh-CN', 'en-US'] },
      theme: { enum: ['light', 'dark', 'system'] },
    }),
  },
  '/account/calendar': {
    get: sessionCall('Since when the person has a calendar address; null without one'),
    post: sessionCall('Make a new secret address of the calendar of deadlines; the one before no longer works'),
    delete: sessionCall('End the address of the calendar'),
  },
  '/account/seen/{entity}': {
    get: {
      ...sessionCall('The ids of the rows that the person has viewed'),
      parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }],
    },
    post: {
      ...sessionCall('Mark rows as viewed by the person', { ids: IDS }),
      parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }],
    },
  },
  '/account/verificationCode': {
    post: sessionCall(
      'Send a code to a mail address',
      { mail: TEXT, purpose: { enum: ['register', 'reset', 'submission'] } },
      true,
    ),
  },
  '/account/register': {
    post: sessionCall(
      'Request an account, which staff review',
      {
        userCde: TEXT,
        userName: TEXT,
        password: TEXT,
        phone: TEXT,
        mail: TEXT,
        mailCode: TEXT,
        companyName: TEXT,
        unifiedSocialCreditNo: TEXT,
      },
      true,
    ),
  },
  '/account/resetPassword': {
    post: sessionCall('Set a new password', { mail: TEXT, mailCode: TEXT, userCde: TEXT, newPassword: TEXT }, true),
  },
  '/account/companySubmission/file': {
    post: {
      ...sessionCall('Upload a scan for a submission', {}, true),
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', format: 'binary' }, mail: TEXT, mailCode: TEXT },
            },
          },
        },
      },
    },
  },
  '/account/companySubmission': {
    post: sessionCall(
      'Submit a company’s information, once, for review',
      {
        mail: TEXT,
        mailCode: TEXT,
        companyName: TEXT,
        unifiedSocialCreditNo: TEXT,
        abbreviation: TEXT,
        address: TEXT,
        phone: TEXT,
        fax: TEXT,
        businessLicence: IDS,
        invoiceInfo: IDS,
      },
      true,
    ),
  },
  '/resource/authorization/refreshToken': { post: sessionCall('Renew the token: the old one becomes invalid') },
  '/resource/authorization/validateTokenWithKeycloak': { get: sessionCall('Role and permissions') },
  '/resource/authorization/permissions': {
    get: sessionCall('Areas, entities and actions that a role can have rights to; for users who may read roles'),
  },
  '/resource/authorization/searchMsRoleMenuVoByUser': { post: sessionCall('The menu') },
};
