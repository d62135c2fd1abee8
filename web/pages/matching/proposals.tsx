import { useQuery } from '@tanstack/react-query';
import { Alert, Empty, Skeleton, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isZero } from '../../../generator/language/figures.ts';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import { useLabel } from '../../fields/language.ts';
import { useModel } from '../../records/model.ts';
import { errorText } from '../../shell/errorText.ts';
import { type Flow, FLOWS, type Proposal, proposalsQuery } from './source.ts';

interface Props {
  flow: Flow;
  /** index of the chosen proposal */
  chosen: number;
  isWorking: boolean;
  onChoose: (index: number) => void;
  onClaim: (proposal: Proposal) => void;
}

/** The chosen flow, and what it may pay, best first. */
export function Proposals({ flow, chosen, isWorking, onChoose, onClaim }: Props): ReactNode {
  const { t } = useTranslation();
  const { data, error } = useQuery(proposalsQuery(flow.id));
  return (
    <section className="matching-proposals" data-side="proposals" aria-labelledby="matching-flow">
      <FlowHead flow={flow} />
      {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data?.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('matching.noProposals')} />
      ) : null}
      {data && data.length > 0 ? (
        <ol aria-label={t('matching.proposals')}>
          {data.map((proposal, index) => (
            <li
              key={`${proposal.entity} ${proposal.id}`}
              {...(index === chosen && { 'aria-current': 'true' as const })}
            >
              <ProposalLine proposal={proposal} />
              <button
                type="button"
                className="matching-claim"
                data-proposal={index}
                onFocus={() => onChoose(index)}
                aria-disabled={!proposal.mayClaim || isWorking}
                title={proposal.mayClaim ? undefined : t('matching.mayNotClaim')}
                onClick={() => proposal.mayClaim && !isWorking && onClaim(proposal)}
              >
                {t('matching.claim', { amount: groupDigits(proposal.amount, 2), currency: proposal.currency })}
                {proposal.mayClaim ? null : <small>{t('matching.mayNotClaim')}</small>}
              </button>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

function FlowHead({ flow }: { flow: Flow }): ReactNode {
  const { t } = useTranslation();
  return (
    <header>
      <div>
        <h2 id="matching-flow">
          <Link to={`${FLOWS.path}/${flow.id}`}>{flow.bnkSeqNum}</Link>{' '}
          <span className="kind-aside">{flow.payerNme ?? t('matching.noParty')}</span>
        </h2>
        <strong>
          {groupDigits(flow.openAmount, 2)} {flow.origCcyCde}
        </strong>
      </div>
      <p>
        {[
          t(`matching.direction.${flow.operationType}`),
          flow.bankInDte,
          flow.compCde,
          flow.payerBnkAcctNum,
          flow.openAmount === flow.origTtlAmt
            ? null
            : t('matching.ofTotal', { amount: groupDigits(flow.origTtlAmt, 2), currency: flow.origCcyCde }),
        ]
          .filter((part) => part != null)
          .join(' · ')}
      </p>
      {flow.rmk === null ? null : <blockquote>{flow.rmk}</blockquote>}
    </header>
  );
}

/** What is proposed: record, other party, reasons and difference. */
function ProposalLine({ proposal }: { proposal: Proposal }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const model = useModel();
  const { entity, id, number, case: of, party, partyName, open, difference, currency, dueDate, reasons } = proposal;
  const shown = model.find(({ name }) => name === entity);
  return (
    <div>
      <h3>
        <Link to={`/${shown?.area ?? 'billing'}/${entity}/${id}`}>{number ?? of?.ourRef ?? id}</Link>{' '}
        <span className="kind-aside">{shown ? label(shown.label) : entity}</span>
      </h3>
      <p>
        {[
          partyName ? label(partyName) : (party ?? t('matching.noParty')),
          t('matching.open', { amount: groupDigits(open, 2), currency }),
          dueDate === null ? null : t('matching.due', { date: dueDate }),
        ]
          .filter((part) => part != null)
          .join(' · ')}
      </p>
      <ul aria-label={t('matching.reasons')}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {isZero(difference) ? null : (
        <Tag color="warning">
          {t(difference.startsWith('-') ? 'matching.flowLeft' : 'matching.lineLeft', {
            amount: groupDigits(difference.replace('-', ''), 2),
            currency,
          })}
        </Tag>
      )}
    </div>
  );
}
