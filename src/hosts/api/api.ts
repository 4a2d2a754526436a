import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Context } from '#context.ts';
import type { Actor } from '#kit/actor.ts';
import { computeOnce } from '#kit/compute-once.ts';
import type { RequestMetadata } from '#kit/request-metadata.ts';
import { isOriginListed } from '#modules/clients/index.ts';
import { WEBHOOK_EVENTS } from '#modules/events/index.ts';
import type { Config } from '#platform/config/config.ts';
import type { Listening } from '#platform/db/listen.ts';
import { runOnce } from '#platform/db/run-once.ts';
import type { AnsweredCall } from '#platform/http/answered-call.ts';
import { createApp } from '#platform/http/app.ts';
import { type OpenApiDocument, printOpenApi } from '#platform/http/openapi.ts';
import { openRateLimiter, UNBLOCK_CHANNEL } from '#platform/http/rate-limit.ts';
import { openReference } from '#platform/http/reference/serve.ts';
import type { Log } from '#platform/log.ts';
import type { Meter } from '#platform/metrics.ts';
import type { HostUrls } from '../host-urls.ts';
import { credentialLookups } from './credential-lookups.ts';
import { ENDPOINTS } from './endpoints.ts';
import { checkReady, type ReadyParts, shareReports } from './ready.ts';
import { recordFailure } from './record-failure.ts';
import { REFERENCE_GROUPS } from './reference-groups.ts';

/** The sandbox takes ten times as many calls, so that a script may hurry. */
const SANDBOX_RATE_MULTIPLIER = 10;

/** What each group of endpoints is about. */
const TAGS = {
  'Secure payments': 'Hosted payment links: made by integrators, read and paid by payers.',
  'Merchant profile': 'How merchants introduce themselves to those who pay them.',
  Requests: 'What is to be paid, with or without a link, and what a payer signs for it.',
  Payments: 'What was paid, found by every filter.',
  Payouts: 'Payments that you make, prepared together with their requests.',
  'Commerce payments':
    'Amounts that an escrow holds until they are captured, in parts, or given back.',
  Payers: 'Who pays through a bank or is paid out: identity, agreement and bank accounts.',
  Journeys:
    'Steps of payments that platforms make themselves, in the order in which they happened.',
  Currencies: 'Currencies that can be requested and paid in, and their conversions.',
  Webhooks: 'Endpoints that receive the events of an account.',
  Events: 'What happened, to be read again from any place.',
  'Sign-in': 'Proving who you are, with a wallet or a password.',
  Sessions: 'Where you are signed in.',
  Members: 'Who is in an account, and who is invited.',
  'API keys': 'Credentials for servers.',
  'Client IDs': 'Credentials for pages, and what comes with them.',
  'Payee destinations': 'Where an account is paid.',
  Orchestrators: 'Partners that act for the platforms that linked to them.',
  Onboarding: "How a platform's owner links to a partner.",
  Audit: 'Who did what.',
  'API requests': 'Calls that were made with the keys and client IDs of an account.',
  Administration: 'What those who run the installation see and change.',
  'Payout imports': 'Payouts of a file, which the server creates one after the other.',
  Notifications: 'What of an account needs a person.',
  'Second factor': 'Codes of apps, passkeys and recovery codes beside a password.',
};

