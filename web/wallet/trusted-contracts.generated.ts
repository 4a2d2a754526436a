// Generated from src/catalog by scripts/generate-trusted.ts. Do not edit.
import type { TrustedContracts } from './trusted-network.ts';

/** The contracts that the page lets wallets call, by network. */
export const TRUSTED_CONTRACTS: Readonly<Record<string, TrustedContracts>> = {
  mainnet: {
    feeProxy: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
    nativeProxy: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
    conversionProxy: '0x1550A8C4F4E5afC67Ea07e8ac590fdcAdB4bBfb1',
    batch: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
  },
  'arbitrum-one': {
    feeProxy: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
    nativeProxy: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
    conversionProxy: '0xA5186dec7dC1ec85B42A3cd2Dc8289e248530B07',
    batch: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
  },
  optimism: {
    feeProxy: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
    nativeProxy: '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687',
    conversionProxy: '0x1550A8C4F4E5afC67Ea07e8ac590fdcAdB4bBfb1',
    batch: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
  },
  base: {
    feeProxy: '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814',
    nativeProxy: '0xd9C3889eB8DA6ce449bfFE3cd194d08A436e96f2',
    conversionProxy: '0x8296D56321cf207925a7804E5A8E3F579838e6Ad',
    batch: '0x1aF3f22685AcdDc788B3730ed415912d8f654420',
  },
  matic: {
    feeProxy: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
    nativeProxy: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
    conversionProxy: '0xf0f49873C50765239F6f9534Ba13c4fe16eD5f2E',
    batch: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
  },
  bsc: {
    feeProxy: '0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9',
    nativeProxy: '0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8',
    conversionProxy: '0xbbd9c5D112343A4Aa2bc194245760CaeeaF118Be',
    batch: '0x3cF63891928B8CeebB81C95426600a18cd59C03f',
  },
  sepolia: {
    feeProxy: '0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE',
    nativeProxy: '0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687',
    conversionProxy: '0xaD61121DAfAAe495095Cd466022b519Cb7503a4E',
    batch: '0x67818703c92580c0e106e401F253E8A410A66f8B',
  },
};

/** How conversion paths name the fiat currencies. */
export const FIAT_HASHES: Readonly<Record<string, string>> = {
  USD: '0x775eb53d00dd0acd3ec1696472105d579b9b386b',
  EUR: '0x17b4158805772ced11225e77339f90beb5aae968',
  GBP: '0x013f29832cd6525c4c6df81c2aae8032a1ff2db2',
  CNY: '0x66710cc1372861ec5d5537c075b527b7b3c63c5f',
  JPY: '0xf68fb12aa78e5c2b3eebd71441a990cd5757055c',
};

/** Where a fee of zero goes. */
export const NO_FEE_ADDRESS = '0x000000000000000000000000000000000000dEaD';
