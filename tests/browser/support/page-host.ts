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
}

/** A token as they look. */
export const TOKEN_TEXT = '01K0000000000000000000TEST';

const log = pino({ level: 'silent' });

/** Searched once, as the sources stay as they are while tests run. */
let build: ReturnType<typeof ensurePageBuild> | undefined;

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
    brandingFolder: parts.brandingFolder,
    safeAppOrigins: parts.safeAppOrigins ?? [],
    log,
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    linkUrl: `${url}/?token=${TOKEN_TEXT}`,
    [Symbol.asyncDispose]: async () => {
      await app.close();
    },
  };
}
