import type { Machine } from '#kit/machine.ts';

/** Where a delivery stands. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** How an attempt can end for its delivery. */
export type DeliveryEvent = 'accepted' | 'refused' | 'exhausted';

/** Every legal move of a delivery. A failed one stays as it is, so that it can be replayed. */
export const webhookDeliveryMachine: Machine<DeliveryStatus, DeliveryEvent> = {
  pending: { accepted: 'delivered', refused: 'pending', exhausted: 'failed' },
  delivered: {},
  failed: {},
};
