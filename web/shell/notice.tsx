import type { ReactNode } from 'react';

interface Props {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A page that has only something to say: what happened, and where to go from here. */
export function Notice({ title, children, actions }: Props): ReactNode {
  return (
    <div className="notice" role="status">
      <h1>{title}</h1>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="notice-actions">{actions}</div> : null}
    </div>
  );
}
