import type { Entity } from '../../../generator/model/entity.ts';

export const JUDGES = ['form', 'api', 'database'] as const;
export type JudgeName = (typeof JUDGES)[number];

/**
 * What a judge said of a case, and whether that is what the schema says; absent where the case is not the judge's
 * business.
 */
export interface Opinion {
  right: boolean;
  says: string;
  /**
   * no opinion at all: the case could not be tried, for what had to be there before was refused, or no row was found
   */
  untried?: true;
}

/** One case before all judges. */
export interface Verdict {
  entity: string;
  /** the rule's id, or field and keyword: `fee maximum` */
  rule: string;
  title: string;
  /** what each must say; `taken` where the row is sound */
  expected: string;
  /** the values that were tried, where the title does not hold them all */
  given?: Record<string, unknown>;
  opinions: Partial<Record<JudgeName, Opinion>>;
}

/** Whether all judges whom a case concerns said what the schema says. */
export const agree = ({ opinions }: Verdict): boolean => Object.values(opinions).every(({ right }) => right);

export type Head = Omit<Verdict, 'opinions'>;

/**
 * A case with what the judges say of it. Where a call that prepares it or clears up after it is answered otherwise than
 * it must be, that is this case's failure, and the next one is asked.
 */
export async function judged(head: Head, ask: () => Promise<Verdict['opinions']>): Promise<Verdict> {
  try {
    return { ...head, opinions: await ask() };
  } catch (error) {
    return {
      ...head,
      opinions: { api: { right: false, untried: true, says: `could not be tried: ${(error as Error).message}` } },
    };
  }
}

/** A case that is the API's business alone. @param ask answers what it says otherwise */
export const asked = (
  entity: Entity,
  rule: string,
  title: string,
  expected: string,
  ask: () => Promise<string | undefined>,
): Promise<Verdict> =>
  judged({ entity: entity.name, rule, title, expected }, async () => {
    const wrong = await ask();
    return { api: { right: wrong === undefined, says: wrong ?? expected } };
  });
