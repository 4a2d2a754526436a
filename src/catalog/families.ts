import type { ChainFamily } from './networks.ts';

/** The ways in which the links of a bundle are paid together, as the specification names them. */
export const BUNDLE_KINDS = ['evm_same_chain', 'evm_cross_chain', 'tron_batch'] as const;

/** A way in which the links of a bundle are paid together. */
export type BundleKind = (typeof BUNDLE_KINDS)[number];

/** What differs between families of chains and must be available without a connected network. */
export interface FamilyProperties {
  /** Whether there is an adapter, so that networks can be connected and payments requested there. */
  readonly canConnect: boolean;
  /** Whether one transaction can pay several requests of a link. */
  readonly batchesRequests: boolean;
  /** How bundles of links are paid there, and which of these ways can be prepared. */
  readonly bundleKinds: readonly BundleKind[];
  readonly preparedBundleKinds: readonly BundleKind[];
  /** Whether a bundle there is in one currency also where its way of paying was not asked for. */
  readonly bundlesOneCurrency: boolean;
  /** Whether each transaction of a bundle names the children that it pays; wallets of other families refuse such a field. */
  readonly transactionsNameChildren: boolean;
  /**
   * Whether the fee that a call names is a payment with a reference of its own in links, as the others are: the batch
   * contract there pays the fees inside its payments to one receiver and under no reference of theirs.
   */
  readonly paysFeesApart: boolean;
  /** Whether a payment there can come from another chain, or from a Safe and other smart accounts. */
  readonly hasOtherSources: boolean;
  /** What EIP-4361 lets differ in the message that a wallet signs to sign in. */
  readonly signIn: {
    /** The word before "account". */
    readonly chainName: string;
    /** Whether the message names a chain; wallets of a family with one chain need none. */
    readonly namesChain: boolean;
  };
  /** Whether its wallets sign EIP-712 data in the one form that we check. */
  readonly signsTypedData: boolean;
}

/** The families of chains. `Chain.capabilities` says what a single network can do. */
export const FAMILIES: Readonly<Record<ChainFamily, FamilyProperties>> = {
  evm: {
    canConnect: true,
    batchesRequests: true,
    bundleKinds: ['evm_same_chain', 'evm_cross_chain'],
    preparedBundleKinds: ['evm_same_chain'],
    bundlesOneCurrency: false,
    transactionsNameChildren: false,
    paysFeesApart: false,
    hasOtherSources: true,
    signIn: { chainName: 'Ethereum', namesChain: true },
    signsTypedData: true,
  },
  tron: {
    canConnect: true,
    batchesRequests: false,
    bundleKinds: ['tron_batch'],
    preparedBundleKinds: ['tron_batch'],
    bundlesOneCurrency: true,
    transactionsNameChildren: true,
    paysFeesApart: true,
    hasOtherSources: false,
    signIn: { chainName: 'Tron', namesChain: false },
    signsTypedData: false,
  },
};
