import { envelope, type Json, json, TEXT } from './json.ts';

const plain = (summary: string, properties: Json = {}, open = false): Json => ({
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
  '/account/login': { post: plain('Log in', { username: TEXT, password: TEXT }, true) },
  '/account/loginOptions': {
    get: plain('Whether there is single sign-on beside names and passwords', undefined, true),
  },
  '/account/logout': { get: plain('Log out: the token is dead from now on') },
  '/account/getUserInfo': { post: plain('The person logged in') },
  '/account/changePassword': {
    post: plain('Change the password: all tokens of the person are dead from now on, and a new one is answered', {
      oldPassword: TEXT,
      newPassword: TEXT,
    }),
  },
  '/account/preferences': {
    post: plain('Keep the language and look of the screens with the person', {
      language: { enum: ['zh-CN', 'en-US'] },
      theme: { enum: ['light', 'dark', 'system'] },
    }),
  },
  '/account/seen/{entity}': {
    get: {
      ...plain('The ids of the rows that the person has looked at'),
      parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }],
    },
    post: {
      ...plain('Remember that the person has looked at rows', { ids: IDS }),
      parameters: [{ name: 'entity', in: 'path', required: true, schema: TEXT }],
    },
  },
  '/account/verificationCode': {
    post: plain(
      'Send a code to a mail address',
      { mail: TEXT, purpose: { enum: ['register', 'reset', 'submission'] } },
      true,
    ),
  },
  '/account/register': {
    post: plain(
      'Ask for an account, to be reviewed',
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
    post: plain('Set a new password', { mail: TEXT, mailCode: TEXT, userCde: TEXT, newPassword: TEXT }, true),
  },
  '/account/companySubmission/file': {
    post: {
      ...plain('Send a scan for a submission', {}, true),
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
    post: plain(
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
  '/resource/authorization/refreshToken': { post: plain('A new token, the old one dead') },
  '/resource/authorization/validateTokenWithKeycloak': { get: plain('Role and permissions') },
  '/resource/authorization/permissions': {
    get: plain('Areas, entities and actions that a role may be given rights to; for who may read roles'),
  },
  '/resource/authorization/searchMsRoleMenuVoByUser': { post: plain('The menu') },
};
