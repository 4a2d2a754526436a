import type { RefusalBody, SecurePaymentCalldata, SecurePaymentView } from './shapes.ts';

/** What the API said: its status and body; status 0 when nothing usable came back in time. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** When a 429 or 503 asks to come back, in seconds. */
  readonly retryAfterS?: number;
}

/** The two questions that the page asks about its link. */
export interface Api {
  view(): Promise<Answer>;
  calldata(payerAddress: string): Promise<Answer>;
}

interface ApiParts {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly token: string;
  /** What comes with every call; the server passes the payer's address and `Origin` here. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A payer gives up on a spinner at about this point; the page then says so and tries again. */
const ANSWER_TIMEOUT_MS = 8_000;

/** Talks to the API about one link. Never throws: an outage is an answer with status 0. */
export function openApi(parts: ApiParts): Api {
  const link = `${parts.apiUrl}/v2/secure-payments/${encodeURIComponent(parts.token)}`;
  const headers = { 'x-client-id': parts.clientId, accept: 'application/json', ...parts.headers };
  return {
    view: () => ask(link, headers),
    calldata: (payer) => ask(`${link}/pay?wallet=${encodeURIComponent(payer)}`, headers),
  };
}

async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    const retryAfterS = Number(response.headers.get('retry-after'));
    return retryAfterS > 0
      ? { status: response.status, body, retryAfterS }
      : { status: response.status, body };
  } catch {
    return { status: 0, body: undefined };
  }
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

/** Reads a body as calldata; members of the wrong type count as missing. */
export function readCalldata(body: unknown): SecurePaymentCalldata {
  const transactions = member(body, 'transactions');
  const metadata = member(body, 'metadata');
  const platformFee = member(metadata, 'platformFee');
  return dropEmpty({
    ...texts(body, ['paymentType', 'paymentReference']),
    transactions: Array.isArray(transactions) ? transactions.map(readCall) : undefined,
    metadata: dropEmpty({
      ...texts(metadata, ['balance', 'estimatedNetworkFee']),
      paymentTransactionIndex: numberMember(metadata, 'paymentTransactionIndex'),
      hasEnoughBalance: member(metadata, 'hasEnoughBalance') !== false,
      hasEnoughGas: member(metadata, 'hasEnoughGas') !== false,
      platformFee: isRecord(platformFee)
        ? texts(platformFee, ['percentage', 'address'])
        : undefined,
    }),
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

type PreparedCallRead = NonNullable<SecurePaymentCalldata['transactions']>[number];

function readCall(call: unknown): PreparedCallRead {
  const value = member(call, 'value');
  const hex = member(value, 'hex');
  return dropEmpty({
    ...texts(call, ['to', 'data']),
    value:
      typeof value === 'string' || typeof value === 'number'
        ? value
        : typeof hex === 'string'
          ? { hex }
          : undefined,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function numberMember(value: unknown, name: string): number | undefined {
  const found = member(value, name);
  return typeof found === 'number' ? found : undefined;
}

function texts<Name extends string>(
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
function dropEmpty<T extends object>(value: T): Partial<Present<T>> {
  const kept: Partial<Present<T>> = {};
  for (const key of Object.keys(value)) copyMember(kept, value, key);
  return kept;
}

function copyMember(to: object, from: object, key: string): void {
  const value: unknown = Reflect.get(from, key);
  if (value !== undefined) Reflect.set(to, key, value);
}
