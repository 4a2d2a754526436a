import type { FastifyInstance } from 'fastify';
import { computeOnce } from '#kit/compute-once.ts';
import { isOriginListed } from '#modules/clients/index.ts';
import type { RateStore } from '#platform/db/count-calls.ts';
import { runOnce } from '#platform/db/run-once.ts';
import { type AppParts, createApp } from '#platform/http/app.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { printOpenApi } from '#platform/http/openapi.ts';
import { openRateLimiter } from '#platform/http/rate-limit.ts';
import type { Context } from '../../src/context.ts';
import { credentialLookups } from '../../src/hosts/api/credential-lookups.ts';
import { recordFailure } from '../../src/hosts/api/record-failure.ts';
import { referenceOf } from './reference-of.ts';

interface ModuleHostParts {
  /** The context of operations; the actor is the caller. */
  readonly ctx: Context;
  /** Where calls are counted. */
  readonly counts: RateStore;
  readonly host: 'api' | 'auth';
  readonly endpoints: readonly Endpoint<Context>[];
  /** Who waits is woken by this; without it, by a slow look alone. */
  readonly wake?: AppParts<Context>['wake'];
}

/** A host over the endpoints of modules, with the real authentication in front of them. */
export async function moduleHost(
  parts: ModuleHostParts,
): Promise<{ readonly app: FastifyInstance } & AsyncDisposable> {
  const { ctx, endpoints, host } = parts;
  const urls = { api: 'http://api.example', auth: 'http://auth.example' };
  const openapi = computeOnce(() => printOpenApi({ endpoints, urls, webhooks: [] }));
  const app = await createApp<Context>({
    title: 'Florin',
    host,
    url: urls[host],
    endpoints,
    contextFor: (actor, requestMetadata) => ({ ...ctx, actor, requestMetadata }),
    credentials: credentialLookups(ctx),
    ownOrigins: ctx.settings.ownOrigins,
    runOnce,
    recordFailure,
    isOriginListed: (origin) => isOriginListed(ctx, origin),
    ready: async () => ({ ready: true, checks: [] }),
    wake: parts.wake ?? (() => () => undefined),
    rateLimit: openRateLimiter({
      pool: parts.counts,
      log: ctx.log,
      multiplier: 10,
      meter: ctx.meter,
    }),
    meter: ctx.meter,
    trustedProxies: [],
    newId: ctx.newId,
    log: ctx.log,
    openapi,
    reference: referenceOf(openapi, endpoints),
  });
  return {
    app,
    [Symbol.asyncDispose]: () => app.close(),
  };
}
