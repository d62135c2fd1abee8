import { ATTACHMENT } from '../../../generator/language/attachment.ts';

/** Extensions of files that can be uploaded, as `accept` of an input lists them. */
export const ACCEPT = ATTACHMENT.extensions.map((extension) => `.${extension}`).join(',');
