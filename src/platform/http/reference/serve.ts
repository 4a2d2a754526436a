import type { FastifyInstance } from 'fastify';
import { type Precompressed, precompress, sendPrecompressed } from '../precompressed.ts';
import { type ReferenceParts, renderReference } from './page.ts';

/** It changes with a release; a later request learns by its ETag whether it did. */
const KEPT_SECONDS = 300;

/** The reference, rendered at the first request and cached. */
export interface Reference {
  page(): Promise<{ readonly body: Precompressed; readonly policy: string }>;
}

/** What the reference is made from, once somebody reads it. */
type ServedParts = Pick<ReferenceParts, 'groups'> & { document(): ReferenceParts['document'] };

/** The reference of an API; hosts of one process share it, so that it is rendered once. */
export function openReference({ document, groups }: ServedParts): Reference {
  let rendered: ReturnType<Reference['page']> | undefined;
  const render = async () => {
    const { html, policy } = renderReference({ document: document(), groups });
    return { body: await precompress(html, 'text/html; charset=utf-8'), policy };
  };
  return {
    page: () => {
      rendered ??= render();
      return rendered;
    },
  };
}

/** Serves the reference at `/docs`, and sends readers of an earlier copy of the description to the one there is. */
export function mountReference(app: FastifyInstance, reference: Reference): void {
  for (const path of ['/docs', '/docs/']) {
    app.get(path, async (request, reply) => {
      const { body, policy } = await reference.page();
      reply.header('content-security-policy', policy);
      return sendPrecompressed(body, { request, reply, seconds: KEPT_SECONDS });
    });
  }
  app.get('/docs/json', (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
    return reply.redirect('/openapi.json', 308);
  });
}
