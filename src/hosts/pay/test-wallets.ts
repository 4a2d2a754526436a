import { MULTI_SEND_CALL_ONLY } from '#catalog/accounts.ts';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import { TEST_ACCOUNTS, TEST_SAFE } from '#sandbox/test-accounts.ts';

/** Where the Safe service of each network is; the addresses end in `/api`. */
export type SandboxSafes = ReadonlyMap<NetworkId, string>;

/** A wallet of the sandbox that lives in the page; web/wallet/test-account.ts has the same shape. */
export interface PageTestWallet {
  readonly privateKey: string;
  readonly contract?: {
    readonly kind: 'safe';
    readonly address: string;
    readonly multiSend: string;
    readonly otherKey: string;
    readonly services: Readonly<Record<string, string>>;
  };
}

/** The wallets that the pay page has in the sandbox: a key that signs, and a Safe of two keys where a service is. */
export function testWalletsOf(safes: SandboxSafes): readonly PageTestWallet[] {
  const { payer } = TEST_ACCOUNTS;
  const [first, second] = TEST_SAFE.owners;
  const key = { privateKey: payer.privateKey };
  if (safes.size === 0) return [key];
  const services = [...safes.keys()].map((id) => [NETWORKS[id].chainId, `/safe/${id}`] as const);
  const contract = {
    kind: 'safe',
    address: TEST_SAFE.address,
    multiSend: MULTI_SEND_CALL_ONLY,
    otherKey: second.privateKey,
    services: Object.fromEntries(services),
  } as const;
  return [key, { privateKey: first.privateKey, contract }];
}
