import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const MANIFEST_PATH = '/manifest.json';

/** The pay page as an app of interfaces of Safe. */
export interface SafeApp {
  /** Without a trailing slash. */
  readonly payUrl: string;
  /** Of the interfaces; none is no app. */
  readonly origins: readonly string[];
  /** The path of its picture on this host. */
  readonly iconPath: string;
}

/** Serves the manifest beside the page, where interfaces look that drop the query of a link, and lets them show the picture. */
export function mountSafeApp(
  app: FastifyInstance,
  safeApp: SafeApp,
  sendIcon: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  if (safeApp.origins.length === 0) return;
  app.get(MANIFEST_PATH, (request, reply) => sendManifest(request, reply, safeApp));
  app.get(safeApp.iconPath, (request, reply) =>
    sendIcon(request, reply.header('cross-origin-resource-policy', 'cross-origin')),
  );
}

/** Whether an address is a link with the manifest's path at its end, where interfaces look that keep the query. */
export function isManifestToken(token: string): boolean {
  return token.endsWith(MANIFEST_PATH);
}

/** Answers the manifest; only pages of the named interfaces can read it. */
export async function sendManifest(
  request: FastifyRequest,
  reply: FastifyReply,
  { payUrl, origins, iconPath }: SafeApp,
): Promise<FastifyReply> {
  const { origin } = request.headers;
  reply.header('vary', 'Origin');
  if (origin !== undefined && origins.includes(origin)) {
    reply.headers({
      'access-control-allow-origin': origin,
      'cross-origin-resource-policy': 'cross-origin',
    });
  }
  return await reply.send({
    name: `Payments at ${new URL(payUrl).host}`,
    description: 'Shows a payment link, and proposes its payment to the owners of your Safe.',
    iconPath,
    icons: [{ src: iconPath, sizes: 'any', type: 'image/svg+xml' }],
  });
}
