import { z } from 'zod';

const Payload = z.record(z.string(), z.unknown());

/** An event as it is stored: its payload, and apart from it its data about a person. */
export interface StoredPayload {
  /** A JSON text; the order of its keys is kept. */
  readonly payload: string;
  /** A JSON text; null where there is none, or it was erased. */
  readonly customerInfo: string | null;
}

/** The payload that readers and receivers see, with the customer as its last key where one is stored. */
export function readPayload({ payload, customerInfo }: StoredPayload): Record<string, unknown> {
  const stored = Payload.parse(JSON.parse(payload));
  return customerInfo === null
    ? stored
    : { ...stored, customerInfo: Payload.parse(JSON.parse(customerInfo)) };
}
