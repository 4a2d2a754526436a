import type { NetworkId } from './networks.ts';

/** The audited contracts that carry payments, by their published names. */
export interface NetworkContracts {
  /** Pays ERC-20 (on Tron: TRC-20) tokens with a reference and a fee. */
  readonly erc20FeeProxy: string;
  /** Pays the native coin with a reference and a fee. */
  readonly ethereumFeeProxy: string | undefined;
  /** Pays in a token an amount invoiced in another currency, at the current rate. */
  readonly erc20ConversionProxy: string | undefined;
  /** Pays in the native coin an amount invoiced in another currency; only the batch contract calls it. */
  readonly ethConversionProxy: string | undefined;
  /** Reads the price feeds and multiplies their rates along a path. */
  readonly conversionPath: string | undefined;
  /** Makes many payments of all kinds in one transaction. */
  readonly batchPayments: string | undefined;
  /** Makes many payments of tokens in one transaction through the fee proxy; on Tron only. */
  readonly erc20BatchPayments?: string;
}

const MATIC_LIKE = '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9';
const MAINNET_NATIVE = '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8';
const OPTIMISM_LIKE = '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE';
const OPTIMISM_NATIVE = '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687';
const MAINNET_CONVERSION = '0x1550A8C4F4E5afC67Ea07e8ac590fdcAdB4bBfb1';
const MATIC_PATH = '0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA';

/** What stands at one address on Ethereum, Arbitrum, Optimism, Polygon and BNB Smart Chain. */
const SHARED = {
  ethConversionProxy: '0x7Ebf48a26253810629C191b56C3212Fd0D211c26',
  batchPayments: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
};

/**
 * Where the contracts stand on each public network, as the published artifacts of the Request
 * Network contracts name them: version 0.2.0 of the fee proxies and 0.1.0 of the batch contract, and
 * of the conversion contracts the newest that each network has. `scripts/make-contracts.ts` compares
 * this table with those artifacts.
 */
export const CONTRACTS: Readonly<Record<NetworkId, NetworkContracts>> = {
  mainnet: {
    ...SHARED,
    erc20FeeProxy: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
    ethereumFeeProxy: MAINNET_NATIVE,
    erc20ConversionProxy: MAINNET_CONVERSION,
    conversionPath: '0xC5519f3fcECC8EC85caaF8836563dEe9a00080f9',
  },
  'arbitrum-one': {
    ...SHARED,
    erc20FeeProxy: MATIC_LIKE,
    ethereumFeeProxy: MAINNET_NATIVE,
    erc20ConversionProxy: '0xA5186dec7dC1ec85B42A3cd2Dc8289e248530B07',
    conversionPath: MATIC_PATH,
  },
  optimism: {
    ...SHARED,
    erc20FeeProxy: OPTIMISM_LIKE,
    ethereumFeeProxy: OPTIMISM_NATIVE,
    erc20ConversionProxy: MAINNET_CONVERSION,
    conversionPath: MATIC_PATH,
  },
  base: {
    erc20FeeProxy: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
    ethereumFeeProxy: '0xd9C3889eB8DA6ce449bfFE3cd194d08A436e96f2',
    erc20ConversionProxy: '0x8296D56321cf207925a7804E5A8E3F579838e6Ad',
    ethConversionProxy: '0xEdfD8386d5DE52072B4Ad8dC69BBD0bB89f9A1fb',
    conversionPath: '0x3dF89c727eaDF67eeD7b4d09EC4F2b41f8Dec2ca',
    batchPayments: '0x1aF3f22685AcdDc788B3730ed415912d8f654420',
  },
  matic: {
    ...SHARED,
    erc20FeeProxy: MATIC_LIKE,
    ethereumFeeProxy: MAINNET_NATIVE,
    erc20ConversionProxy: '0xf0f49873C50765239F6f9534Ba13c4fe16eD5f2E',
    conversionPath: MATIC_PATH,
  },
  bsc: {
    ...SHARED,
    erc20FeeProxy: MATIC_LIKE,
    ethereumFeeProxy: MAINNET_NATIVE,
    erc20ConversionProxy: '0xbbd9c5D112343A4Aa2bc194245760CaeeaF118Be',
    conversionPath: MATIC_PATH,
  },
  tron: {
    erc20FeeProxy: 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
    erc20BatchPayments: 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D',
    ethereumFeeProxy: undefined,
    erc20ConversionProxy: undefined,
    ethConversionProxy: undefined,
    conversionPath: undefined,
    batchPayments: undefined,
  },
  sepolia: {
    erc20FeeProxy: OPTIMISM_LIKE,
    ethereumFeeProxy: OPTIMISM_NATIVE,
    erc20ConversionProxy: '0xaD61121DAfAAe495095Cd466022b519Cb7503a4E',
    ethConversionProxy: '0xc861aE0Cd70b73b0C8F1D62Fa669E6D1d7D7e0aB',
    conversionPath: '0x7c285b9F2dA5E2c10feA25C00Ce1aCB107F85475',
    batchPayments: '0x67818703c92580c0e106e401F253E8A410A66f8B',
  },
};

/**
 * keccak-256 of the code of the published batch contract, version 0.1.0. Nothing in it differs
 * by network: its proxies and its fee are storage, which its owner may change.
 */
export const BATCH_CODE_HASH = '0xf37ca36f35b948420e7c460eedd26934eaf08ad87fe4343e48198ae66f31125e';

/** Where Permit2 stands on every EVM network. */
export const PERMIT2_ADDRESS = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/** Where a fee of zero goes: the address that the public API puts into calldata without a fee. */
export const NO_FEE_ADDRESS = '0x000000000000000000000000000000000000dEaD';
