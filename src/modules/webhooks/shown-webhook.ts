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
}

/** Maps an endpoint to its response. */
export function shownWebhook({ createdAt, failingSince, ...found }: FoundEndpoint): ShownWebhook {
  return {
    ...found,
    createdAt: isoTime(createdAt),
    failingSince: failingSince === null ? null : isoTime(failingSince),
  };
}
