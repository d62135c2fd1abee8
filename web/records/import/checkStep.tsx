import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useNumberText } from '../../fields/language.ts';
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

/** What the user agreed to: rows with warnings, and rows without a record version that overwrite records. */
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
  /** writes all rows or none; a refusal is reported before the promise rejects */
  onWrite: (edits: Edits, consent: Consent, onProgress: (share: number) => void) => Promise<void>;
}

/** A constant, because corrections are compared by identity. */
const NO_EDITS: Edits = {};

/** Step that checks all rows, shows their problems with inputs to correct them, and writes the rows. */
export function CheckStep(props: Props): ReactNode {
  const { t } = useTranslation();
  const model = useChecks(props);
  const { report, failure, busy } = model;
  if (busy) return <Waiting share={busy.share} after={t(busy.writing ? 'import.writing' : 'import.checking')} />;
  return (
    <div className="import-check">
      {failure === undefined ? null : <Alert type="error" showIcon message={errorText(failure, t)} />}
      {report ? <ReportView {...props} report={report} model={model} /> : null}
      <Footer model={model} onBack={props.onBack} />
    </div>
  );
}

type Checks = ReturnType<typeof useChecks>;

/** The last check of the rows: its corrections, its report or failure, and a function that starts another one. */
function useLastCheck({ entity, file, mapping }: Props) {
  const [checked, setChecked] = useState<Edits>(NO_EDITS);
  const [report, setReport] = useState<Report>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState<{ share: number; writing: boolean }>();
  const [accepting, setAccepting] = useState(false);
  const [overwrite, setOverwrite] = useState(false);

  const check = useCallback(
    (corrections: Edits, signal: AbortSignal, acceptWarnings = false) => {
      setBusy({ share: 0, writing: false });
      setFailure(undefined);
      setChecked(corrections);
      setAccepting(acceptWarnings);
      setOverwrite(false);
      checkRows(
        entity.name,
        { file, mapping, edits: corrections, acceptWarnings },
        (share) => setBusy({ share, writing: false }),
        signal,
      )
        .then(setReport, (error: unknown) => signal.aborted || setFailure(error))
        .finally(() => signal.aborted || setBusy(undefined));
    },
    [entity.name, file, mapping],
  );
  useFirstCheck(check);
  return { checked, report, setReport, failure, busy, setBusy, accepting, overwrite, setOverwrite, check };
}

/** The corrections, the report of the last check, and the functions that check and write. */
function useChecks(props: Props) {
  const [edits, setEdits] = useState(NO_EDITS);
  const { checked, setReport, setBusy, check, ...lastCheck } = useLastCheck(props);
  const { overwrite } = lastCheck;

  async function write(acceptWarnings: boolean): Promise<void> {
    setBusy({ share: 0, writing: true });
    try {
      await props.onWrite(checked, { acceptWarnings, overwrite }, (share) => setBusy({ share, writing: true }));
    } catch (error) {
      // Rows that were valid at the check can be invalid now, after another person's change.
      if (error instanceof ApiError && error.key === WITHOUT_CONSENT) {
        check(checked, new AbortController().signal, acceptWarnings);
        return;
      }
      const current = error instanceof ApiError ? (error.result as Report | null) : null;
      if (current) setReport(current);
      setBusy(undefined);
    }
  }

  return {
    ...lastCheck,
    edits,
    setEdits,
    /** corrections were made since the last check */
    isChanged: edits !== checked,
    checkAgain: () => check(edits, new AbortController().signal),
    write,
  };
}

/** Checks once when the step opens, and cancels that check when the page closes. */
function useFirstCheck(check: (edits: Edits, signal: AbortSignal) => void): void {
  // The mapping does not change while this step is open: the step mounts again after a change.
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
}

/** Properties of a report that decide what can be done next. */
function outcomeOf(report: Report) {
  const isClean = report.errorCount === 0;
  const onlyWarnings = !isClean && areOnlyWarnings(report);
  return {
    isClean,
    onlyWarnings,
    onlyConflicts: !isClean && report.conflictCount === report.errorCount,
    /** the number of rows to write */
    writes: report.created + report.updated,
    overwrites: (isClean || onlyWarnings) && report.overwrites > 0,
  };
}

