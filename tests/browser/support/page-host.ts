import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ensurePageBuild } from '../../../src/hosts/pay/build.ts';
import type { Inbox } from '../../../src/hosts/pay/inbox.ts';
import { createPayHost } from '../../../src/hosts/pay/pay-host.ts';

/** A running pay host in front of some API. */
export interface PageHost extends AsyncDisposable {
  readonly url: string;
  /** The page of the one link that the stub knows. */
  readonly linkUrl: string;
}

interface PageHostParts {
  readonly mode: 'sandbox' | 'production';
  readonly apiUrl: string;
  /** The stub of the onboarding tests; the pay page calls no auth host. */
  readonly authUrl?: string;
  readonly rpcUrls?: ReadonlyMap<string, readonly string[]>;
  /** What the sandbox's own receiver was sent. */
  readonly inbox?: Inbox;
  /** Where the logos and legal pages of a brand are. */
  readonly brandingFolder?: string | undefined;
  readonly safeAppOrigins?: readonly string[];
  /** How far ahead a sandbox is, in milliseconds. */
  readonly clock?: { readonly offsetMs: number };
  /** Whether the page opens the wallet for what an approval was for. */
  readonly shouldOpenWallet?: boolean;
}

/** A token as they look. */
export const TOKEN_TEXT = '01K0000000000000000000TEST';

const log = pino({ level: 'silent' });

/** Searched once, as the sources stay as they are while tests run. */
let build: ReturnType<typeof ensurePageBuild> | undefined;

// One of the same parts answers alike, and what it has shown before is still compiled in a shared page.
const unused = new Map<string, PageHost[]>();

/** A pay host of these parts, which a later test may get as well. */
export async function lendPageHost(parts: Omit<PageHostParts, 'inbox'>): Promise<PageHost> {
  const key = JSON.stringify({ ...parts, rpcUrls: [...(parts.rpcUrls ?? [])] });
  const host = unused.get(key)?.pop() ?? (await startPageHost(parts));
  return {
    url: host.url,
    linkUrl: host.linkUrl,
    [Symbol.asyncDispose]: async () => {
      unused.set(key, [...(unused.get(key) ?? []), host]);
    },
  };
}

/** Starts a pay host on a free port. */
export async function startPageHost(parts: PageHostParts): Promise<PageHost> {
  let url = 'http://127.0.0.1';
  build ??= ensurePageBuild({ log });
  const app: FastifyInstance = await createPayHost({
    mode: parts.mode,
    build: await build,
    get payUrl() {
      return url;
    },
    apiUrl: parts.apiUrl,
    authUrl: parts.authUrl ?? parts.apiUrl,
    clientId: 'cli_payPageOfTheTests',
    trustedProxies: [],
    rpcUrls: parts.rpcUrls ?? new Map(),
    ...(parts.inbox && { inbox: parts.inbox }),
    ...(parts.clock && { clock: parts.clock }),
    brandingFolder: parts.brandingFolder,
    safeAppOrigins: parts.safeAppOrigins ?? [],
    shouldOpenWallet: parts.shouldOpenWallet,
    log,
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  // One that is lent ends with the worker, which does not wait for it.
  app.server.unref();
  return {
    url,
    linkUrl: `${url}/?token=${TOKEN_TEXT}`,
    [Symbol.asyncDispose]: async () => {
      await app.close();
    },
  };
}
