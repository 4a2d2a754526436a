import { keccak256, toHex } from 'viem';
import { readAddress } from '#catalog/addresses.ts';
import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type {
  Chain,
  ChainPayment,
  Chains,
  PaymentKind,
  Rate,
  TokenBalance,
} from '#chains/chain.ts';
import { callOfStep } from '#chains/evm/evm-chain.ts';
import { evmNetworkFeeUnits } from '#chains/evm/needs.ts';
import { checkSignIn, readWallet } from '#chains/sign-in.ts';
import { Outage } from '#kit/failure.ts';

/** A chain on which nothing happens: it returns fixed values and counts its calls. */
interface StillChain extends Chain {
  /** What the next question about a wallet answers; undefined makes the node unreachable. */
  balances: StillBalances | undefined;
  /** What a conversion of a whole unit of the invoice, a hundred million of its units, takes; undefined where there is no path. */
  rate: Rate | undefined;
  /** What the batch contract takes for itself, of 10,000. */
  batchFeeBps: bigint;
  /** What the batch contract pays as published. */
  publishedKinds: readonly PaymentKind[];
  /** Who refuses whatever they are sent; a wallet that is here sends no tokens either. */
  refusing: ReadonlySet<string>;
  reads: number;
}

/** What is known of a wallet: of each token by its address where it is named, else of any. */
interface StillBalances extends TokenBalance {
  readonly nativeBalanceUnits: bigint;
  readonly gasPriceUnits: bigint;
  readonly tokens?: Readonly<Record<string, TokenBalance>>;
}

/** A wallet with enough of everything and no allowance. */
export const RICH: StillBalances = {
  balanceUnits: 10n ** 30n,
  allowanceUnits: 0n,
  nativeBalanceUnits: 10n ** 20n,
  gasPriceUnits: 1_000_000_000n,
};

const BATCHED_GAS = { token: 60_000n, native: 50_000n, conversion: 150_000n };

const STILL_NEEDS: Chain['needs'] = {
  approval: { gas: 60_000n },
  payment: {
    token: { gas: 110_000n },
    native: { gas: 90_000n },
    conversion: { gas: 200_000n },
  },
  batch: {
    base: { gas: 60_000n, bytes: 1_300n },
    perToken: { gas: 100_000n },
    perPayment: ({ kind }) => ({ gas: BATCHED_GAS[kind], bytes: 384n }),
    max: { gas: 15_000_000n, bytes: 120_000n },
  },
};

/** What the contracts of the network can do. */
function capabilitiesOf(network: NetworkId): Chain['capabilities'] {
  const { ethereumFeeProxy, erc20ConversionProxy, batchPayments } = CONTRACTS[network];
  return {
    native: ethereumFeeProxy !== undefined,
    conversion: erc20ConversionProxy !== undefined,
    batch: batchPayments !== undefined,
  };
}

async function* nothing() {
  yield* [];
}

/** A chain that stands still, for tests of what modules do with the answers of a chain. */
export function stillChain(network: NetworkId): StillChain {
  const chain: StillChain = {
    network: NETWORKS[network],
    balances: RICH,
    reads: 0,
    rate: undefined,
    batchFeeBps: 0n,
    publishedKinds: ['token', 'native', 'conversion'],
    refusing: new Set(),
    needs: STILL_NEEDS,
    networkFeeUnits: evmNetworkFeeUnits,
    capabilities: capabilitiesOf(network),
    readPayerBalances: async (_wallet, queries) => {
      chain.reads += 1;
      const { balances } = chain;
      if (balances === undefined) throw new Outage('the node of the test is down');
      const { nativeBalanceUnits, gasPriceUnits, tokens } = balances;
      return {
        nativeBalanceUnits,
        resources: { prices: { gas: gasPriceUnits } },
        tokens: queries.map(({ tokenAddress }) => tokens?.[tokenAddress] ?? balances),
      };
    },
    simulateTransfers: async (wallet, queries) =>
      queries.map(({ tokenAddress, payeeAddress }) =>
        chain.refusing.has(payeeAddress) || (tokenAddress && chain.refusing.has(wallet))
          ? 'refused'
          : 'accepted',
      ),
    readRates: async (queries) =>
      queries.map(
        ({ invoiceUnits }) =>
          chain.rate && {
            ...chain.rate,
            outUnits: (chain.rate.outUnits * invoiceUnits) / 10n ** 8n,
          },
      ),
    readBatchFeeBps: async () => chain.batchFeeBps,
    readBatchContract: async () => batchContractOf(chain),
    checkChainId: async () => undefined,
    readHead: async () => 1n,
    readOutcome: async () => undefined,
    nodes: () => [{ name: '1', owner: '1', state: 'healthy', errors: 0 }],
    checkAgreement: async () => ({ agree: 1, disagree: [], silent: 0 }),
    isAddress: (text) => !('problem' in readAddress(NETWORKS[network].family, text)),
    normalAddress: (text) => text,
    prepare: async (steps) => steps.map((step) => callOfStep(encoding, step)),
    referenceKey: (reference) => keccak256(reference),
    follow: nothing,
    scan: nothing,
    eachNode: () => [{ name: '1', scan: nothing }],
    broadcast: async () => '0x',
    checkSignIn: async () => false,
    close: async () => undefined,
  };
  return chain;
}

const batchContractOf = ({ batchFeeBps: feeBps, publishedKinds }: StillChain) => ({
  feeBps,
  publishedKinds,
});

const encoding: Parameters<typeof callOfStep>[0] = {
  encodeApproval: (to, units, spender) => ({
    to,
    data: toHex(
      spender === 'fee_proxy'
        ? `approve ${units}`
        : `approve ${units} ${typeof spender === 'string' ? spender : spender.account}`,
    ),
    valueUnits: 0n,
  }),
  encodePayment: (payment) => ({
    to: '0x2222222222222222222222222222222222222222',
    data: toHex(sayPayment(payment)),
    valueUnits: coinsOf(payment),
  }),
  encodeBatch: (payments, feeAddress) => ({
    to: '0x9999999999999999999999999999999999999999',
    data: toHex([`batch ${feeAddress}`, ...payments.map(sayPayment)].join('\n')),
    valueUnits: payments.reduce((sum, payment) => sum + coinsOf(payment), 0n),
  }),
};

/** A payment in words, so that a test can read what was encoded. */
function sayPayment(payment: ChainPayment): string {
  const { paymentReference, feeAddress } = payment;
  const said =
    payment.kind === 'conversion'
      ? `convert ${payment.invoiceUnits} max ${payment.maxToSpendUnits} age ${payment.maxRateAgeSeconds} ${paymentReference} fee ${payment.feeInvoiceUnits}`
      : `${payment.kind === 'native' ? 'pay native' : 'pay'} ${payment.amountUnits} ${paymentReference} fee ${payment.feeUnits}`;
  return `${said} ${feeAddress}`;
}

function coinsOf(payment: ChainPayment): bigint {
  return payment.kind === 'native' ? payment.amountUnits + payment.feeUnits : 0n;
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
