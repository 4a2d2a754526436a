/** Why a delivery was refused, in one stable word. */
export type WebhookVerificationCode =
  | 'secret_missing'
  | 'option_invalid'
  | 'body_not_raw'
  | 'header_missing'
  | 'header_malformed'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'payload_invalid';

/**
 * What a receiver may answer for each code. What the receiver itself did wrong is a 500, so that
 * the sender keeps the delivery and tries it again after the receiver is mended.
 */
const STATUS_OF: Readonly<Record<WebhookVerificationCode, 400 | 401 | 500>> = {
  secret_missing: 500,
  option_invalid: 500,
  body_not_raw: 500,
  header_missing: 400,
  header_malformed: 400,
  signature_mismatch: 401,
  timestamp_too_old: 401,
  timestamp_in_future: 401,
  payload_invalid: 400,
};

/** A delivery that must not be trusted. Its message names no secret and no signature. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookVerificationCode;
  /** The HTTP status to answer with. */
  readonly status: 400 | 401 | 500;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
    this.status = STATUS_OF[code];
  }
}
