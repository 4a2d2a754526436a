import { MULTI_SEND_CALL_ONLY, SIMPLE_7702_ACCOUNT } from '#catalog/accounts.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { TEST_ACCOUNTS, TEST_SAFE, TEST_SMART_ACCOUNT } from '#sandbox/test-accounts.ts';

/** Where the Safe service of each network is; the addresses end in `/api`. */
export type SandboxSafes = ReadonlyMap<NetworkId, string>;

interface SafeContract {
  readonly address: string;
  readonly multiSend: string;
}

/** A wallet of the sandbox that lives in the page; web/wallet/test-account.ts has the same shape. */
export interface PageTestWallet {
  readonly privateKey: string;
  readonly contract?:
    | { readonly kind: 'delegated'; readonly delegate: string }
    | (SafeContract & { readonly kind: 'smart_account' })
    | (SafeContract & {
        readonly kind: 'safe';
        readonly otherKey: string;
        readonly services: Readonly<Record<string, string>>;
      });
}

/**
 * The wallets that the pay page has in the sandbox: a key that signs one call after the other, the same one with
 * published code of an account, a smart account of it, and a Safe of two other keys where a Safe service is.
 */
export function testWalletsOf(safes: SandboxSafes): readonly PageTestWallet[] {
  const { privateKey } = TEST_ACCOUNTS.payer;
  const { owner, address } = TEST_SMART_ACCOUNT;
  const multiSend = MULTI_SEND_CALL_ONLY;
  return [
    { privateKey },
    { privateKey, contract: { kind: 'delegated', delegate: SIMPLE_7702_ACCOUNT } },
    { privateKey: owner.privateKey, contract: { kind: 'smart_account', address, multiSend } },
    ...(safes.size === 0 ? [] : [safeOf(safes)]),
  ];
}

function safeOf(safes: SandboxSafes): PageTestWallet {
  const { address, owners } = TEST_SAFE;
  const [first, second] = owners;
  const services = [...safes.keys()].map((id) => [NETWORKS[id].chainId, `/safe/${id}`] as const);
  return {
    privateKey: first.privateKey,
    contract: {
      kind: 'safe',
      address,
      multiSend: MULTI_SEND_CALL_ONLY,
      otherKey: second.privateKey,
      services: Object.fromEntries(services),
    },
  };
}
