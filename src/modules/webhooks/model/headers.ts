import { signText } from '#kit/secret.ts';

/** The family of header names of the specification. */
const HEADER_FAMILY = 'x-service';

/**
 * The user agent; the number is the version of the delivery format. The release is left out, as it would show
 * every receiver which faults this installation has.
 */
const USER_AGENT = 'Florin-Webhooks/1';

/** The data for the headers of one attempt. */
interface AttemptInput {
  readonly deliveryId: string;
  /** 0 for the first attempt. */
  readonly retryCount: number;
  /** When this attempt is made. */
  readonly at: Date;
  readonly body: string;
  readonly secret: string;
  /** The secrets before it, newest first, while receivers may still have only one of those. */
  readonly oldSecrets: readonly string[];
  readonly isTest: boolean;
  /** The first delivery of what this one sends again. */
  readonly replayOf: string | null;
}

/** Which headers there are besides those of the specification. */
export interface HeaderRules {
  /** A second family of header names with the same values, for receivers made for another service. */
  readonly secondFamily: string | undefined;
  /** Whether the three headers of Standard Webhooks are sent; decision record 0014 has their contents. */
  readonly standard: boolean;
}

/** The headers of one attempt; each signature is over the body as it is sent. */
export function attemptHeaders(input: AttemptInput, rules: HeaderRules): Record<string, string> {
  const { secondFamily } = rules;
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...familyHeaders(HEADER_FAMILY, input),
    ...(secondFamily === undefined ? {} : familyHeaders(secondFamily, input)),
    ...(rules.standard ? standardHeaders(input) : {}),
  };
}

/** The signature of the specification is one, so during a rotation it is the new secret's. */
function familyHeaders(family: string, input: AttemptInput): Record<string, string> {
  return {
    [`${family}-signature`]: signText(input.secret, input.body),
    [`${family}-delivery`]: input.deliveryId,
    [`${family}-retry-count`]: `${input.retryCount}`,
    ...(input.isTest ? { [`${family}-test`]: 'true' } : {}),
    ...(input.replayOf === null ? {} : { [`${family}-replay-of`]: input.replayOf }),
  };
}

function standardHeaders(input: AttemptInput): Record<string, string> {
  const timestamp = `${Math.floor(input.at.getTime() / 1000)}`;
  const text = `${input.deliveryId}.${timestamp}.${input.body}`;
  const secrets = [input.secret, ...input.oldSecrets];
  return {
    'webhook-id': input.deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${signText(secret, text, 'base64')}`)
      .join(' '),
  };
}
