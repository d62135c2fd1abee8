import { ungroup } from '../ungroup.ts';

const SAFE_INTEGER = /^-?\d{1,15}$/;

/** Converts typed or pasted text to a whole number. Returns null for empty text, and other text unchanged. */
export function readInteger(typed: string): number | string | null {
  const plain = ungroup(typed.normalize('NFKC').replaceAll(/\s/g, ''));
  if (plain === '') return null;
  return SAFE_INTEGER.test(plain) ? Number(plain) : typed.trim();
}
