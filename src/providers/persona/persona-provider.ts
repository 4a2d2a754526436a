import type { Clock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { type JsonClient, openJsonClient } from '#platform/outbound/json-client.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type {
  IdentityCheck,
  IdentityCheckQuery,
  IdentityLevel,
  IdentityProvider,
  StartedIdentityCheck,
} from '../identity-provider.ts';
import { parsePersonaCallback } from './persona-callback.ts';
import { Inquiries, Inquiry, OneTimeLink, statusOf } from './persona-shapes.ts';

/** What messages, metrics and the address of its callbacks call the provider. */
const NAME = 'persona';
/** The release of the API whose shapes are read. */
const VERSION = '2023-01-05';
/** A payer's sign-up waits for it, and a start is two calls. */
const TIMEOUT_MS = 5_000;
const TRIES_MAX = 2;

/** Where the provider is and how it is used. */
export interface PersonaOptions {
  readonly outbound: Outbound;
  readonly now: Clock;
  /** With its version, such as `https://api.withpersona.com/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Verify callbacks; two while one is being replaced. */
  readonly webhookSecrets: readonly string[];
  /** The ids of the inquiry templates there, by what they check. */
  readonly levels: Readonly<Partial<Record<IdentityLevel, string>>>;
  /** For each of two tries; 5 s by default. */
  readonly timeoutMs?: number;
  /** The machine's time by default. */
  readonly time?: Parameters<typeof openJsonClient>[0]['time'];
}

/** Opens the identity provider Persona, from its public documentation. Nothing is sent yet. */
export function openPersonaProvider(options: PersonaOptions): IdentityProvider {
  const { outbound, now, baseUrl, apiKey, timeoutMs = TIMEOUT_MS, time } = options;
  const client = openJsonClient({
    outbound,
    name: NAME,
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}`, 'persona-version': VERSION },
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
      parsePersonaCallback(request, { secrets: options.webhookSecrets, now }),
    checkAccess: async () =>
      void (await client.read({
        path: '/inquiries',
        query: { 'page[size]': '1' },
        schema: Inquiries,
      })),
  };
}

/** The key makes a repeated start return the inquiry that the first one made. */
async function start(
  client: JsonClient,
  { now, levels }: PersonaOptions,
  query: IdentityCheckQuery,
): Promise<StartedIdentityCheck> {
  const { userRef, level, successUrl, ttlSeconds } = query;
  const template = levels[level];
  if (template === undefined) throw new Outage(`${NAME} has no template for ${level}`);
  const { data } = await client.send({
    path: '/inquiries',
    headers: { 'idempotency-key': userRef },
    body: {
      data: {
        attributes: {
          'inquiry-template-id': template,
          'reference-id': userRef,
          'redirect-uri': successUrl,
        },
      },
    },
    schema: Inquiry,
  });
  if (data.attributes['reference-id'] !== userRef) {
    throw new Outage(`${NAME} made an inquiry for another reference than was asked for`);
  }
  const askedAt = now();
  const { meta } = await client.send({
    path: `/inquiries/${encodeURIComponent(data.id)}/generate-one-time-link`,
    body: { meta: { 'expires-in-seconds': ttlSeconds } },
    schema: OneTimeLink,
  });
  const expiresAt = new Date(askedAt.getTime() + ttlSeconds * 1_000);
  return { reference: data.id, url: meta['one-time-link'], expiresAt };
}

async function readStatus(client: JsonClient, reference: string): Promise<IdentityCheck> {
  const path = `/inquiries/${encodeURIComponent(reference)}`;
  const { data } = await client.read({ path, schema: Inquiry });
  const { status, 'reference-id': userRef, 'updated-at': updatedAt } = data.attributes;
  if (data.id !== reference || userRef === undefined || userRef === null || userRef === '') {
    throw new Outage(`${NAME} answered another inquiry than was asked for`);
  }
  return {
    reference,
    userRef,
    status: statusOf(status),
    reasons: [],
    at: updatedAt ?? undefined,
  };
}
