import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { blockReasons, mostSpecific } from '../../../generator/language/blockReasons.ts';
import { compileEvaluator, type EntityEvaluator } from '../../../generator/language/evaluation/evaluator.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { personQuery } from '../../api/account.ts';
import { useProblemText } from '../../api/problemText.ts';
import { businessDay } from '../form/compiledRules.ts';
import { ruleUserOf } from '../form/useRules.ts';
import { type EntityRules, rulesModuleQuery } from '../model.ts';
import type { ListRow } from './columns.tsx';
import { RowButtons, type RowButtonsProps } from './rowButtons.tsx';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';

interface Props extends RowButtonsProps {
  entity: Entity;
  row: ListRow;
}

/** Returns the compiled rules of an entity, shared by all rows of a list. */
const evaluatorOf = cacheByObject((entity: Entity, related: EntityRules['related']): EntityEvaluator =>
  compileEvaluator(entity, { entities: { ...related, [entity.name]: entity } }),
);

/** Edit and delete buttons of a row, disabled and with the block reason if the row may not be edited or deleted. */
export function GatedRowButtons({ entity: { name }, row, ...buttons }: Props): ReactNode {
  const { data: rules } = useSuspenseQuery(rulesModuleQuery(useQueryClient(), name));
  const { data: person } = useQuery(personQuery);
  const text = useProblemText();
  const user = person && ruleUserOf(person);
  const subject = {
    entity: rules.entity,
    evaluator: evaluatorOf(rules.entity, rules.related),
    row,
    context: user ? { user: user.person, today: businessDay(user.timeZone) } : {},
    userCde: user?.person.userCde,
  };
  const blockReasonOf = (operation: string): string | undefined => {
    const reason = mostSpecific(blockReasons(subject, { name: operation }));
    return reason && text(reason);
  };
  return <RowButtons {...buttons} blockReasons={{ edit: blockReasonOf('edit'), delete: blockReasonOf('delete') }} />;
}
