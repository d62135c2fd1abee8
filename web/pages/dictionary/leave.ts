import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useAskToLeave } from '../../entity/form/guard.tsx';

/** While there are unsaved changes, going elsewhere (another list included) or closing the tab asks first. */
export function useKeepUnsaved(unsaved: boolean): void {
  const ask = useAskToLeave();
  const blocker = useBlocker(unsaved);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [ask, blocker]);
  useEffect(() => {
    if (!unsaved) return undefined;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [unsaved]);
}
