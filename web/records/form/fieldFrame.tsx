import { InfoCircleOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import type { FormProblem } from './problem.ts';
import { ProblemList } from './problemList.tsx';
import { RequiredMark } from '../requiredMark.tsx';
import { useProblemText } from '../../api/problemText.ts';

interface Props {
  field: Field;
  /** id of the input; the ids of its label and its problems begin with it */
  id: string;
  problems: readonly FormProblem[];
  /** whether the field must be filled in; by default as in its schema */
  isRequired?: boolean;
  children: ReactNode;
  /** shown on hover over the label of a computed field */
  formula?: string | undefined;
}

/**
 * The end of a label that must not be separated from the required mark and the hint: its last word, or its last Chinese
 * character.
 */
const LAST_WORD = /[!-\u024f]{1,16}$|.$/u;

/** A field's label, its input and its problems. */
export function FieldFrame({ field, id, problems, isRequired = field.required, children, formula }: Props): ReactNode {
  const label = useLabel();
  const text = useProblemText();
  const name = label(field.label);
  const end = LAST_WORD.exec(name)?.[0] ?? '';
  const help = field.help ? [label(field.help)] : [];
  const lines = formula === undefined ? [...help, ...(field.hints ?? []).map(text)] : [formula];
  return (
    <div className="form-field-row">
      <label className="form-label" htmlFor={id} id={`${id}-label`}>
        {name.slice(0, name.length - end.length)}
        <span className="form-label-end">
          {end}
          {isRequired && <RequiredMark />}
          {lines.length > 0 && <Hint lines={lines} />}
        </span>
      </label>
      <div>
        {children}
        <ProblemList id={`${id}-problems`} problems={problems} />
      </div>
    </div>
  );
}

/** Icon that shows its lines on hover. */
const Hint = ({ lines }: { lines: readonly string[] }): ReactNode => (
  <Tooltip
    title={lines.map((line) => (
      <div key={line}>{line}</div>
    ))}
  >
    <InfoCircleOutlined className="form-hint" aria-label={lines.join('; ')} tabIndex={0} />
  </Tooltip>
);
