import type { ReactNode } from 'react';

interface Props {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A page with only a message and links. */
export function Notice({ title, children, actions }: Props): ReactNode {
  return (
    <div className="notice" role="status">
      <h1>{title}</h1>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="notice-actions">{actions}</div> : null}
    </div>
  );
}
