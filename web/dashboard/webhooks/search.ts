/** The filters of the log of an endpoint, as they stand in the address. */
export interface DeliverySearch {
  readonly status?: DeliveryStatus;
  readonly cursor?: string;
}

/** Where a delivery stands. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const;

type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const TEXT_MAX = 100;

/** Reads the filters of an address; what is none is left out. */
export function readDeliverySearch(search: Readonly<Record<string, unknown>>): DeliverySearch {
  const status = DELIVERY_STATUSES.find((one) => one === search['status']);
  const { cursor } = search;
  return {
    ...(status !== undefined && { status }),
    ...(typeof cursor === 'string' && cursor !== '' && { cursor: cursor.slice(0, TEXT_MAX) }),
  };
}
