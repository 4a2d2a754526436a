import { isSameAccount } from '../wallet/same-account.ts';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import type { PageConfig } from './config.ts';

/** A currency in which one can be paid, on its network. */
export interface PayToken {
  readonly networkId: string;
  readonly networkName: string;
  readonly chainId: number;
  /** Such as `USDC-base`. */
  readonly currencyId: string;
  readonly symbol: string;
  readonly address: string;
}

/** The currencies that a destination can be in; FAU is the play money of the test network. */
const SYMBOLS: ReadonlySet<string> = new Set(['USDC', 'USDT']);
const TEST_CURRENCY = 'FAU-sepolia';

/** How addresses look where the network says nothing else. */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** What a wallet can choose on this Florin, by network. */
export function payTokens(
  { networks }: Pick<PageConfig, 'networks'>,
  wallet: string | undefined,
): readonly PayToken[] {
  return tokensOf(wallet).filter(({ networkId }) => Object.hasOwn(networks, networkId));
}

/** The token of a destination, if this page knows it and its wallet can be paid in it. */
export function tokenOf(destination: {
  readonly walletAddress: string;
  readonly chainId: number | undefined;
  readonly tokenAddress: string;
}): PayToken | undefined {
  return tokensOf(destination.walletAddress).find(
    (token) =>
      token.chainId === destination.chainId &&
      isSameAccount(token.address, destination.tokenAddress),
  );
}

/** The token of a choice of a wallet; undefined until both halves are chosen and go together. */
export function chosenToken(
  { networkId, currencyId }: { readonly networkId: string; readonly currencyId: string },
  wallet: string | undefined,
): PayToken | undefined {
  return tokensOf(wallet).find(
    (token) => token.networkId === networkId && token.currencyId === currencyId,
  );
}

/** All tokens in which an address can be paid; those of Tron are on the list once `tron.ts` is loaded. */
function tokensOf(wallet: string | undefined): readonly PayToken[] {
  return Object.entries(TRUSTED)
    .filter(([, network]) => (network.addressPattern ?? ADDRESS).test(wallet ?? ''))
    .flatMap(([networkId, { name, chainId, tokens }]) =>
      Object.entries(tokens)
        .filter(([id, { symbol }]) => SYMBOLS.has(symbol) || id === TEST_CURRENCY)
        .map(([currencyId, { symbol, address }]) => ({
          networkId,
          networkName: name,
          chainId,
          currencyId,
          symbol,
          address,
        })),
    );
}
