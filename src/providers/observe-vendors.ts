import type { IdentityProvider } from './identity-provider.ts';
import type { CallObserver } from './observe-calls.ts';
import type { OffRampProvider } from './off-ramp-provider.ts';
import type { WalletScreener } from './wallet-screener.ts';

/** The same vendor, whose calls are observed. */
export function observeScreener(
  screener: WalletScreener,
  { observe, observed }: CallObserver,
): WalletScreener {
  return { ...screener, screen: (query) => observe(() => screener.screen(query)), observed };
}

/** The same provider, whose calls are observed. */
export function observeIdentityProvider(
  provider: IdentityProvider,
  { observe, observed }: CallObserver,
): IdentityProvider {
  return {
    ...provider,
    start: (query) => observe(() => provider.start(query)),
    readStatus: (reference) => observe(() => provider.readStatus(reference)),
    checkAccess: () => observe(() => provider.checkAccess()),
    observed,
  };
}

/** The same provider, whose calls are observed. */
export function observeOffRamp(
  provider: OffRampProvider,
  { observe, observed }: CallObserver,
): OffRampProvider {
  return {
    ...provider,
    registerAccount: (account, key) => observe(() => provider.registerAccount(account, key)),
    readAccount: (id) => observe(() => provider.readAccount(id)),
    quote: (query, key) => observe(() => provider.quote(query, key)),
    createOrder: (input) => observe(() => provider.createOrder(input)),
    readOrder: (id) => observe(() => provider.readOrder(id)),
    observed,
  };
}
