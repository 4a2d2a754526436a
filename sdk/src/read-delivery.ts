import type { WebhookEvent } from './events.ts';
import { WebhookVerificationError } from './failure.ts';
import {
  malformed,
  type ReadHeader,
  readerOf,
  requireHeader,
  type WebhookHeaders,
} from './headers.ts';

/** One secret, or several while a rotated secret and its successor are both in use. */
type Secrets =
  | { readonly secret: string; readonly secrets?: undefined }
  | { readonly secret?: undefined; readonly secrets: readonly string[] };

/** What a delivery is verified with. */
export type VerifyWebhookInput = Secrets & {
  /** The body as it came over the wire. Never `JSON.stringify(request.body)`: that is another text. */
  readonly rawBody: string | Uint8Array | ArrayBuffer;
  readonly headers: WebhookHeaders;
  /** How far the signed time of sending may be from now, either way. 300 seconds by default. */
  readonly toleranceSeconds?: number | undefined;
  /** The prefix of the first family of headers. `x-service` by default. */
  readonly headerPrefix?: string | undefined;
  /**
   * `if-sent`, the default, trusts `webhook-signature` where it is sent and the first family
   * otherwise. `required` refuses deliveries without it, so that nobody can strip the signed time.
   */
  readonly standardHeaders?: 'if-sent' | 'required' | undefined;
  /** The time now, in milliseconds since 1970. The clock of the machine by default. */
  readonly now?: (() => number) | undefined;
};

/** Bytes in a buffer of their own, as WebCrypto wants them. */
type Bytes = Uint8Array<ArrayBuffer>;

/** A delivery that is read and not trusted yet. */
export interface ReadDelivery {
  /** The keys, one for each secret. */
  readonly keys: readonly Bytes[];
  /** What was signed. */
  readonly message: Bytes;
  /** The signatures that came with it; one of them must be that of a key. */
  readonly signatures: readonly Bytes[];
  /** Call it once a signature matched: judges the time and parses the body. */
  accept(): WebhookEvent;
}

/** The common result of both families of headers. */
interface Claim {
  readonly deliveryId: string;
  readonly message: Bytes;
  readonly signatures: readonly Bytes[];
  readonly sentAtSeconds: number | undefined;
}

/** Five minutes, as Standard Webhooks recommends. */
const TOLERANCE_SECONDS = 300;

const ID = /^[A-Za-z0-9_-]{1,200}$/;
const encoder = new TextEncoder();

/** Reads what a delivery claims, without verification. */
export function readDelivery(input: VerifyWebhookInput): ReadDelivery {
  const tolerance = input.toleranceSeconds ?? TOLERANCE_SECONDS;
  if (!(tolerance > 0)) {
    const message = 'toleranceSeconds must be a number above 0.';
    throw new WebhookVerificationError('option_invalid', message);
  }
  const keys = keysOf(input);
  const body = bytesOf(input.rawBody);
  const read = readerOf(input.headers);
  const prefix = (input.headerPrefix ?? 'x-service').toLowerCase();
  const standard = input.standardHeaders === 'required' || read('webhook-signature') !== undefined;
  const claim = standard ? standardClaim(read, body) : plainClaim(read, { prefix, body });
  const reported = signedMetadata(read, prefix);
  const accept = () => {
    const now = (input.now ?? Date.now)();
    checkTime(claim.sentAtSeconds, { now, tolerance });
    const { deliveryId, sentAtSeconds } = claim;
    const sentAt = sentAtSeconds === undefined ? undefined : new Date(sentAtSeconds * 1000);
    const payload = parseJson(body);
    const delivery = { event: nameIn(payload), deliveryId, ...reported, sentAt, payload };
    if (isWebhookEvent(delivery)) return delivery;
    const message = 'The body is signed, but it is no JSON object that names its event.';
    throw new WebhookVerificationError('payload_invalid', message);
  };
  return { keys, message: claim.message, signatures: claim.signatures, accept };
}

/** The refusal when no signature is that of a secret. */
export function mismatch(): WebhookVerificationError {
  return new WebhookVerificationError(
    'signature_mismatch',
    'No signature matches. Is this the secret of this endpoint, and the body exactly as it came in?',
  );
}

