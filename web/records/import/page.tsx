import { useQueryClient } from '@tanstack/react-query';
import { App, Steps } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { PageTitle } from '../../shell/pageTitle.tsx';
import { useEntity } from '../model.ts';
import { writeRows } from './calls.ts';
import { CheckStep, type Consent } from './checkStep.tsx';
import type { Edits, Preview, Report } from './contract.ts';
import { DoneStep } from './doneStep.tsx';
import { FileStep } from './fileStep.tsx';
import { type ImportInto, useImportInto } from './importInto.ts';
import './import.css';
import {
  type Decisions,
  forNextFile,
  hasSameColumns,
  mappingOf,
  needsNoMapping,
  proposedDecisions,
} from './mapping.ts';
import { MappingStep } from './mappingStep.tsx';

/** A file, its preview by the server, and the decisions about its columns. */
interface ChosenFile {
  file: File;
  preview: Preview;
  decisions: Decisions;
  /** the decisions were made for an earlier file with the same columns */
  isReused: boolean;
}

/** The current step with the results of the previous ones. */
type Stage =
  | { step: 'file' }
  | ({ step: 'mapping' } & ChosenFile)
  | ({ step: 'check' } & ChosenFile)
  | { step: 'done'; report: Report };

const STEPS = ['file', 'mapping', 'check', 'done'] as const;

/** The import wizard: choose a file, map its headings, check and correct its rows, write all or none. */
export function ImportPage({ entity: name }: { entity: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(name);
  const into = useImportInto(entity);
  const wizard = useWizard(entity, into);
  const title = t('import.title', { entity: label(entity.label) });
  const back = backLink(entity, into, t);
  return (
    <div className="page import-page">
      <PageTitle of={into?.title === undefined ? title : `${into.title} · ${title}`} />
      <div className="page-header">
        <h1>{title}</h1>
        {into?.title !== undefined && <span className="meta">{t('import.into', { title: into.title })}</span>}
        <span className="spacer" />
        <Link to={back.to}>{back.text}</Link>
      </div>
      <Steps
        size="small"
        current={STEPS.indexOf(wizard.stage.step)}
        items={STEPS.map((step) => ({ title: t(`import.step.${step}`) }))}
      />
      <CurrentStep entity={entity} into={into} wizard={wizard} back={back} />
    </div>
  );
}

/** The reference of all rows to the record into which they are imported. */
const parentOf = (into: ImportInto | undefined): Record<string, string> => (into ? { [into.field]: into.value } : {});

/** A link that leads away from the import. */
interface BackLink {
  to: string;
  text: string;
}

/** The link back to the record into which rows are imported, otherwise to the list. */
const backLink = ({ area, name }: Entity, into: ImportInto | undefined, t: TFunction): BackLink =>
  into?.path === undefined
    ? { to: `/${area}/${name}`, text: t('import.backToList') }
    : { to: into.path, text: t('import.backTo', { title: into.title }) };

type Wizard = ReturnType<typeof useWizard>;

/** The current step, and the functions that lead from one step to the next. */
function useWizard(entity: Entity, into: ImportInto | undefined) {
  const [stage, setStage] = useState<Stage>({ step: 'file' });
  const [earlier, setEarlier] = useState<Decisions>();
  const write = useWrite(entity, into);
  return {
    stage,
    setStage,
    /** goes to the mapping of a file that was read, or to the check if its columns are known */
    map: (file: File, preview: Preview): void => {
      const decisions = proposedDecisions(preview, { before: earlier, preset: parentOf(into) });
      const isReused = earlier !== undefined && hasSameColumns(preview, earlier);
      const step = needsNoMapping(entity, file, decisions) ? 'check' : 'mapping';
      setStage({ step, file, preview, decisions, isReused });
    },
    /** goes back to the choice of a file and keeps the decisions for it */
    chooseOtherFile: (decisions: Decisions): void => {
      setEarlier(decisions);
      setStage({ step: 'file' });
    },
    /** writes the rows and goes to the last step. @throws ApiError after it was reported */
    write: async (chosen: ChosenFile, ...input: WriteInput): Promise<void> => {
      const report = await write(chosen, ...input);
      setEarlier(forNextFile(chosen.decisions, chosen.preview.rows));
      setStage({ step: 'done', report });
    },
  };
}

type WriteInput = [edits: Edits, consent: Consent, onProgress: (share: number) => void];

/**
 * Returns a function that writes the rows of a file. Writing continues when the user leaves the page; the result is
 * then shown as a notification. The function throws an ApiError after it was reported.
 */
function useWrite(
  entity: Entity,
  into: ImportInto | undefined,
): (chosen: ChosenFile, ...input: WriteInput) => Promise<Report> {
  const { t } = useTranslation();
  const label = useLabel();
  const { notification } = App.useApp();
  const { failed } = useFeedback();
  const client = useQueryClient();
  const isMounted = useIsMounted();
  return async ({ file, decisions }, edits, consent, onProgress) => {
    try {
      const input = { file, mapping: mappingOf(decisions, parentOf(into)), edits, ...consent };
      const report = await writeRows(entity.name, input, onProgress);
      await client.invalidateQueries();
      if (!isMounted.current)
        notification.success({
          message: t('import.title', { entity: label(entity.label) }),
          description: t('import.written', { count: report.created + report.updated }),
        });
      return report;
    } catch (error) {
      failed(error);
      throw error;
    }
  };
}

function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

interface CurrentStepProps {
  entity: Entity;
  into: ImportInto | undefined;
  wizard: Wizard;
  back: BackLink;
}

function CurrentStep({ entity, into, wizard, back }: CurrentStepProps): ReactNode {
  const { stage, setStage } = wizard;
  switch (stage.step) {
    case 'file':
      return <FileStep entity={entity} onRead={wizard.map} />;
    case 'mapping':
      return (
        <MappingStep
          entity={entity}
          file={stage.file}
          preview={stage.preview}
          decisions={stage.decisions}
          isReused={stage.isReused}
          onChange={(decisions) => setStage({ ...stage, decisions })}
          onBack={() => wizard.chooseOtherFile(stage.decisions)}
          onNext={() => setStage({ ...stage, step: 'check' })}
        />
      );
    case 'check':
      return (
        <CheckStep
          entity={entity}
          file={stage.file}
          headings={stage.preview.headings}
          mapping={mappingOf(stage.decisions, parentOf(into))}
          onBack={() => setStage({ ...stage, step: 'mapping' })}
          onWrite={(...input) => wizard.write(stage, ...input)}
        />
      );
    case 'done':
      return <DoneStep report={stage.report} back={back} onAgain={() => setStage({ step: 'file' })} />;
  }
}
