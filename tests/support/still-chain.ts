import { keccak256, toHex } from 'viem';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { Chain, Chains, PayerFacts } from '#chains/chain.ts';
import { checkSignIn, readWallet } from '#chains/sign-in.ts';
import { Outage } from '#kit/failure.ts';

/** A chain on which nothing happens: it tells fixed facts and counts how often it was asked. */
interface StillChain extends Chain {
  /** What the next question about a wallet answers; undefined makes the node unreachable. */
  facts: PayerFacts | undefined;
  reads: number;
}

/** A wallet with enough of everything and no allowance. */
export const RICH: PayerFacts = {
  balanceUnits: 10n ** 30n,
  allowanceUnits: 0n,
  nativeBalanceUnits: 10n ** 20n,
  gasPriceUnits: 1_000_000_000n,
};

/** A chain that stands still, for tests of what rooms do with the answers of a chain. */
export function stillChain(network: NetworkId): StillChain {
  const chain: StillChain = {
    network: NETWORKS[network],
    facts: RICH,
    reads: 0,
    gasNeeds: { approval: 60_000n, payment: 110_000n },
    readPayerFacts: async () => {
      chain.reads += 1;
      if (chain.facts === undefined) throw new Outage('the node of the test is down');
      return chain.facts;
    },
    checkChainId: async () => undefined,
    readHead: async () => 1n,
    readOutcome: async () => undefined,
    isAddress: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
    normalAddress: (text) => text,
    encodeApproval: (to, units) => ({ to, data: toHex(`approve ${units}`), valueUnits: 0n }),
    encodePayment: (payment) => ({
      to: '0x2222222222222222222222222222222222222222',
      data: toHex(
        `pay ${payment.amountUnits} ${payment.paymentReference} fee ${payment.feeUnits} ${payment.feeAddress}`,
      ),
      valueUnits: 0n,
    }),
    referenceTopic: (reference) => keccak256(reference),
    follow: async function* () {
      yield* [];
    },
    broadcast: async () => '0x',
    checkSignIn: async () => false,
    close: async () => undefined,
  };
  return chain;
}

/** An installation that is connected to these chains and to no other. */
export function connected(...chains: readonly Chain[]): Chains {
  return {
    all: chains,
    get: (id) => chains.find((chain) => chain.network.id === id),
    readWallet,
    checkSignIn: (claim) =>
      checkSignIn(
        claim,
        chains.find(({ network }) => network.chainId === claim.chainId),
      ),
  };
}
