import { CanAccess } from '@refinedev/core';
import { EllipsisOutlined, ImportOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/transfer.ts';
import { useLabel } from '../../fields/language.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { PageHeading } from '../../shell/pageTitle.tsx';
import { useListExtra } from '../extras.ts';
import { ListOperations } from '../operations/listOperations.tsx';
import { ColumnChooser } from './columnChooser.tsx';
import { ExportMenu } from './exportMenu.tsx';
import type { ListModel } from './listModel.ts';
import { sortText } from './state.ts';
import { SavedViews } from './views.tsx';

/**
 * Maximum number of presets on the first line. More presets get their own line, so that the buttons stay on the first.
 */
const MAX_PRESETS_BESIDE = 3;

const PresetChoice = lazyChunk(async () => (await import('./presetChoice.tsx')).PresetChoice);

/** Title, number of rows, presets and buttons of a list. */
export function ListHeader({ model }: { model: ListModel }): ReactNode {
  const { entity, state, change } = model;
  const presets = entity.list.presets ?? [];
  const chooser =
    presets.length === 0 ? null : (
      <Suspense fallback={null}>
        <PresetChoice presets={presets} chosen={state.preset} onChoose={(id) => change({ preset: id })} />
      </Suspense>
    );
  const isBeside = presets.length <= MAX_PRESETS_BESIDE;
  return (
    <>
      <div className="page-header">
        <PageHeading of={entity.label} heading={entity.list.heading} />
        <Total model={model} />
        {isBeside ? chooser : null}
        <span className="spacer" />
        <RecordButtons model={model} />
        <ViewButtons model={model} />
        {model.startImport ? <TemplateMenu model={model} /> : null}
      </div>
      {isBeside ? null : <div className="list-presets">{chooser}</div>}
    </>
  );
}

function Total({ model: { canLoad, list } }: { model: ListModel }): ReactNode {
  const { t } = useTranslation();
  if (!canLoad || list.isFirstLoad || list.error) return null;
  const text = list.totalIsPending ? 'list.counting' : list.totalIsEstimate ? 'list.aboutTotal' : 'list.total';
  return (
    <span className="meta" aria-live="polite">
      {t(text, { count: list.total })}
    </span>
  );
}

/** Buttons that add, import, export or process records. */
function RecordButtons({ model }: { model: ListModel }): ReactNode {
  const { t } = useTranslation();
  const { entity, shown, where, state, canLoad, list, add, startImport } = model;
  const ListExtra = useListExtra(entity.name);
  return (
    <>
      {add ? (
        <Button type="primary" icon={<PlusOutlined />} onClick={add}>
          {t('list.add')}
        </Button>
      ) : null}
      {startImport ? (
        <Button icon={<ImportOutlined />} onClick={startImport}>
          {t('list.import')}
        </Button>
      ) : null}
      <ListOperations entity={entity} />
      <CanAccess resource={entity.name} action="export">
        <ExportMenu entity={entity} shown={shown} where={where} sort={sortText(state.sort)} disabled={!canLoad} />
      </CanAccess>
      {ListExtra ? (
        <Suspense fallback={null}>
          <ListExtra rows={list.rows} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Saved views, columns and refresh. */
function ViewButtons({ model: { entity, shown, prefer, canLoad, list } }: { model: ListModel }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <SavedViews entity={entity.name} />
      <ColumnChooser
        entity={entity}
        shown={shown}
        onChange={(chosen) => prefer({ columns: chosen })}
        onReset={() => prefer({ columns: null, widths: null })}
      />
      <Button
        icon={<ReloadOutlined />}
        title={t('list.refresh')}
        aria-label={t('list.refresh')}
        disabled={!canLoad}
        onClick={list.refresh}
      />
    </>
  );
}

/** Downloads of empty files to fill in and import. */
function TemplateMenu({ model: { entity } }: { model: ListModel }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const template = `/api/${entity.name}/template`;
  const items = [
    { key: 'template', label: t('list.template'), onClick: () => void download(template) },
    ...(entity.import?.layouts ?? []).map((layout) => ({
      key: layout.id,
      label: t('list.layoutTemplate', { layout: label(layout.label) }),
      onClick: () => void download(`${template}?layout=${layout.id}`),
    })),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<EllipsisOutlined />} title={t('list.more')} aria-label={t('list.more')} />
    </Dropdown>
  );
}
