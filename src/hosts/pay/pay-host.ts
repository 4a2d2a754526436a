import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNetworkId, NETWORK_IDS, NETWORKS } from '#catalog/networks.ts';
import { type OffsetClock, systemClock } from '#kit/clock.ts';
import { chooseLanguage, namedLanguage } from '#kit/languages.ts';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/log.ts';
import { type Asset, NOT_FOUND, sendAsset } from '../pages/assets.ts';
import { compressDocuments } from '../pages/compress-documents.ts';
import { openPageHost } from '../pages/open-page-host.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { mountBranding } from './branding.ts';
import type { PageBuild } from './build.ts';
import { mountEmbed } from './embed.ts';
import { type Inbox, mountInbox } from './inbox.ts';
import { inboxStyle } from './inbox-style.ts';
import { languageLinks } from './language-links.ts';
import {
  type EmbedInput,
  type LoadedPage,
  loadPage,
  type OnboardingInput,
  type PageInput,
  type RecurringInput,
} from './load-page.ts';
import { mountOnboarding } from './onboarding.ts';
import { mountPageClock } from './page-clock.ts';
import { mountPaymaster, paymasterUrlOf } from './paymaster.ts';
import { queryApi } from './query-api.ts';
import { readToken, TOKEN_CHARACTERS_MAX } from './read-token.ts';
import { mountReceipt } from './receipt.ts';
import { receiptStyle } from './receipt-style.ts';
import { mountRecurring } from './recurring.ts';
import { isRelayed, mountRelay } from './relay.ts';
import { isManifestToken, mountSafeApp, sendManifest } from './safe-app.ts';
import { mountSafeRelay } from './safe-relay.ts';
import { mountSandboxIdentity } from './sandbox-identity.ts';
import { mountShopScript } from './shop-script.ts';
import { type SandboxSafes, testWalletsOf } from './test-wallets.ts';
import { openTranslations, type Translations } from './translations.ts';

/** What the pay page's host is made from. Where a member may still change, it is read per request. */
export interface PayHostParts {
  readonly mode: 'sandbox' | 'production';
  /** From `ensurePageBuild`, which a start runs beside slower things. */
  readonly build: PageBuild;
  /** All without trailing slashes. */
  readonly payUrl: string;
  readonly apiUrl: string;
  /** The API that the onboarding page calls. */
  readonly authUrl: string;
  /** The page's own client ID, which lists the pay page's origin. */
  readonly clientId: string;
  readonly trustedProxies: readonly string[];
  /** By network id; relayed in the sandbox only. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** By network id, where it differs from the catalog's. */
  readonly confirmations?: Config['confirmations'];
  /** Where owners of the test Safe propose and sign; used in the sandbox only. */
  readonly safes?: SandboxSafes;
  /** By network id, the operator's own contract for payments on a schedule; the published one where left out. */
  readonly recurringProxies?: ReadonlyMap<string, string>;
  /** What the sandbox's own receiver keeps; in production there is none. */
  readonly inbox?: Inbox | undefined;
  /** Where logos and legal pages of partners are; undefined has none. */
  readonly brandingFolder?: string | undefined;
  /** Interfaces of Safe that may frame the page of a link; none where left out. */
  readonly safeAppOrigins?: readonly string[];
  /** Where the sandbox's identity provider serves; undefined where it has none, and never used in production. */
  readonly identityProviderUrl?: string | undefined;
  /** The clock of a sandbox, which can be moved. */
  readonly clock?: Pick<OffsetClock, 'offsetMs'>;
  /** The app in which owners of Safes sign; undefined offers no way there. */
  readonly safeAppUrl?: string | undefined;
  /** What the page needs for WalletConnect; it offers none where left out. */
  readonly walletConnect?: Config['walletConnect'];
  /** Whether the page opens the wallet for what an approval was for; it waits for the payer where left out. */
  readonly shouldOpenWallet?: boolean | undefined;
  /** The networks on which the operator pays for operations of smart accounts; none where left out. */
  readonly sponsored?: ReadonlySet<string>;
  readonly log: Log;
}

/**
 * Builds the pay page's host: the page with the payment already in it, the onboarding page, their
 * files, and in the sandbox a relay to the local nodes and the inbox. The caller listens and closes.
 */
