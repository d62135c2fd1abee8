import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Draft } from './draft.ts';
import type { FormProblem } from './problem.ts';

/** The draft that the fields of a form read and write. */
export const DraftContext = createContext<Draft | undefined>(undefined);

/** The draft of the form around the component. @throws Error outside a form */
export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('A form field was rendered outside a form');
  return draft;
}

/** A field's value; the component renders again only when it changes. */
export const useFieldValue = (draft: Draft, name: string): unknown =>
  useSyncExternalStore(draft.subscribe, () => draft.value(name));

/** Renders the component again when one of several values changes. */
export const useFieldValues = (draft: Draft, names: readonly string[]): string =>
  useSyncExternalStore(draft.subscribe, () => JSON.stringify(names.map((name) => draft.value(name) ?? null)));

/** The problems shown at a field. */
export const useFieldProblems = (draft: Draft, name: string): readonly FormProblem[] =>
  useSyncExternalStore(draft.subscribe, () => draft.problems(name));

/** Whether a field that `x-form.show` names is shown now. */
export const useFieldShown = (draft: Draft, name: string): boolean =>
  useSyncExternalStore(draft.subscribe, () => draft.isShown(name));

/** Whether the draft has unsaved changes. */
export const useDirty = (draft: Draft): boolean => useSyncExternalStore(draft.subscribe, () => draft.isDirty());
