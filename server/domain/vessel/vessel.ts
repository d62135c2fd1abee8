import type { Area } from '../area.ts';
import { copyYear } from './copyYear.ts';
import { takeOver } from './takeOver.ts';

/** Vessels and their pre-entries. */
export const vessel: Area = {
  name: 'vessel',
  effects: () => ({ 'vessel.takeOver': takeOver, 'vessel.copyYear': copyYear }),
};
