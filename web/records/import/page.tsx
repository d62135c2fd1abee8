import { useQueryClient } from '@tanstack/react-query';
import { App, Steps } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '../../fields/language.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { useEntity } from '../model.ts';
import type { Edits, Preview, Report } from './contract.ts';
import { writeRows } from './calls.ts';
import { CheckStep, type Consent } from './checkStep.tsx';
import { DoneStep } from './doneStep.tsx';
import { FileStep } from './fileStep.tsx';
import { type Decisions, forNextFile, isAlike, mappingOf, proposed } from './mapping.ts';
import { MappingStep } from './mappingStep.tsx';
import { PageTitle } from '../../shell/pageTitle.tsx';
import './import.css';

/** A file, its preview by the server, and the decisions about its columns. */
interface Chosen {
  file: File;
  preview: Preview;
  decisions: Decisions;
  asBefore: boolean;
}

/** The current step with the results of the previous ones. */
type Stage =
  { step: 'file' } | ({ step: 'mapping' } & Chosen) | ({ step: 'check' } & Chosen) | { step: 'done'; report: Report };

const STEPS = ['file', 'mapping', 'check', 'done'] as const;

/** The import wizard: choose a file, map its headings, check and correct its rows, write all or none. */
export function ImportPage({ entity: name }: { entity: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { notification } = App.useApp();
  const { failed } = useFeedback();
  const client = useQueryClient();
  const { entity } = useEntity(name);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const [stage, setStage] = useState<Stage>({ step: 'file' });
  const [before, setBefore] = useState<Decisions>();
  const place = `/${entity.area}/${name}`;
  const title = t('import.title', { entity: label(entity.label) });

  /**
   * Writes the rows. It continues when the reader leaves the page; the result is then a notification.
   *
   * @throws ApiError after it was reported
   */
  async function write(
    { file, preview, decisions }: Chosen,
    edits: Edits,
    consent: Consent,
    onProgress: (share: number) => void,
  ): Promise<void> {
    try {
      const report = await writeRows(name, { file, mapping: mappingOf(decisions), edits, ...consent }, onProgress);
      await client.invalidateQueries();
      if (!here.current)
        notification.success({
          message: title,
          description: t('import.written', { count: report.created + report.updated }),
        });
      setBefore(forNextFile(decisions, preview.rows));
      setStage({ step: 'done', report });
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  return (
    <div className="page import-page">
      <PageTitle of={title} />
      <div className="page-header">
        <h1>{title}</h1>
        <span className="spacer" />
        <Link to={place}>{t('import.backToList')}</Link>
      </div>
      <Steps
        size="small"
        current={STEPS.indexOf(stage.step)}
        items={STEPS.map((step) => ({ title: t(`import.step.${step}`) }))}
      />
      {stage.step === 'file' ? (
        <FileStep
          entity={entity}
          onRead={(file, preview) =>
            setStage({
              step: 'mapping',
              file,
              preview,
              decisions: proposed(preview, before),
              asBefore: before !== undefined && isAlike(preview, before),
            })
          }
        />
      ) : null}
      {stage.step === 'mapping' ? (
        <MappingStep
          entity={entity}
          file={stage.file}
          preview={stage.preview}
          decisions={stage.decisions}
          onChange={(decisions) => setStage({ ...stage, decisions })}
          asBefore={stage.asBefore}
          onBack={() => {
            setBefore(stage.decisions);
            setStage({ step: 'file' });
          }}
          onNext={() => setStage({ ...stage, step: 'check' })}
        />
      ) : null}
      {stage.step === 'check' ? (
        <CheckStep
          entity={entity}
          file={stage.file}
          headings={stage.preview.headings}
          mapping={mappingOf(stage.decisions)}
          onBack={() => setStage({ ...stage, step: 'mapping' })}
          onWrite={(edits, consent, onProgress) => write(stage, edits, consent, onProgress)}
        />
      ) : null}
      {stage.step === 'done' ? (
        <DoneStep report={stage.report} place={place} onAgain={() => setStage({ step: 'file' })} />
      ) : null}
    </div>
  );
}
