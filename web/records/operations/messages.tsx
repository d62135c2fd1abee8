import { Alert } from 'antd';
import type { ReactNode } from 'react';
import '../form/form.css';
import type { Message } from './refusalOfRows.ts';
import { WarnedRows } from './warnedRows.tsx';

/** Messages that belong to no field; several messages are shown as a list. */
export function Messages({ type, messages }: { type: 'error' | 'warning'; messages: readonly Message[] }): ReactNode {
  if (messages.length === 0) return null;
  const message = (
    <ul className="form-list">
      {messages.map((one) => (
        <li key={one.text}>
          {one.text}
          <WarnedRows of={one} />
        </li>
      ))}
    </ul>
  );
  return <Alert className="form-alert" type={type} showIcon message={message} />;
}
