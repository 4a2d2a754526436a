import { signText } from '#kit/secret.ts';

/** The family of header names of the specification. */
const HEADER_FAMILY = 'x-service';

/**
 * Who posts; the number is that of the form of deliveries. The release is left out, as it would tell
 * every receiver which faults this installation has.
 */
const USER_AGENT = 'Florin-Webhooks/1';

/** What the headers of one attempt say. */
interface AttemptFacts {
  readonly deliveryId: string;
  /** 0 for the first attempt. */
  readonly retryCount: number;
  /** When this attempt is made. */
  readonly at: Date;
  readonly body: string;
  readonly secret: string;
  /** The secrets before it, newest first, while receivers may still know only one of those. */
  readonly oldSecrets: readonly string[];
  readonly isTest: boolean;
  /** The first delivery of what this one tells again. */
  readonly replayOf: string | null;
}

/** Which headers there are besides those of the specification. */
export interface HeaderRules {
  /** A second family of header names with the same values, for receivers made for another service. */
  readonly secondFamily: string | undefined;
  /** Whether the three headers of Standard Webhooks are sent; decision record 0014 says what they hold. */
  readonly standard: boolean;
}

/** The headers of one attempt; each signature is over the body as it is sent. */
export function attemptHeaders(facts: AttemptFacts, rules: HeaderRules): Record<string, string> {
  const { secondFamily } = rules;
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...familyHeaders(HEADER_FAMILY, facts),
    ...(secondFamily === undefined ? {} : familyHeaders(secondFamily, facts)),
    ...(rules.standard ? standardHeaders(facts) : {}),
  };
}

/** The signature of the specification is one, so during a rotation it is the new secret's. */
function familyHeaders(family: string, facts: AttemptFacts): Record<string, string> {
  return {
    [`${family}-signature`]: signText(facts.secret, facts.body),
    [`${family}-delivery`]: facts.deliveryId,
    [`${family}-retry-count`]: `${facts.retryCount}`,
    ...(facts.isTest ? { [`${family}-test`]: 'true' } : {}),
    ...(facts.replayOf === null ? {} : { [`${family}-replay-of`]: facts.replayOf }),
  };
}

function standardHeaders(facts: AttemptFacts): Record<string, string> {
  const timestamp = `${Math.floor(facts.at.getTime() / 1000)}`;
  const text = `${facts.deliveryId}.${timestamp}.${facts.body}`;
  const secrets = [facts.secret, ...facts.oldSecrets];
  return {
    'webhook-id': facts.deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${signText(secret, text, 'base64')}`)
      .join(' '),
  };
}
