import { useNavigate } from 'react-router';
import type { CreatedRecord } from './outcome.ts';
import { useModel } from '../model.ts';

/** Returns a function that opens the page of a record that an operation created, if the user may see it. */
export function useOpenCreated(): (created: CreatedRecord | undefined) => Promise<void> {
  const navigate = useNavigate();
  const model = useModel();
  return async (created) => {
    const target = model.find(({ name }) => name === created?.entity);
    if (created && target) await navigate(`/${target.area}/${target.name}/${created.id}`);
  };
}
