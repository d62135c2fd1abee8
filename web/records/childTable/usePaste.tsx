import { App } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import { applyPaste, losesCells, type PastePlan, type PasteTarget, planPaste } from './pastePlan.ts';
import { reportUnknownCodes } from './unknownCodes.ts';

/**
 * Returns a function that pastes cells. If the table has no place for some of them, it lists the ignored ones, and the
 * user decides.
 */
export function usePasteCells(): (cells: readonly string[][], target: PasteTarget) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return useCallback(
    (cells, target) => {
      const plan = planPaste(cells, target);
      const { rows, fields } = target;
      const paste = (): void => void reportUnknownCodes(rows, applyPaste(plan, rows), fields);
      if (!losesCells(plan)) return paste();
      modal.confirm({
        title: t('grid.pasteTitle'),
        maskClosable: false,
        width: 480,
        content: <Ignored plan={plan} />,
        okText: t('grid.pasteRest'),
        cancelText: t('action.cancel'),
        okButtonProps: { disabled: plan.filled.length + plan.added.length === 0 },
        onOk: paste,
      });
    },
    [modal, t],
  );
}

/** The cells that are not pasted. */
function Ignored({ plan }: { plan: PastePlan }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { unknown, closed, beyond, below } = plan;
  const list = (texts: readonly string[]): string =>
    texts.map((text) => t('grid.quoted', { text })).join(t('steps.comma'));
  return (
    <ul className="form-list">
      {unknown.length > 0 && <li>{t('grid.pasteUnknown', { headings: list(unknown) })}</li>}
      {closed.length > 0 && (
        <li>{t('grid.pasteClosed', { headings: list(closed.map((field) => label(field.label))) })}</li>
      )}
      {beyond > 0 && <li>{t('grid.pasteBeyond', { count: beyond })}</li>}
      {below > 0 && <li>{t('grid.pasteBelow', { count: below })}</li>}
    </ul>
  );
}