/** Members that several schemas share, named as a client library names a type that others extend. */
const BASES = {
  PaymentEvent: {
    description: 'What every event about the money of a payment carries.',
    of: ['', 'Checkout', 'ClientId']
      .flatMap((variant) => [`PaymentConfirmed${variant}Event`, `PaymentPartial${variant}Event`])
      .concat('PaymentRevertedEvent'),
  },
  RequestEvent: {
    description: 'What every event about the payment of a request carries.',
    of: ['PaymentEvent', 'PaymentFailedEvent', 'PaymentRefundedEvent', 'PaymentProcessingEvent'],
  },
  PaymentLinkSettings: {
    description: 'The settings of a new payment link or payout link.',
    of: ['CreateSecurePaymentRequest', 'CreatePayoutLinkRequest'],
  },
  BrandingFields: {
    description: 'The fields of a branding that can be set.',
    of: ['Branding', 'CreateBrandingRequest', 'UpdateBrandingRequest'],
  },
  PaymentMetadata: {
    description: 'What is known of a payer and a payment beside the transactions.',
    of: ['CalldataMetadata', 'RequestCalldataMetadata'],
  },
  PayerMetadata: {
    description: 'What is known of a payer, whatever is paid.',
    of: ['PaymentMetadata', 'MulticallMetadata'],
  },
  PaymentProgress: {
    description: 'How far a payment has got.',
    of: ['Payment', 'RequestStatus'],
  },
  FeeShareFields: {
    description: 'One fee, of a payment or of a route.',
    of: ['FeeShare', 'RouteFeeShare'],
  },
  ClientIdLinkFields: {
    description: 'What both sides see of the link of a client ID.',
    of: ['ClientIdLink', 'PlatformLink'],
  },
  SecurePaymentFields: {
    description: 'What every view of a secure payment shows.',
    of: ['SecurePayment', 'SecurePaymentBatch'],
  },
  BundleFields: {
    description: 'What every view of a bundle shows.',
    of: ['MulticallPayout', 'SecurePaymentBundle'],
  },
  ClientIdFields: {
    description: 'What every view of a client ID shows.',
    of: ['ClientId', 'CreateClientIdResponse', 'UpdateClientIdResponse'],
  },
  ClientIdSettings: {
    description: 'What can be set on a new client ID, in both versions.',
    of: ['CreateClientIdRequest', 'CreateClientIdV1Request'],
  },
  ClientIdSettingsUpdate: {
    description: 'What can be changed on a client ID, in both versions.',
    of: ['UpdateClientIdRequest', 'UpdateClientIdV1Request'],
  },
  SessionFields: {
    description: 'What every view of a session shows.',
    of: ['Session', 'SessionDetails'],
  },
  WebhookDeliveryFields: {
    description: 'What every view of a delivery shows.',
    of: ['WebhookDelivery', 'WebhookDeliveryDetail'],
  },
};

/** The description of both hosts, as they are reached under these addresses. */
export function describeApi(urls: Pick<HostUrls, 'api' | 'auth'>): OpenApiDocument {
  return printOpenApi({
    endpoints: ENDPOINTS,
    urls,
    webhooks: WEBHOOK_EVENTS,
    tags: TAGS,
    bases: BASES,
  });
}

/** What both hosts share with the other engines of their process. */
interface HostParts extends ReadyParts {
  readonly input: { readonly config: Config; readonly urls: HostUrls; readonly log: Log };
  readonly ctx: Context;
  readonly pool: pg.Pool;
  readonly listening: Listening;
  readonly meter: Meter;
  /** Called with each call of a program, after it was answered; without it none is noted. */
  readonly recordCall?: ((call: AnsweredCall) => void) | undefined;
}

/** Builds the API host and the auth host; the caller listens. */
export async function buildHosts(
  parts: HostParts,
): Promise<{ readonly api: FastifyInstance; readonly auth: FastifyInstance }> {
  const { ctx, input, pool, listening } = parts;
  const { config, urls, log } = input;
  const rateLimit = openRateLimiter({
    pool,
    log,
    multiplier: config.mode === 'sandbox' ? SANDBOX_RATE_MULTIPLIER : 1,
    meter: parts.meter,
  });
  // An operator who lifts a block lifts it in the table; the processes then read the table again.
  listening.wake(UNBLOCK_CHANNEL, () => rateLimit.pruneBlocks());
  const openapi = computeOnce(() => describeApi(urls));
  const shared = {
    endpoints: ENDPOINTS,
    // Log lines of operations have the id of their call, so that a person can trace it.
    contextFor: (actor: Actor, requestMetadata: RequestMetadata) => ({
      ...ctx,
      actor,
      requestMetadata,
      log: log.child({ correlationId: requestMetadata.correlationId }),
    }),
    credentials: credentialLookups(ctx),
    ownOrigins: ctx.settings.ownOrigins,
    runOnce,
    recordFailure,
    isOriginListed: (origin: string) => isOriginListed(ctx, origin),
    ready: shareReports(() => checkReady(parts)),
    wake: (channel: string, listener: (text: string) => void) => listening.wake(channel, listener),
    rateLimit,
    trustedProxies: config.trustedProxies,
    newId: ctx.newId,
    log,
    meter: parts.meter,
    recordCall: parts.recordCall,
    openapi,
    reference: openReference({ document: openapi, groups: REFERENCE_GROUPS }),
  };
  const [api, auth] = await Promise.all([
    createApp<Context>({ ...shared, title: 'Florin API', host: 'api', url: urls.api }),
    createApp<Context>({ ...shared, title: 'Florin accounts', host: 'auth', url: urls.auth }),
  ]);
  return { api, auth };
}