function keysOf({ secret, secrets }: VerifyWebhookInput): readonly Bytes[] {
  const given: readonly unknown[] = secrets ?? [secret];
  const texts = given.filter((text) => typeof text === 'string' && text !== '');
  // An empty key is public, so an unset variable must not become one.
  if (texts.length === 0 || texts.length < given.length) {
    throw new WebhookVerificationError('secret_missing', 'A secret is missing or empty.');
  }
  return texts.map((text) => encoder.encode(`${text}`));
}

function bytesOf(rawBody: unknown): Bytes {
  if (typeof rawBody === 'string') return encoder.encode(rawBody);
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  if (ArrayBuffer.isView(rawBody)) {
    const { buffer, byteOffset, byteLength } = rawBody;
    return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
  }
  throw new WebhookVerificationError(
    'body_not_raw',
    'rawBody must be the bytes or the text of the body as it came in, and this is a parsed one. ' +
      'Switch the JSON parser off for this route (express.raw(), a content type parser with ' +
      "parseAs: 'buffer', request.text()): a body that was parsed and printed again is another text.",
  );
}

/** The family of the specification: a hex HMAC of the body alone, so neither id nor time is signed. */
function plainClaim(read: ReadHeader, { prefix, body }: { prefix: string; body: Bytes }): Claim {
  const name = `${prefix}-signature`;
  const hex = requireHeader(read, name);
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw malformed(name, 'is not a hex SHA-256');
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const deliveryId = requireHeader(read, `${prefix}-delivery`);
  if (!ID.test(deliveryId)) throw malformed(`${prefix}-delivery`, 'is not an id');
  return { deliveryId, message: body, signatures: [signature], sentAtSeconds: undefined };
}

/** Standard Webhooks: `v1,<base64>` signatures of `id.timestamp.body`, one for each live secret. */
function standardClaim(read: ReadHeader, body: Bytes): Claim {
  const list = requireHeader(read, 'webhook-signature');
  const id = requireHeader(read, 'webhook-id');
  const timestamp = requireHeader(read, 'webhook-timestamp');
  // A full stop in it would let one text be read as another id and time.
  if (!ID.test(id)) throw malformed('webhook-id', 'is not an id');
  if (!/^\d{1,12}$/.test(timestamp))
    throw malformed('webhook-timestamp', 'is not a time in seconds');
  const signatures = [...list.matchAll(/(?:^| )v1,([A-Za-z0-9+/]{43}=)(?= |$)/g)].map(
    ([, text = '']) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
  );
  if (signatures.length === 0) throw malformed('webhook-signature', 'holds no v1 signature');
  const head = encoder.encode(`${id}.${timestamp}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  return { deliveryId: id, message, signatures, sentAtSeconds: Number(timestamp) };
}

/** What the unsigned headers say. */
function signedMetadata(read: ReadHeader, prefix: string) {
  const retries = read(`${prefix}-retry-count`) ?? '0';
  if (!/^\d{1,4}$/.test(retries)) throw malformed(`${prefix}-retry-count`, 'is not a count');
  return {
    retryCount: Number(retries),
    test: read(`${prefix}-test`) === 'true',
    replayOf: read(`${prefix}-replay-of`),
  };
}

function checkTime(
  sentAtSeconds: number | undefined,
  { now, tolerance }: { now: number; tolerance: number },
): void {
  if (sentAtSeconds === undefined) return;
  const age = now / 1000 - sentAtSeconds;
  if (age > tolerance) {
    const message = `Sent ${Math.round(age)} seconds ago, and ${tolerance} are allowed.`;
    throw new WebhookVerificationError('timestamp_too_old', message);
  }
  if (-age > tolerance) {
    const message = `Sent ${Math.round(-age)} seconds from now: is the clock of this machine right?`;
    throw new WebhookVerificationError('timestamp_in_future', message);
  }
}

function parseJson(body: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}

function nameIn(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'event' in payload
    ? payload.event
    : undefined;
}

/** The shape of a payload is the sender's promise, which the signature has just verified. */
function isWebhookEvent(delivery: { event: unknown; payload: unknown }): delivery is WebhookEvent {
  return typeof delivery.event === 'string';
}
