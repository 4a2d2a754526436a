import type { Machine } from '#kit/machine.ts';

/** Where a delivery stands. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped';

/** How an attempt can end for its delivery, and that its endpoint is sent nothing any more. */
export type DeliveryEvent = 'accepted' | 'refused' | 'exhausted' | 'switched_off';

/** Every legal move of a delivery. What failed or was skipped stays so; a replay is a new delivery. */
export const webhookDeliveryMachine: Machine<DeliveryStatus, DeliveryEvent> = {
  pending: {
    accepted: 'delivered',
    refused: 'pending',
    exhausted: 'failed',
    switched_off: 'skipped',
  },
  delivered: {},
  failed: {},
  skipped: {},
};

/** Whether a text is where a delivery can stand. */
export function isDeliveryStatus(text: string): text is DeliveryStatus {
  return Object.hasOwn(webhookDeliveryMachine, text);
}
