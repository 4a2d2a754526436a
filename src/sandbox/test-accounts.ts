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
