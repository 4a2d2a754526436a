import type { FastifyInstance } from 'fastify';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { SIGN_IN_WALLETS } from '../pages/sign-in-wallets.ts';
import type { LoadedPage, OnboardingInput } from './load-page.ts';
import { mountTokenPage } from './mount-token-page.ts';
import { isRelayed } from './relay.ts';

/** What the onboarding page is made from; read per request, as some of it may still change. */
export interface OnboardingParts {
  readonly mode: 'sandbox' | 'production';
  /** Both without trailing slashes. */
  readonly payUrl: string;
  readonly authUrl: string;
  /** By network id. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
}

/**
 * `GET /onboarding/?token=…`: the page on which a platform's owner links with a partner. The
 * token is neither logged nor checked here: the page calls the auth host with the owner's session.
 */
export function mountOnboarding(
  app: FastifyInstance,
  parts: OnboardingParts,
  page: LoadedPage<OnboardingInput>,
): void {
  mountTokenPage(app, {
    path: '/onboarding',
    render: (token) =>
      page.render({ config: configOf(parts, token), assets: { ...page.first, css: page.css } }),
    headersFor: () => ({ asked: parts.authUrl, pageUrl: parts.payUrl, styles: [page.css] }),
  });
}

function configOf(parts: OnboardingParts, token: string): OnboardingInput['config'] {
  const { mode, authUrl } = parts;
  if (mode === 'production') {
    const networks = Object.fromEntries(NETWORK_IDS.map((id) => [id, {}]));
    return { mode, authUrl, token, networks };
  }
  const served = [...parts.rpcUrls.keys()].map(
    (id) => [id, isRelayed(id) ? { rpcPath: `/rpc/${id}` } : {}] as const,
  );
  return {
    mode,
    authUrl,
    token,
    networks: Object.fromEntries(served),
    testWallets: SIGN_IN_WALLETS,
  };
}
