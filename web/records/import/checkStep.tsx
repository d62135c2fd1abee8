import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { ApiError } from '../../api/error.ts';
import { download } from '../../api/transfer.ts';
import { errorText } from '../../shell/errorText.ts';
import { useOnPageClose } from '../../shell/keep/page.ts';
import { checkRows } from './calls.ts';
import { ConflictList } from './conflictList.tsx';
import { areOnlyWarnings, type Edits, type Mapping, type Report, summarised, WITHOUT_CONSENT } from './contract.ts';
import { ProblemTable } from './problemTable.tsx';
import { keyText } from './mapping.ts';
import { OverwriteConsent } from './overwriteConsent.tsx';
import { Waiting } from './waiting.tsx';

/** What the reader agreed to: rules of level warning, and records changed by rows without a record version. */
export interface Consent {
  acceptWarnings: boolean;
  overwrite: boolean;
}

interface Props {
  entity: Entity;
  file: File;
  headings: string[];
  mapping: Mapping;
  onBack: () => void;
  /** settles when all rows are written; rejects, and has told why, when none is */
  onWrite: (edits: Edits, consent: Consent, onProgress: (share: number) => void) => Promise<void>;
}

/** One object, so that the checked and the current corrections can be compared by identity. */
const NO_EDITS: Edits = {};

/** Checks every row, shows the problems with inputs to correct them, then writes. */
export function CheckStep({ entity, file, headings, mapping, onBack, onWrite }: Props): ReactNode {
  const { t } = useTranslation();
  const [edits, setEdits] = useState(NO_EDITS);
  const [checked, setChecked] = useState<Edits>(edits);
  const [report, setReport] = useState<Report>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState<{ share: number; writing: boolean }>();

  const [accepting, setAccepting] = useState(false);
  const [overwrite, setOverwrite] = useState(false);

  const check = useCallback(
    (wanted: Edits, signal: AbortSignal, acceptWarnings = false) => {
      setBusy({ share: 0, writing: false });
      setFailure(undefined);
      setChecked(wanted);
      setAccepting(acceptWarnings);
      setOverwrite(false);
      checkRows(
        entity.name,
        { file, mapping, edits: wanted, acceptWarnings },
        (share) => setBusy({ share, writing: false }),
        signal,
      )
        .then(setReport, (error: unknown) => signal.aborted || setFailure(error))
        .finally(() => signal.aborted || setBusy(undefined));
    },
    [entity.name, file, mapping],
  );

  // The mapping does not change while this step is shown: it is made anew when the reader comes back to it.
  const [first] = useState(() => check);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    if (running.current) return;
    running.current = new AbortController();
    first(NO_EDITS, running.current.signal);
  }, [first]);
  useOnPageClose(() => {
    running.current?.abort();
    running.current = undefined;
  });

  async function write(acceptWarnings: boolean): Promise<void> {
    setBusy({ share: 0, writing: true });
    try {
      await onWrite(checked, { acceptWarnings, overwrite }, (share) => setBusy({ share, writing: true }));
    } catch (error) {
      // Rows that were right when they were checked can be wrong now: somebody else wrote in between.
      if (error instanceof ApiError && error.key === WITHOUT_CONSENT) {
        check(checked, new AbortController().signal, acceptWarnings);
        return;
      }
      const now = error instanceof ApiError ? (error.result as Report | null) : null;
      if (now) setReport(now);
      setBusy(undefined);
    }
  }

  if (busy) return <Waiting share={busy.share} after={t(busy.writing ? 'import.writing' : 'import.checking')} />;
  const changed = edits !== checked;
  const clean = report !== undefined && report.errorCount === 0;
  const writes = report === undefined ? 0 : report.created + report.updated;
  const onlyWarnings = report !== undefined && !clean && areOnlyWarnings(report);
  const onlyConflicts = report !== undefined && !clean && report.conflictCount === report.errorCount;
  const needsConsent = report !== undefined && !changed && (clean || onlyWarnings) && report.overwrites > 0;
  const unasked = needsConsent && !overwrite;
  return (
    <div className="import-check">
      {failure === undefined ? null : <Alert type="error" showIcon message={errorText(failure, t)} />}
      {report ? (
        <>
          <dl className="import-counts">
            <Count label={t('import.rows')} value={report.rows} />
            <Count label={t('import.toCreate')} value={report.created} />
            <Count label={t('import.toUpdate')} value={report.updated} />
            <Count
              label={t(onlyWarnings ? 'import.warnings' : 'import.errors')}
              value={report.errorCount - report.conflictCount}
              alarming={!onlyWarnings}
            />
            {report.conflictCount > 0 ? (
              <Count label={t('import.conflicts')} value={report.conflictCount} alarming />
            ) : null}
          </dl>
          {clean && needsConsent ? null : clean ? (
            <Alert
              type={writes > 0 ? 'success' : 'info'}
              showIcon
              message={t(writes > 0 ? 'import.clean' : report.rows > 0 ? 'import.unchanged' : 'import.noRow', {
                count: report.rows,
              })}
            />
          ) : (
            <>
              {onlyWarnings ? (
                <Alert type="warning" showIcon message={t('import.onlyWarnings')} />
              ) : (
                <p className="meta">{t(onlyConflicts ? 'import.conflictHint' : 'import.mendHint')}</p>
              )}
              {summarised(report) < report.errorCount ? (
                <Alert type="info" showIcon message={t('import.firstErrors', { count: summarised(report) })} />
              ) : null}
              {report.conflictCount > 0 ? (
                <ConflictList
                  entity={entity}
                  conflicts={report.conflicts}
                  count={report.conflictCount}
                  edits={edits}
                  onChange={setEdits}
                  keyOf={(row) => keyText(entity, mapping, headings, report.cells[row], row)}
                />
              ) : null}
              {report.summary.length > 0 ? (
                <ProblemTable
                  entity={entity}
                  summary={report.summary}
                  headings={headings}
                  cells={report.cells}
                  edits={edits}
                  onChange={setEdits}
                />
              ) : null}
            </>
          )}
          {needsConsent ? <OverwriteConsent report={report} checked={overwrite} onChange={setOverwrite} /> : null}
        </>
      ) : null}
      <footer>
        <Button onClick={onBack}>{t('import.backToMapping')}</Button>
        {report?.errorFile ? (
          <Button icon={<DownloadOutlined />} onClick={() => void download(report.errorFile!)}>
            {t(onlyConflicts ? 'import.conflictFile' : 'import.errorFile')}
          </Button>
        ) : null}
        {onlyWarnings && !changed ? (
          <Button disabled={unasked} onClick={() => void write(true)}>
            {t('import.writeAnyway', { count: report.rows })}
          </Button>
        ) : null}
        {clean && !changed ? (
          <Button type="primary" disabled={writes === 0 || unasked} onClick={() => void write(accepting)}>
            {writes === 0 ? t('import.nothingToWrite') : t('import.write', { count: writes })}
          </Button>
        ) : (
          <Button type="primary" onClick={() => check(edits, new AbortController().signal)}>
            {t('import.checkAgain')}
          </Button>
        )}
      </footer>
    </div>
  );
}

function Count({ label, value, alarming = false }: { label: string; value: number; alarming?: boolean }): ReactNode {
  const { i18n } = useTranslation();
  return (
    <div data-alarming={alarming && value > 0}>
      <dt>{label}</dt>
      <dd>{new Intl.NumberFormat(i18n.language).format(value)}</dd>
    </div>
  );
}
