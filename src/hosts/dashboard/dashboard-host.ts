import type { FastifyInstance, FastifyReply } from 'fastify';
import { isNetworkId, NETWORK_IDS, NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { escapeHtml } from '#kit/escape-html.ts';
import type { Log } from '#platform/log.ts';
import { loadAssets, NOT_FOUND, sendAsset, styleOf } from '../pages/assets.ts';
import { compressDocuments } from '../pages/compress-documents.ts';
import { openPageHost } from '../pages/open-page-host.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { SIGN_IN_WALLETS, type SignInWallet } from '../pages/sign-in-wallets.ts';
import type { DashboardBuild } from './build.ts';
import { preloadsOf } from './preloads.ts';

/** What the dashboard's host is made from. Where a member may still change, it is read per request. */
export interface DashboardHostParts {
  readonly mode: 'sandbox' | 'production';
  readonly build: DashboardBuild;
  /** All without trailing slashes. */
  readonly dashboardUrl: string;
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly payUrl: string;
  readonly trustedProxies: readonly string[];
  /** The networks that a sandbox has; in production those of the catalog. */
  readonly networks: readonly string[];
  readonly log: Log;
}

/** A network that can be paid on. */
interface DashboardNetwork {
  readonly id: NetworkId;
  readonly name: string;
  readonly chainId: number;
}

/** What the page is handed; web/dashboard/config.ts has the same shape. */
interface DashboardConfig {
  readonly mode: 'sandbox' | 'production';
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly payUrl: string;
  readonly networks: readonly DashboardNetwork[];
  readonly testWallets: readonly SignInWallet[];
}

/**
 * Builds the dashboard's host: one document for every address, which the page's own router reads, and its files. It
 * knows no session: the page itself asks the API and the auth host with the cookie of who is signed in.
 */
export async function createDashboardHost(parts: DashboardHostParts): Promise<FastifyInstance> {
  const assets = await loadAssets(parts.build);
  const page = { parts, css: styleOf(assets, parts.build.style) };
  const { trustedProxies, log } = parts;
  const app = openPageHost({
    name: 'dashboard host',
    url: () => parts.dashboardUrl,
    trustedProxies,
    log,
  });
  app.get('/assets/:name', (request, reply) =>
    sendAsset(reply, assets.get(request.url), request.headers['accept-encoding']),
  );
  app.get('/favicon.ico', (request, reply) =>
    sendAsset(reply, assets.get(parts.build.icon), request.headers['accept-encoding']),
  );
  app.get('/', (_request, reply) => sendDocument(reply, page, '/'));
  app.get('/*', async (request, reply) => {
    const readsPage = request.headers.accept?.includes('text/html') === true;
    const path = request.url.split('?', 1)[0] ?? '/';
    return readsPage
      ? await sendDocument(reply, page, path)
      : await reply.code(404).send(NOT_FOUND);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(NOT_FOUND));
  compressDocuments(app);
  return app;
}

async function sendDocument(
  reply: FastifyReply,
  { parts, css }: { readonly parts: DashboardHostParts; readonly css: string },
  path: string,
): Promise<FastifyReply> {
  const { build, apiUrl, authUrl, dashboardUrl: pageUrl } = parts;
  reply.headers(pageHeaders({ asked: [apiUrl, authUrl], pageUrl, styles: [css] }));
  return await reply.send(printDocument({ ...build, css }, configOf(parts), path));
}

function configOf(parts: DashboardHostParts): DashboardConfig {
  const { mode, apiUrl, authUrl, payUrl, networks } = parts;
  const isSandbox = mode === 'sandbox';
  return {
    mode,
    apiUrl,
    authUrl,
    payUrl,
    networks: (isSandbox ? networks.filter(isNetworkId) : NETWORK_IDS).map((id) => {
      const { name, chainId } = NETWORKS[id];
      return { id, name, chainId };
    }),
    testWallets: isSandbox ? SIGN_IN_WALLETS : [],
  };
}

/**
 * What the page is handed is an attribute: a data block would be one more thing that looks like a script to the policy. The scripts are named
 * before the style, so that they are on their way while that still comes.
 */
function printDocument(
  { script, css, icon, preloads }: DashboardBuild & { readonly css: string },
  config: DashboardConfig,
  path: string,
): string {
  const { sessionScript } = preloads;
  const later = preloadsOf(preloads, path).filter((file) => file !== sessionScript);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Florin dashboard</title>
<link rel="icon" href="${escapeHtml(icon)}" type="image/svg+xml">
${[sessionScript, ...later].map((file) => `<link rel="modulepreload" href="${escapeHtml(file)}">`).join('\n')}
<script type="module" src="${escapeHtml(script)}"></script>
<style>${css}</style>
</head>
<body>
<div id="dashboard" data-handed="${escapeHtml(JSON.stringify(config))}"></div>
<p class="unloaded" role="alert">The dashboard has not loaded yet. If it does not appear, load this page again.</p>
<script type="module" async src="${escapeHtml(sessionScript)}"></script>
<noscript><p>The dashboard needs JavaScript. Everything it does is also in the API, described at ${escapeHtml(config.apiUrl)}/docs.</p></noscript>
</body>
</html>
`;
}
