import type { MenuFileNode } from './knownAddresses.ts';
import { addressesOf, listsOf } from './knownAddresses.ts';

const FILES = import.meta.glob<MenuFileNode[]>('../../../menus/*.json', { eager: true, import: 'default' });

/**
 * Every address that some reader's menu leads to: one of them that is missing from a table is known, and not for this
 * reader.
 */
export const KNOWN: ReadonlySet<string> = addressesOf(Object.values(FILES).flat());

/** Where the lists of entities stand, whoever may see them. */
export const KNOWN_LISTS: readonly string[] = listsOf(Object.values(FILES).flat());
