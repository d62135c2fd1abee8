import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { useEntity, useModel } from '../model.ts';
import { Contents } from './contents.tsx';
import { recordQuery } from './recordQuery.ts';

/** The contents of the parents of a record, on which it is a decision. */
export function ParentContents({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const model = useModel();
  return entity.parents
    .filter(({ entity: name, via }) => !isAbsent(row[via]) && model.some((one) => one.name === name))
    .map(({ entity: name, via }) => <ParentContent key={via} of={entity} row={row} name={name} via={via} />);
}

interface Props {
  of: Entity;
  row: Row;
  /** the parent's entity */
  name: string;
  via: string;
}

function ParentContent({ of, row, name, via }: Props): ReactNode {
  const label = useLabel();
  const { entity } = useEntity(name);
  const isById = of.fields.find((field) => field.name === via)?.ref?.by === 'id';
  const { data: parent, error } = useQuery({ ...recordQuery(name, textOf(row[via])), enabled: isById });
  if (!isById || error) return null;
  if (!parent) return <Skeleton active />;
  return (
    <section className="inbox-parent">
      <div className="inbox-heading">
        <h3>{label(entity.label)}</h3>
        <Link to={`/${entity.area}/${entity.name}/${textOf(parent['id'])}`}>{label(titlesOf(entity, parent))}</Link>
      </div>
      <Contents entity={entity} row={parent} without={of.name} isParent />
    </section>
  );
}
