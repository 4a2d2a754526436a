import type { Machine } from '#kit/machine.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type DeliveryEvent = 'accepted' | 'refused' | 'exhausted';

/** Every legal move of a delivery. A failed one stays as it is, so that it can be replayed. */
export const webhookDeliveryMachine: Machine<DeliveryStatus, DeliveryEvent> = {
  pending: { accepted: 'delivered', refused: 'pending', exhausted: 'failed' },
  delivered: {},
  failed: {},
};
