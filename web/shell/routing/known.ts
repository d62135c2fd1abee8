import type { MenuFileNode } from './knownAddresses.ts';
import { addressesOf, listsOf } from './knownAddresses.ts';

const FILES = import.meta.glob<MenuFileNode[]>('../../../menus/*.json', { eager: true, import: 'default' });

/** All addresses in menus. An address that the user's routes lack belongs to other users. */
export const KNOWN: ReadonlySet<string> = addressesOf(Object.values(FILES).flat());

/** Addresses of all lists in menus. */
export const KNOWN_LISTS: readonly string[] = listsOf(Object.values(FILES).flat());
