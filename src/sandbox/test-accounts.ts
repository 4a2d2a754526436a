import type { Hex } from '#kit/hex.ts';

/** An account whose key the whole world knows. */
export interface TestAccount {
  /** In EIP-55 form. */
  readonly address: Hex;
  readonly privateKey: Hex;
}

/** Sends what payers sign on local nodes; another account of the mnemonic of those below. */
export const SANDBOX_SENDER: TestAccount = {
  address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  privateKey: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
};

/**
 * Accounts of the mnemonic `test test test test test test test test test test test junk`, which
 * every development node ships with. Their keys are public: a signature of theirs is worth nothing,
 * and money sent to them on a public network is gone at once. The snapshots give the payer tokens;
 * all of them hold native coin on every sandbox node.
 */
export const TEST_ACCOUNTS = {
  /** Holds a million of every sandbox token. */
  payer: {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  },
  /** Is paid; holds no tokens at first. */
  payee: {
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  },
  /** Holds native coin but no tokens: somebody who cannot pay, or pays what nobody asked for. */
  unrelated: {
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
  /** Receives fees. */
  feeReceiver: {
    address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  },
  /** Owns what the published contracts let an owner set, such as the batch fee and the price feeds. */
  operator: {
    address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    privateKey: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  },
} as const satisfies Readonly<Record<string, TestAccount>>;

/**
 * Accounts of the mnemonic above that the sandbox's oracles of sanctioned addresses list: the first on every network that has an
 * oracle, the second on Ethereum alone, because the lists are separate copies.
 */
export const SANCTIONED_ACCOUNTS = {
  everywhere: {
    address: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
    privateKey: '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
  },
  onReferenceList: {
    address: '0xBcd4042DE499D14e55001CcbB24a551F3b954096',
    privateKey: '0xf214f2b2cd398c806f84e317254e0f0b801d0643303237d97a22a48e01628897',
  },
} as const satisfies Readonly<Record<string, TestAccount>>;

/** An account that two keys control together, on every local EVM node: it holds a million of every token, and coins. */
export const TEST_SAFE = {
  address: '0x1E2540D535db165627aCc28fdAb15803bf61763d',
  /** More accounts of the mnemonic above. */
  owners: [
    {
      address: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
      privateKey: '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
    },
    {
      address: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
      privateKey: '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
    },
  ],
  threshold: 2,
} as const satisfies {
  readonly address: Hex;
  readonly owners: readonly TestAccount[];
  readonly threshold: number;
};

/** An account that the payer's key alone controls, on every local EVM node: it has as much as the one above. */
export const TEST_SMART_ACCOUNT = {
  address: '0xd9f8dE3B1E996B792C5eBb78A747F974D618D172',
  owner: TEST_ACCOUNTS.payer,
} as const satisfies { readonly address: Hex; readonly owner: TestAccount };
