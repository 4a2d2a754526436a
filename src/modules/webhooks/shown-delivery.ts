import { isoTime } from '#kit/clock.ts';
import type { DeliveryStatus } from './model/status.ts';
import type { LoggedDelivery } from './store/log.ts';

/** A delivery as the log shows it. */
export interface ShownDelivery {
  readonly id: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly isTest: boolean;
  readonly replayOf: string | null;
  readonly lastResponseStatus: number | null;
  readonly lastDurationMs: number | null;
}

/** Maps a delivery to its response. */
export function shownDelivery({ endpointId: _, ...logged }: LoggedDelivery): ShownDelivery {
  const { createdAt, finishedAt } = logged;
  return {
    ...logged,
    createdAt: isoTime(createdAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
  };
}
