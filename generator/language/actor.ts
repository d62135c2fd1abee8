import type { Transition } from '../model/operation.ts';

/**
 * Whether people take a step, and not the product alone, as what follows from something done elsewhere (`actor`:
 * `product`).
 */
export const isForPeople = ({ actor }: Pick<Transition, 'actor'>): boolean => actor !== 'product';
