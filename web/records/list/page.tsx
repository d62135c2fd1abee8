import { Pagination } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { BulkBar } from './bulkBar.tsx';
import { ListHeader } from './header.tsx';
import { type ListModel, useListModel } from './listModel.ts';
import { SearchForm } from './searchForm.tsx';
import { PAGE_SIZES } from './state.ts';
import { ListTable } from './table.tsx';
import './list.css';

/** Loaded when the user first adds or edits a record. */
const FormModal = lazyChunk(async () => (await import('../form/modal.tsx')).FormModal);

/** The generated list of an entity. */
export function ListPage({ entity: name }: { entity: string }): ReactNode {
  const model = useListModel(name);
  const { entity, state, change, preferences, prefer, list, selected, setSelected, bulk } = model;
  return (
    <div className="page list-page">
      <ListHeader model={model} />
      <SearchForm
        entity={entity}
        filters={state.filters}
        onSearch={(filters) => change({ filters })}
        unfolded={preferences.unfolded}
        onFold={(unfolded) => prefer({ unfolded })}
      />
      {selected.length > 0 ? (
        <BulkBar entity={entity} selected={selected} bulk={bulk} onClear={() => setSelected([])} />
      ) : null}
      {list.error ? <ErrorAlert error={list.error} onRetry={list.refresh} /> : null}
      <ListTable model={model} />
      <Pages model={model} />
      <Editor model={model} />
    </div>
  );
}

function Pages({ model: { state, change, prefer, canLoad, list } }: { model: ListModel }): ReactNode {
  return (
    <Pagination
      className="list-pages"
      size="small"
      align="end"
      current={state.page}
      pageSize={state.pageSize}
      total={canLoad ? list.total : 0}
      showSizeChanger
      pageSizeOptions={[...PAGE_SIZES]}
      onChange={(page, pageSize) => {
        if (pageSize !== state.pageSize) prefer({ pageSize });
        change({ page: pageSize === state.pageSize ? page : 1, pageSize });
      }}
    />
  );
}

/** The form in a modal, while one is open. */
function Editor({ model: { entity, editor } }: { model: ListModel }): ReactNode {
  if (!editor.editing) return null;
  return (
    <FailureBoundary dialog onRetry={editor.close}>
      <Suspense fallback={null}>
        <FormModal entity={entity.name} id={editor.editing.id} onSaved={editor.close} onClose={editor.close} />
      </Suspense>
    </FailureBoundary>
  );
}
