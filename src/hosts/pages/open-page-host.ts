import fastify, { type FastifyInstance } from 'fastify';
import { systemClock } from '#kit/clock.ts';
import { idMaker } from '#kit/ulid.ts';
import { dropForwardedPorts } from '#platform/http/forwarded.ts';
import { endUnusedConnections } from '#platform/http/unused-connections.ts';
import type { Log } from '#platform/log.ts';
import { hostHeaders } from './page-headers.ts';

/** What every host of pages is made from. */
interface PageHostParts {
  /** Its name in the log. */
  readonly name: string;
  /** Where it is reached, without a trailing slash; read per request, as it may still change. */
  readonly url: () => string;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
}

/** Longer than the idle time of common load balancers (60 s), so that they and not we hang up. */
const KEEP_ALIVE_MS = 72_000;

/** A host of pages without any page: its limits, the headers of all that it answers, its errors and its health. */
export function openPageHost({ name, url, trustedProxies, log }: PageHostParts): FastifyInstance {
  const newId = idMaker(systemClock);
  const app = fastify({
    // Addresses hold tokens, so nothing that logs whole requests is switched on.
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: () => newId(),
  });
  endUnusedConnections(app);
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', async (request, reply) => {
    dropForwardedPorts(request.raw.headers);
    reply.headers({
      ...hostHeaders(url()),
      'x-request-id': request.id,
      'x-correlation-id': request.id,
    });
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.error({ err: error, correlationId: request.id }, `the ${name} failed`);
    return reply.code(status).send({
      statusCode: status,
      message: status < 500 ? error.message : 'Internal Server Error',
    });
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get(
    '/robots.txt',
    async (_request, reply) => await reply.type('text/plain').send('User-agent: *\nDisallow: /\n'),
  );
  return app;
}