export async function createPayHost(parts: PayHostParts): Promise<FastifyInstance> {
  const [page, onboarding, recurring, embed] = await Promise.all([
    loadPage(parts.build),
    loadPage<OnboardingInput>(parts.build.onboarding),
    loadPage<RecurringInput>(parts.build.recurring),
    loadPage<EmbedInput>(parts.build.embed),
  ]);
  const translations = openTranslations({ english: { page, embed }, log: parts.log });
  const [style, paper] = [inboxStyle(), receiptStyle()];
  const assets = new Map([
    ...page.assets,
    ...onboarding.assets,
    ...recurring.assets,
    ...embed.assets,
    [style.path, style.asset],
    [paper.path, paper.asset],
  ]);
  const app = openPageHost({
    name: 'pay host',
    url: () => parts.payUrl,
    trustedProxies: parts.trustedProxies,
    log: parts.log,
  });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && request.headers.accept?.includes('text/html') === true) {
      return await sendLost(request, reply, { parts, translations });
    }
    return await reply.code(404).send(NOT_FOUND);
  });
  mountPage(app, { parts, translations, assets, iconPath: page.first.icon });
  mountOnboarding(app, parts, onboarding);
  mountRecurring(app, parts, recurring);
  mountEmbed(app, parts, translations);
  const { style: pageStyle, icon } = page.first;
  await mountReceipt(app, parts, { styles: [pageStyle, paper.path], icon });
  await mountShopScript(app, parts.build);
  mountPaymaster(app, { ...parts, networks: parts.sponsored ?? new Set() });
  mountBranding(app, { folder: parts.brandingFolder, log: parts.log });
  if (parts.mode === 'sandbox') mountRelay(app, parts.rpcUrls);
  if (parts.mode === 'sandbox' && parts.clock !== undefined) mountPageClock(app, parts.clock);
  compressDocuments(app);
  if (parts.mode === 'sandbox') mountSafeRelay(app, parts.safes ?? new Map());
  if (parts.mode === 'sandbox') await mountSandboxPages(app, parts, [page.first.style, style.path]);
  return app;
}

/** What testers use, beside the pages of payers. */
async function mountSandboxPages(
  app: FastifyInstance,
  { inbox, apiUrl, payUrl, identityProviderUrl: providerUrl }: PayHostParts,
  styles: readonly string[],
): Promise<void> {
  if (inbox !== undefined) await mountInbox(app, { inbox, apiUrl, payUrl, styles });
  if (providerUrl === undefined) return;
  await mountSandboxIdentity(app, { apiUrl, payUrl, providerUrl, styles });
}

interface PageSource {
  readonly parts: PayHostParts;
  readonly translations: Translations;
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, translations }: PageSource,
): Promise<FastifyReply> {
  const token = readToken(request.query);
  const [page, first] = await Promise.all([
    pageFor(request, reply, translations),
    token === '' ? undefined : firstAnswer(token, request, parts),
  ]);
  const [lang] = namedLanguage(request.query);
  const { firstButton, moneyNotice } = parts.build;
  const { html, status, style, scripts, framedBy } = page.render({
    config: configOf(parts, token),
    first,
    assets: { ...page.first, css: page.css, firstButton, moneyNotice },
    nowMs: nowOf(parts),
    languages: languageLinks(request.url),
    lang,
  });
  const { payUrl } = parts;
  const asked = [parts.apiUrl, ...walletConnectHosts(parts)];
  const styles = [page.css, ...(style === undefined ? [] : [style])];
  reply.code(status).headers(pageHeaders({ asked, pageUrl: payUrl, styles, scripts, framedBy }));
  // It knows no list of origins; beside a policy that has one it would only contradict it.
  if (framedBy !== undefined) reply.removeHeader('x-frame-options');
  if (first?.retryAfterS !== undefined) reply.header('retry-after', String(first.retryAfterS));
  return await reply.send(html);
}

/** The page, what it is made of, and the page as an app of interfaces of Safe. */
function mountPage(
  app: FastifyInstance,
  {
    parts,
    translations,
    assets,
    iconPath,
  }: PageSource & {
    readonly assets: ReadonlyMap<string, Asset>;
    readonly iconPath: string;
  },
): void {
  const safeApp = {
    payUrl: parts.payUrl,
    origins: parts.safeAppOrigins ?? [],
    iconPath,
  };
  const sendIcon = (request: FastifyRequest, reply: FastifyReply) =>
    sendAsset(reply, assets.get(iconPath), request.headers['accept-encoding']);
  app.get('/', (request, reply) =>
    isManifestToken(readToken(request.query)) && safeApp.origins.length > 0
      ? sendManifest(request, reply, safeApp)
      : sendPage(request, reply, { parts, translations }),
  );
  mountSafeApp(app, safeApp, sendIcon);
  app.get('/assets/:name', (request, reply) =>
    sendAsset(reply, assets.get(request.url), request.headers['accept-encoding']),
  );
  app.get<{ Params: { language: string } }>(
    '/assets/:language/:name',
    async ({ url, params, headers }, reply) => {
      const asset = await translations.assetAt(params.language, url);
      return await sendAsset(reply, asset, headers['accept-encoding']);
    },
  );
  app.get('/favicon.ico', sendIcon);
}

