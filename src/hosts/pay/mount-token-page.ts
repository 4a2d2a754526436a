import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders } from '../pages/page-headers.ts';
import { readToken } from './read-token.ts';

interface TokenPage {
  /** Without a trailing slash. */
  readonly path: string;
  readonly render: (token: string) => {
    readonly html: string;
    readonly status: number;
    readonly scripts: readonly string[];
  };
  /** Read per request, as what it is made from may still change. */
  readonly headersFor: () => Parameters<typeof pageHeaders>[0];
}

/** Serves a page by its token, which is neither logged nor checked here: the page itself asks the host that knows it. */
export function mountTokenPage(
  app: FastifyInstance,
  { path, render, headersFor }: TokenPage,
): void {
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { html, status, scripts } = render(readToken(request.query));
    const headersSent = pageHeaders({ ...headersFor(), scripts });
    return await reply.code(status).headers(headersSent).send(html);
  };
  app.get(`${path}/`, send);
  // People lose the slash when they copy by hand.
  app.get(path, send);
}
