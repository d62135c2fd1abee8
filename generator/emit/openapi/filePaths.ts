import { envelope, type Json, json, query, REFUSED, TEXT } from './json.ts';

const STORED_FILE: Json = {
  type: 'object',
  properties: {
    id: TEXT,
    name: TEXT,
    type: TEXT,
    size: { type: 'integer' },
    hash: { type: 'string', description: 'sha-256' },
    scan: {
      type: 'string',
      enum: ['unscanned', 'waiting', 'clean', 'infected'],
      description: 'result of the virus scan',
    },
  },
};

/** Calls of files. */
export const FILES: Json = {
  '/api/files': {
    post: {
      tags: ['files'],
      summary:
        'Upload a file: png, jpg, pdf, doc or docx of at most 7.5 MiB. It belongs to the uploader until a row refers to it by its id',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
          },
        },
      },
      responses: { 201: { description: 'Done', content: json(envelope(STORED_FILE)) }, ...REFUSED },
    },
    get: {
      tags: ['files'],
      summary: 'Names, types and sizes of those files that the caller may read',
      parameters: [query('id', { type: 'string', description: 'ids, separated by commas; at most 200' })],
      responses: {
        200: { description: 'Done', content: json(envelope({ type: 'array', items: STORED_FILE })) },
        ...REFUSED,
      },
    },
  },
  '/api/files/{id}': {
    get: {
      tags: ['files'],
      summary: 'Download a file',
      parameters: [
        { $ref: '#/components/parameters/id' },
        query('preview', { type: 'boolean', description: 'true: a picture or PDF to be shown in place' }),
      ],
      responses: {
        200: { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
        ...REFUSED,
      },
    },
  },
};
