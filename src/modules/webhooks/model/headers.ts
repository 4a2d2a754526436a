import { signText } from '#kit/secret.ts';

/** The family of header names of the specification. */
const HEADER_FAMILY = 'x-service';

/** What the headers of one attempt say. */
export interface AttemptFacts {
  readonly deliveryId: string;
  /** 0 for the first attempt. */
  readonly retryCount: number;
  readonly body: string;
  readonly secret: string;
  /** A second family of header names with the same values, for receivers made for another service. */
  readonly secondFamily: string | undefined;
}

/** The headers of one attempt; the signature is the hex HMAC-SHA256 of the body as it is sent. */
export function attemptHeaders(facts: AttemptFacts): Record<string, string> {
  const signature = signText(facts.secret, facts.body);
  const families = [HEADER_FAMILY, facts.secondFamily].filter((name) => name !== undefined);
  return Object.fromEntries([
    ['content-type', 'application/json'],
    ...families.flatMap((family) => [
      [`${family}-signature`, signature],
      [`${family}-delivery`, facts.deliveryId],
      [`${family}-retry-count`, `${facts.retryCount}`],
    ]),
  ]);
}
