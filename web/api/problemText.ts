import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../generator/language/message.ts';
import type { Label } from '../../generator/model/field.ts';
import type { Language } from './language.ts';

/**
 * A problem to describe: by `message` (the rule's own text or the server's), else by the text of `key` with `params`.
 */
export interface DescribedProblem {
  key: string;
  params: Record<string, unknown>;
  message?: Label | string;
}

type Templates = Record<string, string>;

/** Texts of the rules' keys; fetched only to describe a problem that the browser found. */
const TEMPLATES: Record<Language, () => Promise<Templates>> = {
  'en-US': async () => (await import('../../locales/en-US/messages.json')).default as Templates,
  'zh-CN': async () => (await import('../../locales/zh-CN/messages.json')).default as Templates,
};

const templatesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['messages', language],
    queryFn: () => TEMPLATES[language](),
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Returns a function that describes a problem in the user's language. */
export function useProblemText(): (problem: DescribedProblem) => string {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  const { data: templates } = useSuspenseQuery(templatesQuery(language));
  return useCallback(
    ({ message, ...problem }: DescribedProblem) =>
      typeof message === 'string'
        ? message
        : messageOf({ ...problem, ...(message && { message }) }, templates, language),
    [templates, language],
  );
}
