import { Skeleton } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';

interface Props {
  title: string;
  /** a link in the heading */
  more?: { text: string; to: string } | undefined;
  children: ReactNode;
}

/** A section of a dashboard with a heading. */
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
