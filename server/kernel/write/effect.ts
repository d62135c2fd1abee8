import type { Effect } from '../domain.ts';
import type { Kernel } from '../kernel.ts';

/** What a step or an action does beside its own row. No server starts without the effects that its schemas name; a step that names none does nothing else. */
export const effectOf = (kernel: Kernel, { effect }: { effect?: string | undefined }): Effect => (effect === undefined ? async () => ({}) : kernel.effects.get(effect)!);
