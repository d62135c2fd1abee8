import type { ReactNode } from 'react';
import type { OperationDialogProps } from './dialogProps.ts';
import { DialogFrame } from './dialogFrame.tsx';
import { Inputs, useInput } from './inputs.tsx';
import { useRunOperation } from './useRunOperation.ts';

/** Dialog that confirms an operation and asks for its input. */
export function PlainDialog(props: OperationDialogProps): ReactNode {
  const { entity, operation, row, rows, onRows, onClose } = props;
  const inputs = operation.input?.fields ?? [];
  const call = useRunOperation(props, inputs);
  const { input, change, validate } = useInput(props, inputs);
  const submit = async (acceptWarnings: boolean): Promise<void> => {
    const { normal, problems } = validate();
    call.showProblems(problems);
    if (problems.size > 0) return;
    await (onRows ? call.runOnRows(() => onRows(normal)) : call.run(normal, acceptWarnings));
  };
  return (
    <DialogFrame {...{ operation, entity, row, rows, call, onClose }} onSubmit={submit}>
      <Inputs
        {...{ entity, operation, inputs, input, problems: call.refused.problems }}
        row={row}
        onChange={(changes) => {
          change(changes);
          call.forget(Object.keys(changes));
        }}
      />
    </DialogFrame>
  );
}
