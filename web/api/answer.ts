import type { RefusalBody, SecurePaymentView } from './shapes.ts';

/** What the API said: its status and body; status 0 when nothing usable came back in time. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** When a 429 or 503 asks to come back, in seconds. */
  readonly retryAfterS?: number;
}

/** Reads a body as a payment's display data; members of the wrong type count as missing. */
export function readView(body: unknown): SecurePaymentView {
  const destination = member(body, 'destination');
  return dropEmpty({
    ...texts(body, VIEW_TEXTS),
    isPayeeAddressMasked: member(body, 'isPayeeAddressMasked') === true,
    destination: isRecord(destination) ? texts(destination, DESTINATION_TEXTS) : undefined,
  });
}

/** Reads a body as a refusal; members of the wrong type count as missing. */
export function readRefusal(body: unknown): RefusalBody {
  const statuses = member(body, 'requestStatuses');
  return dropEmpty({
    ...texts(body, REFUSAL_TEXTS),
    requestStatuses: Array.isArray(statuses)
      ? statuses.map((status: unknown) => texts(status, ['txHash']))
      : undefined,
  });
}

const VIEW_TEXTS = [
  'paymentType',
  'status',
  'payee',
  'network',
  'amount',
  'paymentCurrency',
  'reference',
  'paymentReference',
  'redirectUrl',
  'redirectLabel',
] as const;

const DESTINATION_TEXTS = ['destinationId', 'walletAddress', 'tokenAddress', 'network'] as const;

const REFUSAL_TEXTS = [
  'status',
  'code',
  'correlationId',
  'expiresAt',
  'redirectUrl',
  'redirectLabel',
] as const;

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A member of a value that may be anything. */
export function member(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** The members of a body that are texts, out of those named. */
export function texts<Name extends string>(
  body: unknown,
  names: readonly Name[],
): { [N in Name]?: string } {
  const found: { [N in Name]?: string } = {};
  for (const name of names) {
    const value = member(body, name);
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Leaves out members that are undefined, so that a missing one is missing. */
export function dropEmpty<T extends object>(value: T): Partial<Present<T>> {
  const kept: Partial<Present<T>> = {};
  for (const key of Object.keys(value)) copyMember(kept, value, key);
  return kept;
}

function copyMember(to: object, from: object, key: string): void {
  const value: unknown = Reflect.get(from, key);
  if (value !== undefined) Reflect.set(to, key, value);
}