/** A person who mistyped the address reads the form of a payment link. */
async function sendLost(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, translations }: PageSource,
): Promise<FastifyReply> {
  const config = configOf(parts, '');
  const page = await pageFor(request, reply, translations);
  const { html, scripts } = page.render({
    config,
    first: undefined,
    assets: { ...page.first, css: page.css },
    nowMs: nowOf(parts),
  });
  return await reply
    .code(404)
    .headers(
      pageHeaders({ asked: parts.apiUrl, pageUrl: parts.payUrl, styles: [page.css], scripts }),
    )
    .send(html);
}

/** The page in the language of whoever opens it. */
async function pageFor(
  { query, headers }: FastifyRequest,
  reply: FastifyReply,
  translations: Translations,
): Promise<LoadedPage<PageInput>> {
  reply.header('vary', 'Accept-Language');
  const language = chooseLanguage({ query, accepted: headers['accept-language'] });
  return (await translations.in(language)).page;
}

/** The time by which links expire. */
function nowOf({ clock }: PayHostParts): number {
  return systemClock().getTime() + (clock?.offsetMs ?? 0);
}

async function firstAnswer(token: string, request: FastifyRequest, parts: PayHostParts) {
  // What cannot be a token is no link; the API need not be called.
  if (token.length > TOKEN_CHARACTERS_MAX) return { status: 404, body: null };
  const { apiUrl, payUrl, clientId, log } = parts;
  return await queryApi({
    apiUrl,
    payUrl,
    clientId,
    path: `secure-payments/${encodeURIComponent(token)}`,
    log,
    ip: request.ip,
    correlationId: request.id,
  });
}

function configOf(parts: PayHostParts, token: string): PageInput['config'] {
  const sandbox = parts.mode === 'sandbox';
  const served = sandbox ? [...parts.rpcUrls.keys()] : NETWORK_IDS;
  const isSponsored = (id: string) => token !== '' && parts.sponsored?.has(id) === true;
  const networks = served.map((id) => {
    const confirmations = confirmationsOf(parts, id);
    return [
      id,
      {
        ...(confirmations !== undefined && { confirmations }),
        ...(sandbox && isRelayed(id) && { rpcPath: `/rpc/${id}` }),
        ...(isSponsored(id) && { paymasterUrl: paymasterUrlOf(parts.payUrl, token) }),
      },
    ] as const;
  });
  return {
    mode: parts.mode,
    apiUrl: parts.apiUrl,
    clientId: parts.clientId,
    token,
    networks: Object.fromEntries(networks),
    ...(sandbox && { testWallets: testWalletsOf(parts.safes ?? new Map()) }),
    safeAppOrigins: parts.safeAppOrigins,
    ...(parts.safeAppUrl !== undefined && { safeAppUrl: parts.safeAppUrl }),
    ...(parts.walletConnect !== undefined && { walletConnect: parts.walletConnect }),
    ...(parts.shouldOpenWallet === true && { shouldOpenWallet: true }),
  };
}

/** Where the page reads networks for wallets that it reaches through a relay; in the sandbox its own host passes JSON-RPC on. */
const WALLETCONNECT_NODES = 'https://rpc.walletconnect.org';

/** What the page calls for WalletConnect, where that is switched on. */
function walletConnectHosts({ mode, walletConnect }: PayHostParts): readonly string[] {
  if (walletConnect === undefined) return [];
  return [walletConnect.relayUrl, ...(mode === 'production' ? [WALLETCONNECT_NODES] : [])];
}

/** A depth, where a depth is what counts; a node's own word has none to show. */
function confirmationsOf({ mode, confirmations }: PayHostParts, id: string): number | undefined {
  const set = confirmations?.get(id);
  if (set !== undefined) return typeof set === 'number' ? set : undefined;
  if (mode === 'sandbox') return 1;
  const rule = isNetworkId(id) ? NETWORKS[id].confirmed : undefined;
  return rule?.by === 'depth' ? rule.blocks : undefined;
}
