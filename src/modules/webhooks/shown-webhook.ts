import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import type { FoundEndpoint, SwitchedOffBy } from './store/endpoints.ts';

/** An endpoint as its holder sees it. */
export interface ShownWebhook {
  readonly id: string;
  readonly url: string;
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly switchedOffBy: SwitchedOffBy | null;
  readonly failingSince: string | null;
  readonly switchesOffAt: string | null;
}

/** Maps an endpoint to its response. */
export function shownWebhook(
  { settings }: Pick<Context, 'settings'>,
  { createdAt, ...found }: FoundEndpoint,
): ShownWebhook {
  const { failingSince, isActive } = found;
  const { webhookSwitchOffAfterMs: afterMs } = settings;
  return {
    ...found,
    createdAt: isoTime(createdAt),
    failingSince: failingSince === null ? null : isoTime(failingSince),
    switchesOffAt:
      failingSince === null || !isActive || afterMs === 0
        ? null
        : isoTime(new Date(failingSince.getTime() + afterMs)),
  };
}
