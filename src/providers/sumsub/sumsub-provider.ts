import { createHmac } from 'node:crypto';
import { type Clock, unixSeconds } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import {
  type JsonClient,
  openJsonClient,
  ServiceFailure,
  type SignedRequest,
} from '#platform/outbound/json-client.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type {
  IdentityCheck,
  IdentityCheckQuery,
  IdentityLevel,
  IdentityProvider,
  StartedIdentityCheck,
} from '../identity-provider.ts';
import { parseSumsubCallback } from './sumsub-callback.ts';
import { Applicant, NotFound, statusOf, WebSdkLink } from './sumsub-shapes.ts';

/** What messages, metrics and the address of its callbacks call the provider. */
const NAME = 'sumsub';
/** A payer's sign-up waits for it. */
const TIMEOUT_MS = 8_000;
const TRIES_MAX = 2;
/** The longest lifetime that is asked for: the service takes none above a month. */
const TTL_SECONDS_MAX = 30 * 86_400;

/** Where the provider is and how it is used. */
export interface SumsubOptions {
  readonly outbound: Outbound;
  readonly now: Clock;
  /** Such as `https://api.sumsub.com`. */
  readonly baseUrl: string;
  readonly appToken: string;
  /** Signs every request. */
  readonly secretKey: string;
  /** Verify callbacks; two while one is being replaced. */
  readonly webhookSecrets: readonly string[];
  /** The names of the levels there, by what they check. */
  readonly levels: Readonly<Partial<Record<IdentityLevel, string>>>;
  /** For each of two tries; 8 s by default. */
  readonly timeoutMs?: number;
  /** The machine's time by default. */
  readonly time?: Parameters<typeof openJsonClient>[0]['time'];
}

/** Opens the identity provider Sumsub, from its public documentation. Nothing is sent yet. */
export function openSumsubProvider(options: SumsubOptions): IdentityProvider {
  const { outbound, now, baseUrl, timeoutMs = TIMEOUT_MS, time } = options;
  const client = openJsonClient({
    outbound,
    name: NAME,
    baseUrl,
    signRequest: (request) => signatureHeaders(request, options),
    timeoutMs,
    readTriesMax: TRIES_MAX,
    ...(time && { time }),
  });
  return {
    name: NAME,
    levels: (['individual', 'business'] as const).filter((level) => level in options.levels),
    start: (query) => start(client, options, query),
    readStatus: (reference) => readStatus(client, reference),
    parseCallback: (request) =>
      parseSumsubCallback(request, { secrets: options.webhookSecrets, now }),
    // Whoever may not read gets a 401 or 403; nobody has this reference.
    checkAccess: async () => void (await readStatus(client, 'florin-doctor')),
  };
}

/** Over the time in seconds, the method, the path with its query, and the body. */
function signatureHeaders(
  { method, path, body }: SignedRequest,
  { now, appToken, secretKey }: SumsubOptions,
): Readonly<Record<string, string>> {
  const time = String(unixSeconds(now()));
  const signature = createHmac('sha256', secretKey).update(`${time}${method}${path}${body}`);
  return {
    'x-app-token': appToken,
    'x-app-access-ts': time,
    'x-app-access-sig': signature.digest('hex'),
  };
}

async function start(
  client: JsonClient,
  { now, levels }: SumsubOptions,
  query: IdentityCheckQuery,
): Promise<StartedIdentityCheck> {
  const { userRef, level, successUrl, failUrl } = query;
  const levelName = levels[level];
  if (levelName === undefined) throw new Outage(`${NAME} has no level for ${level}`);
  const ttlInSecs = Math.min(query.ttlSeconds, TTL_SECONDS_MAX);
  const askedAt = now();
  const { url } = await client.send({
    path: '/resources/sdkIntegrations/levels/-/websdkLink',
    body: {
      levelName,
      userId: userRef,
      redirect: { successUrl, rejectUrl: failUrl },
      ttlInSecs,
    },
    schema: WebSdkLink,
  });
  const expiresAt = new Date(askedAt.getTime() + ttlInSecs * 1_000);
  return { reference: userRef, url, expiresAt };
}

/** An applicant is made when somebody opens the page; until then there is none, and the check is open. */
async function readStatus(client: JsonClient, reference: string): Promise<IdentityCheck> {
  const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(reference)}/one`;
  try {
    const { externalUserId, review } = await client.read({ path, schema: Applicant });
    if (externalUserId !== reference) {
      throw new Outage(`${NAME} answered another applicant than was asked for`);
    }
    return {
      reference,
      userRef: externalUserId,
      status: statusOf(review ?? {}),
      reasons: review?.reviewResult?.rejectLabels ?? [],
      at: review?.reviewDate,
    };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { reference, userRef: reference, status: 'pending', reasons: [], at: undefined };
  }
}

function isNotFound(error: unknown): boolean {
  if (!(error instanceof ServiceFailure) || error.status !== 404) return false;
  return NotFound.safeParse(error.body).success;
}
