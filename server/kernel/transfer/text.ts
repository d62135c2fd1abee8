import english from '../../../locales/en-US/messages.json' with { type: 'json' };
import chinese from '../../../locales/zh-CN/messages.json' with { type: 'json' };
import type { Label } from '../../../generator/model/types.ts';

/** A key of `locales/<language>/messages.json` about spreadsheets. */
export type UploadKey = Extract<keyof typeof english & keyof typeof chinese, `MSG_upload_${string}`>;
export type Language = keyof Label;

/** The text of `key` with its `{{placeholders}}` filled. */
export function uploadText(key: UploadKey, language: Language, params: Record<string, string | number> = {}): string {
  const template = (language === 'en' ? english : chinese)[key];
  return template.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}