interface ReportProps extends Props {
  report: Report;
  model: Checks;
}

function ReportView(props: ReportProps): ReactNode {
  const { report, model } = props;
  const { isClean, overwrites } = outcomeOf(report);
  const needsConsent = overwrites && !model.isChanged;
  return (
    <>
      <Counts report={report} />
      {isClean ? needsConsent ? null : <CleanAlert report={report} /> : <Problems {...props} />}
      {needsConsent ? (
        <OverwriteConsent report={report} checked={model.overwrite} onChange={model.setOverwrite} />
      ) : null}
    </>
  );
}

function Counts({ report }: { report: Report }): ReactNode {
  const { t } = useTranslation();
  const { onlyWarnings } = outcomeOf(report);
  return (
    <dl className="import-counts">
      <Count label={t('import.rows')} value={report.rows} />
      <Count label={t('import.toCreate')} value={report.created} />
      <Count label={t('import.toUpdate')} value={report.updated} />
      <Count
        label={t(onlyWarnings ? 'import.warnings' : 'import.errors')}
        value={report.errorCount - report.conflictCount}
        alarming={!onlyWarnings}
      />
      {report.conflictCount > 0 ? <Count label={t('import.conflicts')} value={report.conflictCount} alarming /> : null}
    </dl>
  );
}

function CleanAlert({ report }: { report: Report }): ReactNode {
  const { t } = useTranslation();
  const { writes } = outcomeOf(report);
  return (
    <Alert
      type={writes > 0 ? 'success' : 'info'}
      showIcon
      message={t(writes > 0 ? 'import.clean' : report.rows > 0 ? 'import.unchanged' : 'import.noRow', {
        count: report.rows,
      })}
    />
  );
}

/** The conflicts and problems of a report, with inputs to correct them. */
function Problems({ entity, mapping, headings, report, model: { edits, setEdits } }: ReportProps): ReactNode {
  const { t } = useTranslation();
  const { onlyWarnings, onlyConflicts } = outcomeOf(report);
  return (
    <>
      {onlyWarnings ? (
        <Alert type="warning" showIcon message={t('import.onlyWarnings')} />
      ) : (
        <p className="meta">{t(onlyConflicts ? 'import.conflictHint' : 'import.fixHint')}</p>
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
          keyOf={(row) => keyText({ entity, mapping, headings }, report.cells[row], row)}
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
  );
}

function Footer({ model, onBack }: { model: Checks; onBack: () => void }): ReactNode {
  const { t } = useTranslation();
  const { report, isChanged, accepting, overwrite, checkAgain, write } = model;
  const outcome = report && outcomeOf(report);
  const lacksConsent = outcome?.overwrites === true && !isChanged && !overwrite;
  return (
    <footer>
      <Button onClick={onBack}>{t('import.backToMapping')}</Button>
      {report?.errorFile ? (
        <Button icon={<DownloadOutlined />} onClick={() => void download(report.errorFile!)}>
          {t(outcome?.onlyConflicts ? 'import.conflictFile' : 'import.errorFile')}
        </Button>
      ) : null}
      {outcome?.onlyWarnings && !isChanged ? (
        <Button disabled={lacksConsent} onClick={() => void write(true)}>
          {t('import.writeAnyway', { count: report!.rows })}
        </Button>
      ) : null}
      {outcome?.isClean && !isChanged ? (
        <Button type="primary" disabled={outcome.writes === 0 || lacksConsent} onClick={() => void write(accepting)}>
          {outcome.writes === 0 ? t('import.nothingToWrite') : t('import.write', { count: outcome.writes })}
        </Button>
      ) : (
        <Button type="primary" onClick={checkAgain}>
          {t('import.checkAgain')}
        </Button>
      )}
    </footer>
  );
}

function Count({ label, value, alarming = false }: { label: string; value: number; alarming?: boolean }): ReactNode {
  const numberText = useNumberText();
  return (
    <div data-alarming={alarming && value > 0}>
      <dt>{label}</dt>
      <dd>{numberText(value)}</dd>
    </div>
  );
}
