import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import type { Flow } from './source.ts';

interface Props {
  flows: readonly Flow[];
  /** number of all open flows */
  total: number;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The open flows: other party, amount that is left, day and text. */
export function FlowList({ flows, total, chosen, onChoose }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <nav className="matching-flows" aria-label={t('matching.flows')}>
      <h2>
        {t('matching.flows')}{' '}
        <span className="kind-aside">
          {flows.length < total ? t('matching.someOf', { count: flows.length, total }) : total}
        </span>
      </h2>
      <ul>
        {flows.map((flow) => (
          <li key={flow.id}>
            <button
              type="button"
              data-flow={flow.id}
              {...(flow.id === chosen && { 'aria-current': 'true' as const })}
              onClick={() => onChoose(flow.id)}
            >
              <span className="matching-party">{flow.payerNme ?? t('matching.noParty')}</span>
              <span className="kind-figure">
                {groupDigits(flow.openAmount, 2)} {flow.origCcyCde}
              </span>
              <small>{flow.rmk ?? ''}</small>
              <small className="matching-when">
                {t(`matching.direction.${flow.operationType}`)} · {flow.bankInDte}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
