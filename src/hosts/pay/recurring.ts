import type { FastifyInstance } from 'fastify';
import { NETWORK_IDS } from '#catalog/networks.ts';
import type { LoadedPage, RecurringInput } from './load-page.ts';
import { mountTokenPage } from './mount-token-page.ts';
import { isRelayed } from './relay.ts';
import { testWalletsOf } from './test-wallets.ts';

/** What the page of a schedule is made from; read per request, as some of it may still change. */
export interface RecurringParts {
  readonly mode: 'sandbox' | 'production';
  /** Both without trailing slashes. */
  readonly payUrl: string;
  readonly apiUrl: string;
  readonly clientId: string;
  /** By network id. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
  /** By network id, where the operator has a contract of their own that takes payments on a schedule. */
  readonly recurringProxies?: ReadonlyMap<string, string>;
}

/**
 * `GET /recurring/?token=…`: the page on which a payer signs a schedule, follows and stops it. The token is neither
 * logged nor checked here: the page itself asks the API.
 */
export function mountRecurring(
  app: FastifyInstance,
  parts: RecurringParts,
  page: LoadedPage<RecurringInput>,
): void {
  mountTokenPage(app, {
    path: '/recurring',
    render: (token) =>
      page.render({ config: configOf(parts, token), assets: { ...page.first, css: page.css } }),
    headersFor: () => ({ asked: parts.apiUrl, pageUrl: parts.payUrl, styles: [page.css] }),
  });
}

function configOf(parts: RecurringParts, token: string): RecurringInput['config'] {
  const { mode, apiUrl, clientId } = parts;
  const isSandbox = mode === 'sandbox';
  const networks = (isSandbox ? [...parts.rpcUrls.keys()] : NETWORK_IDS).map((id) => {
    const recurringProxy = parts.recurringProxies?.get(id);
    const known = {
      ...(isSandbox && isRelayed(id) && { rpcPath: `/rpc/${id}` }),
      ...(recurringProxy !== undefined && { recurringProxy }),
    };
    return [id, known] as const;
  });
  return {
    mode,
    apiUrl,
    clientId,
    token,
    networks: Object.fromEntries(networks),
    // The contract checks signatures of keys alone: accounts that are contracts cannot sign here.
    ...(isSandbox && { testWallets: testWalletsOf(new Map()).filter(({ contract }) => !contract) }),
  };
}
