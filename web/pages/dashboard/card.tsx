import { Skeleton } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';

interface Props {
  title: string;
  /** leads on from here: its text and address */
  more?: { text: string; to: string } | undefined;
  children: ReactNode;
}

/** A part of the dashboard under a heading. */
export function Card({ title, more, children }: Props): ReactNode {
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {more ? <Link to={more.to}>{more.text}</Link> : null}
      </header>
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>{children}</Suspense>
    </section>
  );
}
